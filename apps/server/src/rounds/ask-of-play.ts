import type { PlayRules } from '@pipkin/contract/schemas'
import { minuteInUtc } from '../ledger/refuse-held.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { PlayBegun } from '../players/register/begin-play.ts'

export interface PlayDeps {
  /** What the law of the place asks. */
  readonly profile: PlayRules
  /** Asks the register before the first bet or move of a play, where the profile has it asked. */
  readonly beginPlay?: (player: number) => Promise<PlayBegun>
}

/**
 * Asks the register whether a bet or a move may begin a play. Answers why it may not; null where
 * the ledger judges it again.
 */
export async function askOfPlay(
  { beginPlay }: PlayDeps,
  player: number,
): Promise<Refusal<'playsElsewhere' | 'registerSilent' | 'playJustEnded'> | null> {
  const begun = (await beginPlay?.(player)) ?? 'silent'
  if (begun === 'asked') return null
  if (begun === 'elsewhere') return refuse('playsElsewhere')
  if (begun === 'silent') return refuse('registerSilent')
  return refuse('playJustEnded', { parts: { from: minuteInUtc(begun.from) } })
}
