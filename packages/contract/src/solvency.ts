import type { Answer, Call } from './call.ts'
import { data, integer, list, money, object, optional, text, time } from './wire.ts'

/** The snapshots of what the house owed all players and what it held, the newest first. */
export const listSolvency = {
  name: 'listSolvency',
  method: 'GET',
  path: 'solvency',
  answer: object({
    snapshots: [
      'Data',
      list(
        object({
          snapshot: text,
          at: time,
          /** The block of the chain at which the house held this. */
          block: integer,
          owed: money,
          held: money,
          root: text,
          /** The number of leaves. */
          size: integer,
          players: integer,
          checked: integer,
          signature: text,
        }),
      ),
    ],
    /** The snapshot that comes next, and the block that it was announced for. */
    announced: optional(object({ snapshot: text, block: integer })),
    /** Where anyone can ask what the house holds: `balanceOf(house)` of the token. */
    chain: object({ chainId: integer, token: text, house: text }),
  }),
} as const satisfies Call
export type Snapshot = Answer<typeof listSolvency>['snapshots'][number]

/** A day, and time for the announced block to come and the snapshot to be computed. */
const dueWithinMs = 26 * 3_600_000

/** Whether the next snapshot is late at `now`, by when the newest was taken. */
export const isNextLate = (takenAt: Date, now: Date): boolean =>
  now.getTime() - takenAt.getTime() > dueWithinMs

const node = object({ hash: text, sum: text })

/**
 * The player's own leaves of the newest snapshot (`docs/solvency.md`): amounts and sums are 1/100
 * fkr as text, bytes are hex.
 */
export const readSolvencyProof = {
  name: 'readSolvencyProof',
  method: 'GET',
  path: 'solvencyProof',
  answer: data(
    object({
      snapshot: text,
      player: text,
      secret: text,
      nonce: text,
      leaves: list(object({ index: integer, amounts: list(text), path: list(node) })),
    }),
  ),
} as const satisfies Call

/** Reports that the player's browser has checked the player's leaves; only counted. */
export const noteSolvencyCheck = {
  name: 'noteSolvencyCheck',
  method: 'POST',
  path: 'solvencyCheck',
  body: object({ snapshot: text }),
} as const satisfies Call
