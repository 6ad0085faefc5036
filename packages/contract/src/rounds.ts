import type { Call } from './call.ts'
import { gameView, roundStatus } from './game-views.ts'
import { changedBalances } from './wallet.ts'
import {
  amount,
  data,
  debit,
  integer,
  json,
  list,
  money,
  nullable,
  object,
  optional,
  record,
  text,
  type Value,
  wholeAmount,
  word,
} from './wire.ts'

const receipt = object({ facts: record, signature: text })

/** A proof is a document of its own (`docs/fairness.md`): amounts in 1/100 fkr, times as text. */
const proof = object({
  version: word('fair-1'),
  game: text,
  rules: record,
  rulesHash: text,
  playerId: text,
  epoch: integer,
  epochCommitment: text,
  nonce: integer,
  commitment: text,
  roundKey: text,
  clientSeed: text,
  stake: integer,
  moves: list(json),
  status: word('Win', 'Loss', 'PartialWin', 'Tie'),
  payout: integer,
  transactionId: text,
  placedAt: text,
  settledAt: text,
  receipts: list(receipt),
  epochSeed: optional(text),
})
export type RoundProof = Value<typeof proof>

const roundFields = {
  /** The name of its game, whose folder knows its moves and its view. */
  game: text,
  transactionId: ['Transaction_Id', text],
  gameId: ['Game_Id', integer],
  stake: ['Bet_Amt', money],
  status: ['Status', roundStatus],
  /** All that the round credits, stake included; 0 while it is open. */
  payout: ['Return_Amt', money],
  commitment: text,
  nonce: integer,
  clientSeed: text,
  rules: record,
  moves: list(json),
  view: ['state', gameView],
  /** The bet's receipt; once settled, the end's. */
  receipt,
  proof: optional(proof),
} as const

/** A round as its player may see it. */
const round = object(roundFields)
export type RoundView = Value<typeof round>

const fairness = object({
  epoch: integer,
  epochCommitment: text,
  nextEpochCommitment: text,
  nonce: integer,
  /** The commitment of the round that the next bet will open. */
  commitment: text,
  /** The client seed last used. */
  clientSeed: nullable(text),
  ended: list(object({ epoch: integer, commitment: text, seed: nullable(text), rounds: integer })),
})
export type Fairness = Value<typeof fairness>

/** Where the next bet will open its round, and the commitment of that round. */
const nextRound = object({ epoch: integer, nonce: integer, commitment: text })
export type NextRound = Value<typeof nextRound>

/** What an answer changed. Left out of repeats: what they would say may be out of date. */
const changed = { balances: ['Balances', optional(changedBalances)] } as const

/**
 * Places a bet and opens its round. Where the game has an open round, that one is answered and
 * nothing is debited.
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
    /** An open round of this game answered itself; nothing was debited. */
    isResumed: ['Resumed', optional(word(true))],
    ...changed,
    nextRound: ['Next_Round', optional(nextRound)],
  }),
  refusalData: {
    commitmentStale: object({ fairness, usedBy: nullable(text) }),
    rulesChanged: record,
  },
} as const satisfies Call

/** True where the record says that the server credited this payout; changes nothing. */
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

/** True where the record says the same of a round; changes nothing. */
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

/** True where the record says that the bet was lost; changes nothing. */
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

/** The rounds that wait for the player. */
export const listOpenRounds = {
  name: 'listOpenRounds',
  method: 'GET',
  path: 'openRounds',
  query: object({ player: ['User_Id', integer] }),
  answer: data(list(round)),
} as const satisfies Call

/** The commitments of the next round, of this epoch and of the next one; the ended epochs. */
export const readFairness = {
  name: 'readFairness',
  method: 'GET',
  path: 'fairness',
  query: object({ player: ['User_Id', integer] }),
  answer: data(fairness),
} as const satisfies Call

/** Ends the epoch: its seed is revealed when its last open round has ended. */
export const rotateSeed = {
  name: 'rotateSeed',
  method: 'POST',
  path: 'rotateSeed',
  body: object({ player: ['User_Id', integer] }),
  answer: data(
    object({
      revealed: nullable(object({ epoch: integer, seed: text, commitment: text, rounds: integer })),
      fairness,
    }),
  ),
} as const satisfies Call

/** The Ed25519 key that receipts are signed with, and those from before. */
export const readReceiptKey = {
  name: 'readReceiptKey',
  method: 'GET',
  path: 'receiptKey',
  answer: data(object({ publicKey: text, older: list(text) })),
} as const satisfies Call

/** The proof of a settled round, for anybody. */
export const readProof = {
  name: 'readProof',
  method: 'GET',
  path: 'roundProof',
  query: object({ transactionId: ['Transaction_Id', text] }),
  answer: data(proof),
} as const satisfies Call
