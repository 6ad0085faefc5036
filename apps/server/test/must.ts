import type { AnswerOf, CallName } from '@pipkin/contract/schemas'
import type { Result } from '../src/platform/http/answer.ts'

/** The answer of a call that must not be refused. */
export function must<N extends CallName>(result: Result<N>): AnswerOf<N> {
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result.answer
}
