import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { minuteInUtc } from '../ledger/refuse-held.ts'
import { one, sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

type Answer =
  | { refusal: 'noLimitPending' }
  | { refusal: 'limitTooSoon'; from: string }
  | { refusal?: never }

const statement = sql`select ledger.confirm_limit($1, $2, $3) as answer`

/** The second act of a raise, or of the end of a limit: it counts from now on. */
export async function confirmLimit(
  { database }: Pick<SaferPlayDeps, 'database'>,
  player: PlayerId,
  { kind, period }: InputOf<'confirmLimit'>,
): Promise<Refusal<'noLimitPending' | 'limitTooSoon'> | null> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [player, kind, period ?? 'round']),
  )
  switch (answer.refusal) {
    case 'limitTooSoon':
      return refuse(answer.refusal, { parts: { from: minuteInUtc(new Date(answer.from)) } })
    case 'noLimitPending':
      return refuse(answer.refusal)
    default:
      return null
  }
}
