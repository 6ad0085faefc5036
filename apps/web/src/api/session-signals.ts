import { createSignal } from '../browser/listeners.ts'

/** The server answered that there is no session (HTTP 401). */
export const signedOut = createSignal()

/** Another player is logged in on this device, or nobody is: nothing that was read may be shown. */
export const playerChanged = createSignal()
