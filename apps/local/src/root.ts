import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))
