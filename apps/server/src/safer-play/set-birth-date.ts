import { grownAge, type InputOf, type PlayerId } from '@pipkin/contract/schemas'
import { one, sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

type Answer = { refusal?: 'birthDateFixed' | 'underAge' }

const statement = sql`select ledger.set_birth_date($1, $2, $3, $4) as answer`

/**
 * Notes when the player was born, as they say, once. They grow up at midnight in the operator's
 * time zone. It isn't checked.
 */
export async function setBirthDate(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  player: PlayerId,
  { birthDate }: InputOf<'setBirthDate'>,
): Promise<Refusal<'birthDateFixed' | 'underAge'> | null> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [player, birthDate, grownAge, config.timeZone]),
  )
  return answer.refusal === undefined ? null : refuse(answer.refusal)
}
