import type { Call } from './call.ts'
import { receipt } from './rounds.ts'
import {
  boolean,
  data,
  integer,
  json,
  list,
  nullable,
  object,
  optional,
  record,
  text,
  type Value,
  word,
} from './wire.ts'

/** A proof is a document of its own (`docs/fairness.md`): amounts in 1/100 fkr, times as text. */
export const proof = object({
  version: word('fair-1'),
  game: text,
  rules: record,
  rulesHash: text,
  playerId: text,
  generation: optional(integer),
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
  finishedIn: optional(integer),
  voided: optional(receipt),
})
export type RoundProof = Value<typeof proof>

export const fairness = object({
  /** The database's generation, which a restore of a backup began; left out in the first. */
  generation: optional(integer),
  epoch: integer,
  epochCommitment: text,
  nextEpochCommitment: text,
  nonce: integer,
  /** The commitment of the round that the next bet will open. */
  commitment: text,
  /** The client seed last used. */
  clientSeed: nullable(text),
  /** A page of the ended epochs, in their order; the first page is that of the newest. */
  ended: list(
    object({
      generation: optional(integer),
      epoch: integer,
      commitment: text,
      seed: nullable(text),
      rounds: integer,
      /** There if a restore of a backup has voided the epoch's rounds from the nonce `from` on. */
      voided: optional(object({ in: integer, from: integer, at: text })),
    }),
  ),
})
export type Fairness = Value<typeof fairness>

/** The cursor of the page with earlier epochs. */
const next = ['Next', optional(text)] as const

/** The commitments of the next round, of this epoch and of the next one; the ended epochs. */
export const readFairness = {
  name: 'readFairness',
  method: 'GET',
  path: 'fairness',
  query: object({
    player: ['User_Id', integer],
    cursor: optional(text),
    limit: optional(integer),
  }),
  answer: object({ fairness: ['Data', fairness], next }),
} as const satisfies Call

/** Ends the epoch: its seed is revealed when its last open round has ended. */
export const rotateSeed = {
  name: 'rotateSeed',
  method: 'POST',
  path: 'rotateSeed',
  body: object({ player: ['User_Id', integer] }),
  answer: object({
    rotation: [
      'Data',
      object({
        revealed: nullable(
          object({ epoch: integer, seed: text, commitment: text, rounds: integer }),
        ),
        fairness,
      }),
    ],
    next,
  }),
} as const satisfies Call

/**
 * The Ed25519 key that signs receipts, and the older ones. Restores of backups are listed so that
 * players can compare them: a restore voids epochs of all players at once.
 */
export const readReceiptKey = {
  name: 'readReceiptKey',
  method: 'GET',
  path: 'receiptKey',
  answer: data(
    object({
      publicKey: text,
      older: list(text),
      restores: optional(list(object({ generation: integer, at: text, reached: optional(text) }))),
    }),
  ),
} as const satisfies Call

/** The proof of a settled round, for anyone. */
export const readProof = {
  name: 'readProof',
  method: 'GET',
  path: 'roundProof',
  query: object({ transactionId: ['Transaction_Id', text] }),
  answer: data(proof),
} as const satisfies Call

const roundName = data(
  object({
    /** As other players see it; null if the replay shows no name. */
    name: nullable(text),
  }),
)

/** Shows or hides the player's name in the replay of a settled round. */
export const nameRound = {
  name: 'nameRound',
  method: 'POST',
  path: 'nameRound',
  body: object({
    player: ['User_Id', integer],
    transactionId: ['Transaction_Id', text],
    isNamed: ['Named', boolean],
  }),
  answer: roundName,
} as const satisfies Call

/** The name that the replay of a round shows, for anyone with its link. */
export const readRoundName = {
  name: 'readRoundName',
  method: 'GET',
  path: 'roundName',
  query: object({ transactionId: ['Transaction_Id', text] }),
  answer: roundName,
} as const satisfies Call

/** The proof that a receipt is in the log (c2sp.org/tlog-proof), for anyone. */
export const readReceiptProof = {
  name: 'readReceiptProof',
  method: 'GET',
  path: 'receiptProof',
  kind: 'file',
  query: object({ transactionId: ['Transaction_Id', text], receipt: word('bet', 'end') }),
} as const satisfies Call
