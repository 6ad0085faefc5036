import type { Guard } from './guard.ts'
import { accessGuards } from './lists/access.ts'
import { accountsGuards } from './lists/accounts.ts'
import { cashierGuards } from './lists/cashier.ts'
import { deskGuards } from './lists/desk.ts'
import { factorsGuards } from './lists/factors.ts'
import { failuresGuards } from './lists/failures.ts'
import { limitsGuards } from './lists/limits.ts'
import { logGuards } from './lists/log.ts'
import { moneyGuards } from './lists/money.ts'
import { profilesGuards } from './lists/profiles.ts'
import { roundsGuards } from './lists/rounds.ts'
import { waysOutGuards } from './lists/ways-out.ts'

/**
 * The guards: where each is, the text without it, and the tests that must fail then. `npm run
 * guards` removes them one at a time.
 */
export const guards: readonly Guard[] = [
  ...moneyGuards,
  ...roundsGuards,
  ...cashierGuards,
  ...waysOutGuards,
  ...limitsGuards,
  ...profilesGuards,
  ...accessGuards,
  ...accountsGuards,
  ...factorsGuards,
  ...logGuards,
  ...deskGuards,
  ...failuresGuards,
]
