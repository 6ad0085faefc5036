import type { ChangedBalances } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'

/** What `ledger.place_bet` and `ledger.store_moves` answer of the balances, in 1/100 fkr. */
export interface BalancesRow {
  readonly deposit: number
  readonly win: number
  readonly bonus: number
  readonly locked_bonus: number
}

/** What a bet or a settlement has left in the wallets that it touches. */
export const changedBalances = (row: BalancesRow): ChangedBalances => ({
  deposit: hundredths(row.deposit),
  win: hundredths(row.win),
  bonus: hundredths(row.bonus),
  locked: { bonus: hundredths(row.locked_bonus) },
})
