import { hundredths, type Money, shareRoundedUp } from '@pipkin/money'
import type { Answer, Call } from './call.ts'
import { data, integer, money, object } from './wire.ts'

/** What sends and withdrawals cost now, and what the deposit form gives as the range. */
export const readFees = {
  name: 'readFees',
  method: 'GET',
  path: 'fees',
  answer: data(
    object({
      /** In hundredths of a percent. */
      send: integer,
      withdrawal: integer,
      depositFrom: money,
      depositTo: money,
    }),
  ),
} as const satisfies Call
export type Fees = Answer<typeof readFees>

/** What the specification says: shown until the house's own have been read. */
export const specifiedFees: Fees = {
  send: 200,
  withdrawal: 1_000,
  depositFrom: hundredths(50_000n),
  depositTo: hundredths(1_000_000n),
}

/**
 * What a fee comes to, rounded up to 1/100 fkr: what `cashier.fee_of` in SQL takes. A request names
 * what the player saw, and is refused where it would be another.
 */
export const feeOf = (amount: Money, share: number): Money => shareRoundedUp(amount, BigInt(share))

/** `2 %`, `2.5 %`: of hundredths of a percent. */
export const shareText = (share: number): string => `${share / 100}\u00a0%`
