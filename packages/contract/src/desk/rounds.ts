import { integer, list, money, nullable, object, text, time, type Value } from '../wire.ts'
import { pageOf } from './parts.ts'

const round = object({
  transaction: text,
  game: text,
  stake: money,
  /** Null while the round is open. */
  payout: nullable(money),
  status: text,
  at: time,
  /** The address of the round's replay with its proof; null while the round is open. */
  replay: nullable(text),
})
export type PlayerRound = Value<typeof round>

/** A player's rounds, newest first. */
export const listRounds = pageOf('listRounds', { rounds: list(round) }, { player: integer })
