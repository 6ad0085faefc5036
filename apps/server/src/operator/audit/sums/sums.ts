import { balances } from './balances.ts'
import { cashier } from './cashier.ts'
import { records } from './records.ts'
import { rewards } from './rewards.ts'
import { rounds } from './rounds.ts'
import type { Sum } from './sum.ts'

/** What the audit adds up, in its order. */
export const sums: readonly Sum[] = [...balances, ...rounds, ...cashier, ...rewards, ...records]
