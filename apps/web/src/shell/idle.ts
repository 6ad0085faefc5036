import { json, stored } from '../browser/storage.ts'

/** When a tab was touched last, in ms of `Date.now`: all tabs are one player's. */
export const touchedAt = stored(
  'localStorage',
  'touchedAt',
  json((value) => (typeof value === 'number' ? value : undefined)),
)
