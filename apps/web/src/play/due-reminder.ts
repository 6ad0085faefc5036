import type { PlaySession } from '@pipkin/contract'
import { createStore } from '../browser/listeners.ts'

/** What a refused bet asks the player to look at. */
export interface DueReminder {
  readonly session: PlaySession
  /** Until then no bet passes, even if the player has looked. */
  readonly until?: Date | undefined
}

/** Null while no bet asks for a look. */
export const dueReminder = createStore<DueReminder | null>(null)
