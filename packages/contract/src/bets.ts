import { changedBalances } from './balances.ts'
import type { Call } from './call.ts'
import { fairness, proof } from './fairness.ts'
import { roundStatus } from './game-views.ts'
import { amount, debit, wholeAmount } from './inputs.ts'
import { limitRefusalData, reminderRefusalData } from './limit-refusals.ts'
import { roundFields } from './rounds.ts'
import {
  integer,
  json,
  nullable,
  object,
  optional,
  record,
  text,
  type Value,
  word,
} from './wire.ts'

/** A round as its player may see it. */
const round = object({ ...roundFields, proof: optional(proof) })
export type RoundView = Value<typeof round>

/** Where the next bet will open its round, and the commitment of that round. */
const nextRound = object({ epoch: integer, nonce: integer, commitment: text })
export type NextRound = Value<typeof nextRound>

/** What the call changed. Left out of repeated answers, where it may be out of date. */
const changed = { balances: ['Balances', optional(changedBalances)] } as const

/**
 * Places a bet and opens its round. If the game has an open round, it answers that one and debits
 * nothing.
 */
export const placeBet = {
  name: 'placeBet',
  method: 'POST',
  path: 'addTransaction',
  body: object(
    {
      player: ['User_Id', integer],
      stake: ['Amount', debit],
      gameId: ['Game_Id', integer],
      clientSeed: ['Client_Seed', optional(text)],
      commitment: ['Commitment', optional(text)],
      rulesHash: ['Rules_Hash', optional(text)],
    },
    { StatusMsg: 'amtplaced' },
  ),
  answer: object({
    transactionId: ['Transaction_Id', text],
    round: ['Data', round],
    /** The round was open already; there was no debit. */
    isResumed: ['Resumed', optional(word(true))],
    ...changed,
    nextRound: ['Next_Round', optional(nextRound)],
  }),
  refusalData: {
    ...limitRefusalData,
    ...reminderRefusalData,
    commitmentStale: object({ fairness, usedBy: nullable(text) }),
    rulesChanged: record,
  },
} as const satisfies Call

/** Succeeds if the record shows that the server credited this payout; changes nothing. */
export const acknowledgeCredit = {
  name: 'acknowledgeCredit',
  method: 'POST',
  path: 'addTransaction',
  body: object({
    status: ['StatusMsg', word('Win', 'Tie', 'PartialWin')],
    player: ['User_Id', integer],
    payout: ['Amount', amount],
    gameId: ['Game_Id', integer],
    method: ['Method', optional(text)],
    betTransactionId: ['Bet_Transaction_Id', optional(text)],
  }),
  answer: object({ transactionId: ['Transaction_Id', text] }),
} as const satisfies Call

/** Confirms the participation that the bet made; answers the round as it is now. */
export const confirmBet = {
  name: 'confirmBet',
  method: 'POST',
  path: 'addParticipation',
  body: object(
    {
      player: ['User_Id', integer],
      transactionId: ['Transaction_Id', text],
      stake: ['Bet_Amt', wholeAmount],
      gameId: ['Game_Id', integer],
    },
    { Status: 'Pending' },
  ),
  answer: object({ gameStatus: word(0, 1), round: ['Data', round] }),
} as const satisfies Call

/** Makes a move; settles the round where the rules end it. */
export const playMove = {
  name: 'playMove',
  method: 'POST',
  path: 'playRound',
  body: object({
    player: ['User_Id', integer],
    transactionId: ['Transaction_Id', text],
    move: ['Move', json],
  }),
  answer: object({ round: ['Data', round], ...changed }),
} as const satisfies Call

/** Succeeds if the record shows the same of a round; changes nothing. */
export const acknowledgeRound = {
  name: 'acknowledgeRound',
  method: 'POST',
  path: 'updateParticipation',
  body: object({
    player: ['User_Id', integer],
    transactionId: ['Transaction_Id', text],
    stake: ['Bet_Amt', wholeAmount],
    status: ['Status', roundStatus],
    payout: ['Return_Amt', amount],
    gameId: ['Game_Id', integer],
  }),
} as const satisfies Call

/** Succeeds if the record shows that the bet was lost; changes nothing. */
export const acknowledgeLoss = {
  name: 'acknowledgeLoss',
  method: 'POST',
  path: 'updateTransactionStatus',
  body: object(
    {
      player: ['User_Id', integer],
      transactionId: ['Transaction_Id', text],
      gameId: ['Game_Id', integer],
    },
    { StatusMsg: 'Loss' },
  ),
} as const satisfies Call
