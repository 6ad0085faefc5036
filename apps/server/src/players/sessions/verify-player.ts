import type { PlayRules } from '@pipkin/contract/schemas'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'

/**
 * True for the session's own id alone, or it would reveal which other ids exist. Says what every
 * screen must know of the profile.
 */
export function verifyPlayer(
  player: number | null,
  session: Session | null,
  { asksWhenIdleMinutes, sends, fkrIs }: PlayRules,
): Result<'verifyPlayer'> {
  if (session === null || player !== session.player) return refuse('notVerified')
  return done<'verifyPlayer'>({
    ...(asksWhenIdleMinutes !== null && { idleMinutes: asksWhenIdleMinutes }),
    ...(!sends && { noSends: true }),
    ...(fkrIs !== null && { fkrIs }),
  })
}
