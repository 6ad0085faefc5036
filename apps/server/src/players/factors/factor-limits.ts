import type { RefusalCode } from '@pipkin/contract'
import { type Database, one, sql } from '../../platform/database/database.ts'
import { type Refusal, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/session-cookie.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import type { AccountDeps } from '../account-deps.ts'

/** The refusals that count as a wrong guess. */
const wrong: readonly RefusalCode[] = ['factorWrong', 'passkeyUnknown']

/**
 * Counts a guess at a second factor by network, and at a code by account too, unless it is right.
 * It is counted first: parallel guesses would exceed the limits. `player` is null for a passkey,
 * whose signature can't be guessed.
 */
export async function countGuess<R extends { readonly ok: true } | Refusal>(
  { database, limits }: Pick<AccountDeps, 'database' | 'limits'>,
  player: number | null,
  caller: Caller,
  guess: () => Promise<R>,
): Promise<R | Refusal<'factorTooMany'>> {
  const keys: [Limit, string][] = [[limits.factorsOfNetwork, networkOf(caller.ip)]]
  if (player !== null)
    keys.push([limits.factorsOfPlayer, await guesserOf(database, player, caller)])
  const taken: [Limit, string][] = []
  let counts = false
  try {
    for (const [limit, key] of keys) {
      taken.push([limit, key])
      const retryAfterMs = await limit.take(key)
      if (retryAfterMs !== null) return refuse('factorTooMany', { retryAfterMs })
    }
    const result = await guess()
    counts = !result.ok && wrong.includes(result.code)
    return result
  } finally {
    if (!counts) await Promise.all(taken.map(([limit, key]) => limit.giveBack(key)))
  }
}

const isKnown = sql`
  select exists (select from players.devices where player_id = $1 and device_hash = $2) as known`

/**
 * Who guesses, for the account's limit: a browser that the player has logged in with counts for
 * itself, all others together. So a stranger who has the password can't use up the owner's tries.
 */
async function guesserOf(database: Database, player: number, { device }: Caller): Promise<string> {
  if (device === null) return String(player)
  const hash = tokenHash(device)
  const { known } = await one(database.rows<{ known: boolean }>(isKnown, [player, hash]))
  return known ? `${player} ${hash.toString('hex')}` : String(player)
}
