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
 * What a bet or a settled round has changed of them. Referral isn't: nobody stakes it, and to tell
 * what of it is locked takes a look at every friend.
 */
export const changedBalances = object({
  deposit: fourWallets.deposit,
  win: fourWallets.win,
  bonus: fourWallets.bonus,
  locked: ['Locked', object({ bonus: ['Bonus', money] })],
  onHold: ['OnHold', money],
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
