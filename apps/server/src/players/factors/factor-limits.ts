import type { RefusalCode } from '@pipkin/contract'
import { type Database, one, sql } from '../../platform/database/database.ts'
import { type Refusal, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import type { AccountDeps } from '../account-deps.ts'

/** The refusals that count as a wrong guess. */
const wrong: readonly RefusalCode[] = ['factorWrong', 'passkeyUnknown']

/**
 * Counts a guess at a second factor, unless it is right. It is counted first: parallel guesses
 * would exceed the limits. `player` is null for a passkey, whose signature can't be guessed.
 */
export async function countGuess<R extends { readonly ok: true } | Refusal>(
  { database, limits }: Pick<AccountDeps, 'database' | 'limits'>,
  player: number | null,
  caller: Caller,
  guess: () => Promise<R>,
): Promise<R | Refusal<'factorTooMany'>> {
  const taken: [Limit, string][] = []
  let counts = false
  try {
    for (const [limit, key] of await limitsOf(database, limits, player, caller)) {
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

/**
 * What a wrong guess counts for. A browser that the player has logged in with counts for itself: no
 * stranger who has the password, or shares the network, uses up the owner's tries. All others share
 * those of their network, and at a code those of the account.
 */
async function limitsOf(
  database: Database,
  limits: AccountDeps['limits'],
  player: number | null,
  caller: Caller,
): Promise<[Limit, string][]> {
  const device = await knownDevice(database, player, caller)
  if (player === null) return [[limits.factorsOfNetwork, device ?? networkOf(caller.ip)]]
  if (device !== null) return [[limits.factorsOfPlayer, `${player} ${device}`]]
  return [
    [limits.factorsOfNetwork, networkOf(caller.ip)],
    [limits.factorsOfPlayer, String(player)],
  ]
}

const isKnown = sql`
  select exists (
    select from players.devices
    where device_hash = $1 and has_tries and ($2::integer is null or player_id = $2)) as known`

/**
 * The browser, for a limit, if the player has logged in with it; null where it is unknown. Without
 * a player: if any has.
 */
export async function knownDevice(
  database: Database,
  player: number | null,
  { device }: Caller,
): Promise<string | null> {
  if (device === null) return null
  const hash = tokenHash(device)
  const { known } = await one(database.rows<{ known: boolean }>(isKnown, [hash, player]))
  return known ? hash.toString('hex') : null
}
