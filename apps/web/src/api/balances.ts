import type { WalletBalances } from '@pipkin/contract'
import { add, type Money, moneyFromAnswer, subtract } from '@pipkin/money'

export interface Balances {
  readonly deposit: Money
  readonly bonus: Money
  readonly win: Money
  readonly referral: Money
  /** Part of `bonus` and `referral` that can't be used yet. */
  readonly locked: { readonly bonus: Money; readonly referral: Money }
  /** Stakes of open rounds and unpaid withdrawals, already debited. */
  readonly onHold: Money
  /** What can be staked: Deposit, unlocked Bonus and Win. */
  readonly playable: Money
}

/** The answer of `WalletListByUserId` in the trade's words and in money. */
export function balancesOf(answer: WalletBalances): Balances {
  const deposit = moneyFromAnswer(answer.CurrentBalance)
  const bonus = moneyFromAnswer(answer.Bonus)
  const win = moneyFromAnswer(answer.Winning_Amount)
  const locked = {
    bonus: moneyFromAnswer(answer.Locked.Bonus),
    referral: moneyFromAnswer(answer.Locked.ReferalAmount),
  }
  return {
    deposit,
    bonus,
    win,
    referral: moneyFromAnswer(answer.ReferalAmount),
    locked,
    onHold: moneyFromAnswer(answer.OnHold),
    playable: add(deposit, subtract(bonus, locked.bonus), win),
  }
}
