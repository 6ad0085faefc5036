import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { breakIntervals } from '../ledger/break-lengths.ts'
import { sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

const statement = sql`select ledger.take_break($1, $2, $3)`

// Before wallets and sessions, as a log-in does.
const lockAccount = sql`
  select from players.accounts where player_id = $1 for no key update`

const endSessions = sql`
  delete from players.sessions where session_id in (select players.lock_sessions($1))`

/**
 * Begins a break at once, unless a longer one lasts. Refuses what the profile doesn't offer. Where
 * the profile says so, an exclusion logs the player out everywhere.
 */
export async function takeBreak(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  player: PlayerId,
  { kind, length }: InputOf<'takeBreak'>,
): Promise<Refusal<'breakNotOffered'> | null> {
  const isOffered = config.profile.breaks.some(
    (offered) => offered.kind === kind && offered.length === length,
  )
  if (!isOffered) return refuse('breakNotOffered')
  const logsOut = kind === 'exclusion' && config.profile.logsOutAtExclusion
  await database.transaction(async (inside) => {
    if (logsOut) await inside.rows(lockAccount, [player])
    await inside.rows(statement, [player, kind, breakIntervals[length]])
    if (logsOut) await inside.rows(endSessions, [player])
  })
  return null
}
