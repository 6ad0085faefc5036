import type { Answer, verifyPlayer } from '@pipkin/contract'
import { createStore } from '../browser/listeners.ts'

/** What every screen must know of the profile of safer play, as the server last said. */
export const profileAsks = createStore<Answer<typeof verifyPlayer>>({})
