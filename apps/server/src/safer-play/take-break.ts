import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

/** Hours and months as PostgreSQL adds them; a day is 24 hours. */
const intervals = {
  '24h': '24 hours',
  '7d': '168 hours',
  '30d': '720 hours',
  '6w': '1008 hours',
  '6m': '6 months',
  '1y': '12 months',
  '5y': '60 months',
} as const

const statement = sql`select ledger.take_break($1, $2, $3)`

/** Begins a break at once, unless a longer one lasts. Refuses what the profile doesn't offer. */
export async function takeBreak(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  player: PlayerId,
  { kind, length }: InputOf<'takeBreak'>,
): Promise<Refusal<'breakNotOffered'> | null> {
  const isOffered = config.profile.breaks.some(
    (offered) => offered.kind === kind && offered.length === length,
  )
  if (!isOffered) return refuse('breakNotOffered')
  await database.rows(statement, [player, kind, intervals[length]])
  return null
}
