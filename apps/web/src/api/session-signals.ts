import { createSignal } from '../browser/listeners.ts'

/** The server answered that there is no session (HTTP 401). */
export const signedOut = createSignal()

/** The player of this device has changed or left: what was read must not be shown. */
export const playerChanged = createSignal()
