import { z } from 'zod'
import * as calls from '../transfers.ts'
import { money, playerId } from './scalars.ts'
import { spec } from './spec.ts'

const anHour = 3_600

export const transfers = {
  sendMoney: spec(calls.sendMoney, {
    summary: "Sends from Deposit to another player's Deposit, less 2 %",
    session: 'required',
    input: z.object({ player: playerId, amount: money, receiver: playerId }),
    own: true,
    confirmed: true,
    refusals: [
      'sendNotOffered',
      'invalidAmount',
      'waysOutHeld',
      'receivedHeld',
      'accountFrozen',
      'sameReceiver',
      'receiverUnknown',
      'sendUnfunded',
      'onBreak',
      'receiverCannot',
      'keyReused',
    ],
    keyed: true,
    // The refusals reveal which ids exist.
    limit: { name: 'send player', attempts: 120, windowSeconds: anHour },
  }),
  moveToDeposit: spec(calls.moveToDeposit, {
    summary: 'Moves from Win, or from what is unlocked of Referral, to Deposit',
    session: 'required',
    input: z.object({ player: playerId, amount: money, from: z.enum(['win', 'referral']) }),
    own: true,
    refusals: ['invalidAmount', 'playerUnknown', 'winUnfunded', 'referralUnfunded', 'keyReused'],
    keyed: true,
  }),
  findReceiver: spec(calls.findReceiver, {
    summary: 'The masked name of the player who would receive, to compare before sending',
    session: 'required',
    input: z.object({ receiver: playerId }),
    refusals: ['sameReceiver', 'receiverUnknown'],
    // Each look reveals whether an id exists, and an initial.
    limit: { name: 'receiver player', attempts: 60, windowSeconds: anHour },
  }),
}
