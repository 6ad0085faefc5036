import type { Call } from '../call.ts'
import {
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  time,
  type Value,
} from '../wire.ts'
import { get } from './parts.ts'

const round = object({
  transaction: text,
  game: text,
  stake: money,
  /** Null while the round is open. */
  payout: nullable(money),
  status: text,
  at: time,
  /** Where the round is shown as it went, with its proof; null while it is open. */
  replay: nullable(text),
})
export type PlayerRound = Value<typeof round>

/** A player's rounds, newest first. */
export const listRounds = {
  ...get('listRounds'),
  query: object({ player: integer, cursor: optional(text), limit: optional(integer) }),
  answer: data(object({ rounds: list(round), next: nullable(text) })),
} as const satisfies Call
