import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
import { data, integer, money, object, text, type Value } from '../wire.ts'
import { acted, get, pageOf, post, versions } from './parts.ts'

/** Fees, minimums, limits. A change takes two people, and fails if its author saw older values. */

const shares = {
  /** What a send and a withdrawal cost, in hundredths of a percent, rounded up to 1/100 fkr. */
  sendFee: integer,
  withdrawalFee: integer,
} as const

const settings = {
  ...shares,
  smallestDeposit: money,
  smallestWithdrawal: money,
  /** The range that the deposit form shows; it isn't enforced. */
  hintFrom: money,
  hintTo: money,
  /** A withdrawal waits for an operator if it is larger than this, */
  reviewAbove: money,
  /** if with it the player's withdrawals in an hour or a day are more than these, */
  playerHour: money,
  playerDay: money,
  /** or if with it the house would have signed for more than these. */
  houseHour: money,
  houseDay: money,
} as const

const feeSettings = object({
  version: integer,
  now: object(settings),
  /** What the specification says. */
  first: object(settings),
  /** The smallest withdrawal at the present cost of gas. */
  smallestWithdrawalNow: money,
  /** What the coin that pays for gas is worth, and the most for a unit of gas. */
  gas: object({ coinPrice: money, mostGwei: integer }),
  /** What was sent and paid out in the last 30 days, and the fees. */
  month: object({ sent: money, sendFees: money, paidOut: money, withdrawalFees: money }),
})
export type FeeSettings = Value<typeof feeSettings>
export const readFeeSettings = {
  ...get('readFeeSettings'),
  answer: data(feeSettings),
} as const satisfies Call

export const listFeeVersions = pageOf('listFeeVersions', versions, {})

export const changeFees = {
  ...post('changeFees'),
  body: object({
    version: integer,
    ...shares,
    smallestDeposit: amount,
    smallestWithdrawal: amount,
    hintFrom: amount,
    hintTo: amount,
    reviewAbove: amount,
    playerHour: amount,
    playerDay: amount,
    houseHour: amount,
    houseDay: amount,
    reason: text,
  }),
  answer: acted,
} as const satisfies Call
