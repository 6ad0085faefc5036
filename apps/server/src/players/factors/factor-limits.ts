import { type Database, one, sql } from '../../platform/database/database.ts'
import type { Refusal } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'
import { countAttempt, type LimitKeys } from '../count-attempt.ts'

/**
 * Makes a guess at a second factor, which counts if it is wrong. `player` is null for a passkey,
 * whose signature can't be guessed.
 */
export async function countGuess<R extends { readonly ok: true } | Refusal>(
  { database, limits }: Pick<AccountDeps, 'database' | 'limits'>,
  player: number | null,
  caller: Caller,
  guess: () => Promise<R>,
): Promise<R | Refusal<'factorTooMany'>> {
  return countAttempt({
    limits: await limitsOf(database, limits, player, caller),
    tooMany: 'factorTooMany',
    countedIf: ['factorWrong', 'passkeyUnknown'],
    run: guess,
  })
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
): Promise<LimitKeys> {
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
