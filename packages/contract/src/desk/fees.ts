import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
import { data, integer, money, object, text, type Value } from '../wire.ts'
import { acted, get, pageOf, post, versions } from './parts.ts'

/** Fees, minimums, limits. Two people change them; what is changed must be as its author saw it. */

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
  /** A larger withdrawal waits for an operator, */
  reviewAbove: money,
  /** and one with which a player has asked for more in an hour or a day, */
  playerHour: money,
  playerDay: money,
  /** or the house would have signed for more. */
  houseHour: money,
  houseDay: money,
} as const

const feeSettings = object({
  version: integer,
  now: object(settings),
  /** What the specification says. */
  first: object(settings),
  /** By what gas costs now. */
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
