import { z } from 'zod'
import * as fees from '../fees.ts'
import * as calls from '../transfers.ts'
import { money, playerId } from './scalars.ts'
import { spec } from './spec.ts'

const anHour = 3_600

export const transfers = {
  readFees: spec(fees.readFees, {
    summary: 'What sends and withdrawals cost now, in hundredths of a percent',
    session: 'none',
    refusals: [],
  }),
  sendMoney: spec(calls.sendMoney, {
    summary:
      "Sends from Deposit to another player's Deposit, less the fee: 2 % unless the house has changed it",
    session: 'required',
    input: z.object({ player: playerId, amount: money, receiver: playerId, fee: money.optional() }),
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
      'feeChanged',
      'sendUnfunded',
      'onBreak',
      'receiverCannot',
      'keyReused',
    ],
    keyed: 'decision',
    // The refusals reveal which ids exist.
    limit: { name: 'send player', attempts: 120, windowSeconds: anHour },
  }),
  moveToDeposit: spec(calls.moveToDeposit, {
    summary: 'Moves from Win, or from what is unlocked of Referral, to Deposit',
    session: 'required',
    input: z.object({ player: playerId, amount: money, from: z.enum(['win', 'referral']) }),
    own: true,
    refusals: ['invalidAmount', 'playerUnknown', 'winUnfunded', 'referralUnfunded', 'keyReused'],
    keyed: 'decision',
    // Each is kept, refused or not.
    limit: { name: 'move player', attempts: 120, windowSeconds: anHour },
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
