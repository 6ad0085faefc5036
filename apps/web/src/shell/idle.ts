import { json, stored } from '../browser/storage.ts'

/** When any tab was touched last (`Date.now`), since all tabs are one player's. */
export const touchedAt = stored(
  'localStorage',
  'touchedAt',
  json((value) => (typeof value === 'number' ? value : undefined)),
)
