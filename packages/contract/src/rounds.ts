import type { Call } from './call.ts'
import { gameView, roundStatus } from './game-views.ts'
import { data, integer, json, list, money, object, optional, record, text } from './wire.ts'

export const receipt = object({
  facts: record,
  signature: text,
  /** Where several receipts were signed at once. */
  batch: optional(object({ index: integer, size: integer, path: list(text) })),
})

/** What a round shows of itself to its player; once settled, its proof too (`bets.ts`). */
export const roundFields = {
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
} as const

/** The rounds that wait for the player. */
export const listOpenRounds = {
  name: 'listOpenRounds',
  method: 'GET',
  path: 'openRounds',
  query: object({ player: ['User_Id', integer] }),
  answer: data(list(object(roundFields))),
} as const satisfies Call
