import type { Answer, Call } from './call.ts'
import { data, integer, money, object, type Value } from './wire.ts'

/** The four wallets, or their signed changes. */
export const fourWallets = {
  deposit: ['CurrentBalance', money],
  win: ['Winning_Amount', money],
  bonus: ['Bonus', money],
  referral: ['ReferalAmount', money],
} as const

const balances = object({
  ...fourWallets,
  /** How much of the balances can't be used yet. */
  locked: ['Locked', object({ bonus: ['Bonus', money], referral: ['ReferalAmount', money] })],
  /** Stakes of open rounds and unpaid withdrawals, already debited. */
  onHold: ['OnHold', money],
})

/**
 * The balances that a bet or a settled round changes. They must cost the ledger no further read, so
 * `onHold` is left out: it grows by the stake of a bet, and shrinks by it when the round settles.
 */
export const changedBalances = object({
  deposit: fourWallets.deposit,
  win: fourWallets.win,
  bonus: fourWallets.bonus,
  locked: ['Locked', object({ bonus: ['Bonus', money] })],
})
export type ChangedBalances = Value<typeof changedBalances>

export const readBalances = {
  name: 'readBalances',
  method: 'GET',
  path: 'WalletListByUserId',
  query: object({ player: ['UserId', integer] }),
  answer: data(balances),
} as const satisfies Call
export type Balances = Answer<typeof readBalances>
