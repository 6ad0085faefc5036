import { createSignal } from '../browser/listeners.ts'

/**
 * The server answered that there is no session (HTTP 401). The session may still be alive: a slow
 * request may have carried a token that was renewed and has expired meanwhile.
 */
export const signedOut = createSignal()

/** The device's player has changed or logged out: don't show what was read for the last one. */
export const playerChanged = createSignal()

/** The player has logged out here: forget everything of theirs. */
export const playerLeft = createSignal()
