import { z } from 'zod'
import * as bets from '../bets.ts'
import * as fairness from '../fairness.ts'
import { listOpenRounds } from '../rounds.ts'
import { move } from './moves.ts'
import {
  cursor,
  gameId,
  hex32,
  money,
  pageLimit,
  playerId,
  text,
  transactionId,
} from './scalars.ts'
import { spec } from './spec.ts'

const stake = money.refine((stake) => stake > 0n, 'a stake is above zero')
const roundStatus = z.enum(['Pending', 'Win', 'Loss', 'PartialWin', 'Tie'])

export const rounds = {
  placeBet: spec(bets.placeBet, {
    summary:
      'Places a bet and opens its round; answers the balances and the next round too, unless it repeats',
    session: 'required',
    input: z.object({
      player: playerId,
      stake,
      gameId,
      clientSeed: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/)
        .optional(),
      commitment: hex32.optional(),
      rulesHash: hex32.optional(),
    }),
    own: true,
    refusals: [
      'keyReused',
      'inProgress',
      'accountFrozen',
      'gameNotLive',
      'stakeTooSmall',
      'stakeTooLarge',
      'stakeOffStep',
      'limitReached',
      'onBreak',
      'reminderDue',
      'roundsOfToday',
      'betTooSoon',
      'rulesChanged',
      'commitmentStale',
      'insufficientFunds',
      'playsElsewhere',
      'playJustEnded',
      'registerSilent',
    ],
    keyed: 'decision',
  }),
  acknowledgeCredit: spec(bets.acknowledgeCredit, {
    summary: 'Confirms what the server credited; changes nothing',
    session: 'required',
    input: z.object({
      status: z.enum(['Win', 'Tie', 'PartialWin']),
      player: playerId,
      payout: money,
      gameId,
      method: text(20).optional(),
      betTransactionId: transactionId.optional(),
    }),
    own: true,
    refusals: ['notConfirmed', 'notFound'],
    keyed: 'decision',
  }),
  confirmBet: spec(bets.confirmBet, {
    summary: 'Confirms the participation that the bet made',
    session: 'required',
    input: z.object({ player: playerId, transactionId, stake: money, gameId }),
    own: true,
    refusals: ['notFound', 'notConfirmed'],
  }),
  playMove: spec(bets.playMove, {
    summary:
      'Makes a move; where the rules end the round, settles it and answers the balances, unless it repeats',
    session: 'required',
    input: z.object({ player: playerId, transactionId, move }),
    own: true,
    refusals: [
      'notFound',
      'moveRefused',
      'roundOver',
      'keyReused',
      'inProgress',
      'playsElsewhere',
      'playJustEnded',
      'registerSilent',
    ],
    keyed: 'decision',
  }),
  acknowledgeRound: spec(bets.acknowledgeRound, {
    summary: 'True where the record says so; changes nothing',
    session: 'required',
    input: z.object({
      player: playerId,
      transactionId,
      stake: money,
      status: roundStatus,
      payout: money,
      gameId,
    }),
    own: true,
    refusals: ['notFound', 'notConfirmed'],
  }),
  acknowledgeLoss: spec(bets.acknowledgeLoss, {
    summary: 'True where the record says that the bet was lost; changes nothing',
    session: 'required',
    input: z.object({ player: playerId, transactionId, gameId }),
    own: true,
    refusals: ['notFound', 'notConfirmed'],
  }),
  listOpenRounds: spec(listOpenRounds, {
    summary: 'The rounds that wait for the player',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  readFairness: spec(fairness.readFairness, {
    summary:
      'The commitments of the next round, of this epoch and of the next one; the ended epochs, newest page first',
    session: 'required',
    input: z.object({ player: playerId, cursor, limit: pageLimit }),
    own: true,
    refusals: [],
  }),
  rotateSeed: spec(fairness.rotateSeed, {
    summary: 'Ends the epoch: its seed is revealed when its last open round has ended',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
    limit: { name: 'rotate', attempts: 120, windowSeconds: 3_600 },
    keyed: 'reply',
  }),
  readReceiptKey: spec(fairness.readReceiptKey, {
    summary: 'The Ed25519 key that receipts are signed with, and those from before',
    session: 'none',
    refusals: [],
  }),
  readProof: spec(fairness.readProof, {
    summary: 'The proof of a settled round, for anyone',
    session: 'none',
    input: z.object({ transactionId }),
    refusals: ['notFound'],
  }),
  nameRound: spec(fairness.nameRound, {
    summary: 'Has the replay of a settled round carry the player’s name, or no more',
    session: 'required',
    input: z.object({ player: playerId, transactionId, isNamed: z.boolean() }),
    own: true,
    refusals: ['notFound'],
    limit: { name: 'nameRound', attempts: 120, windowSeconds: 3_600 },
    keyed: 'reply',
  }),
  readRoundName: spec(fairness.readRoundName, {
    summary: 'The name that the replay of a round carries, for anybody; null without one',
    session: 'none',
    input: z.object({ transactionId }),
    refusals: [],
  }),
  readReceiptProof: spec(fairness.readReceiptProof, {
    summary: 'The proof that a receipt is in the log, as c2sp.org/tlog-proof, for anyone',
    session: 'none',
    input: z.object({ transactionId, receipt: z.enum(['bet', 'end']) }),
    refusals: ['notFound'],
  }),
}
