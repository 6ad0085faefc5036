import { createSignal } from '../browser/listeners.ts'

/**
 * The server answered that there is no session (HTTP 401). It may live on: an answer that took
 * longer than a renewal leaves the old token says so, too.
 */
export const signedOut = createSignal()

/** The player of this device has changed or left: what was read must not be shown. */
export const playerChanged = createSignal()

/** The player has logged out here: nothing of theirs stays behind. */
export const playerLeft = createSignal()
