import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'

/** True for the session's own id alone, or it would reveal which other ids exist. */
export const verifyPlayer = (
  player: number | null,
  session: Session | null,
): Result<'verifyPlayer'> =>
  session !== null && player === session.player ? done({}) : refuse('notVerified')
