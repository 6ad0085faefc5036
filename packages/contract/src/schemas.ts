import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import type { CallName } from './calls.ts'
import { cashier } from './cashier.ts'
import { lobby } from './lobby.ts'
import { profile } from './profile.ts'
import { referrals } from './referral.ts'
import { rounds } from './rounds.ts'
import type { CallSpec } from './spec.ts'
import { support } from './support.ts'
import { transfers } from './transfers.ts'
import { wallet } from './wallet.ts'

/** The whole contract with its validation. The browser never loads this entry. */
export const contract = {
  ...accounts,
  ...profile,
  ...lobby,
  ...activity,
  ...wallet,
  ...cashier,
  ...transfers,
  ...referrals,
  ...rounds,
  ...support,
} as const satisfies Record<CallName, CallSpec>

export type Contract = typeof contract
export type { PlayerId } from './scalars.ts'
export type { CallSpec } from './spec.ts'
