import { maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'

/** What a function of the ledger answers where money can't leave yet. */
export type HeldAnswer =
  | { refusal: 'waysOutHeld'; until: string; after: keyof typeof reasons }
  | { refusal: 'receivedHeld'; until: string }

const reasons = {
  reset: 'The password was reset',
  email: 'The email address was changed',
  factor: 'A second factor was removed',
} as const

/**
 * Refuses to let money out of an account: its ways out are held after a change, or the money came
 * by a send and is held itself. `until` is a time as PostgreSQL writes it; the message gives it to
 * the minute, rounded up, in UTC.
 */
export function refuseHeld(held: HeldAnswer): Refusal<HeldAnswer['refusal']> {
  const until = new Date(held.until)
  return held.refusal === 'receivedHeld'
    ? refuse('receivedHeld', { parts: { until: minuteInUtc(until) } })
    : waysOutHeld({ until, after: held.after })
}

interface Hold {
  readonly until: Date
  readonly after: keyof typeof reasons
}

const waysOutHeld = ({ until, after }: Hold): Refusal<'waysOutHeld'> =>
  refuse('waysOutHeld', { parts: { until: minuteInUtc(until), reason: reasons[after] } })

const heldStatement = sql`
  select ways_out_held_until as until, ways_out_held_after as after
  from ledger.wallets_of(array[$1::integer]) where ways_out_held_until > clock_timestamp()`

/** Refuses where all ways out of the account are held; null where they aren't. */
export async function refuseHeldWays(
  database: Queryable,
  player: number,
): Promise<Refusal<'waysOutHeld'> | null> {
  const held = await maybeOne(database.rows<Hold>(heldStatement, [player]))
  return held ? waysOutHeld(held) : null
}

/** A time to the minute, rounded up, in UTC. */
export const minuteInUtc = (at: Date): string => {
  const minute = new Date(Math.ceil(at.getTime() / 60_000) * 60_000).toISOString()
  return `${minute.slice(0, 10)} ${minute.slice(11, 16)} UTC`
}
