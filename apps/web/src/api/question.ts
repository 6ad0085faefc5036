import type { ConfirmWay } from '@pipkin/contract'
import { createStore } from '../browser/listeners.ts'

/** The question whether it is the player, while it waits for its answer. */
export interface Question {
  /** What the server takes for a confirmation. */
  readonly ways: readonly ConfirmWay[]
  /** Whether the player has confirmed; null where the question couldn't be shown. */
  readonly answer: (confirmed: boolean | null) => void
}

/** What the player is asked now. The shell shows it. */
export const question = createStore<Question | null>(null)
