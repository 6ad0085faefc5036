import type { PlayerId } from '@pipkin/contract/schemas'
import { sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

const statement = sql`select ledger.decline_deposit_limit($1)`

/** The player chooses to deposit without a limit. Refused where the profile needs one. */
export async function declineDepositLimit(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  player: PlayerId,
): Promise<Refusal<'depositLimitDue'> | null> {
  if (config.profile.depositLimit.ask === 'needed') return refuse('depositLimitDue')
  await database.rows(statement, [player])
  return null
}
