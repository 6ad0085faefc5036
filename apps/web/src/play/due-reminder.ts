import type { PlaySession } from '@pipkin/contract'
import { createStore } from '../browser/listeners.ts'

/** The session that a refused bet asks the player to look at; null while none does. */
export const dueReminder = createStore<PlaySession | null>(null)
