import { splitStake } from '@pipkin/contract'
import { add, type Money, moneyText, subtract, zero } from '@pipkin/money'
import type { PlayableBalances } from '../api/queries.ts'

/** A move of money to Deposit that makes a bet or a withdrawal possible. */
export interface FundingMove {
  readonly from: 'win' | 'referral'
  readonly amount: Money
}

const names = { win: 'Win', referral: 'Referral' } as const

/** `625 in Win. A move to Deposit is free.` */
export const heldText = ({ from, amount }: FundingMove): string =>
  `${moneyText(amount)} in ${names[from]}. A move to Deposit is free.`

/** `Moved 625 fkr from Win to Deposit.` */
export const movedText = ({ from, amount }: FundingMove): string =>
  `Moved ${moneyText(amount)} fkr from ${names[from]} to Deposit.`

/** The possible moves, Win first: each takes all that isn't locked in its wallet. */
const movable = ({ win, referral, locked }: PlayableBalances): FundingMove[] =>
  [
    { from: 'win' as const, amount: win },
    { from: 'referral' as const, amount: subtract(referral, locked.referral) },
  ].filter(({ amount }) => amount > 0n)

/** From which wallets a stake would come; null where they don't cover it. */
export const fundingOf = (stake: Money, { deposit, bonus, win, locked }: PlayableBalances) =>
  splitStake(stake, { deposit, bonus: subtract(bonus, locked.bonus), win })

/**
 * The move that makes a stake possible which the balances don't fund now; null if none does, or
 * none is needed. It moves the whole wallet, since the next stakes need a part from Deposit too.
 */
export function moveForStake(stake: Money, balances: PlayableBalances): FundingMove | null {
  if (fundingOf(stake, balances)) return null
  const funds = ({ from, amount }: FundingMove) =>
    fundingOf(stake, {
      ...balances,
      deposit: add(balances.deposit, amount),
      win: from === 'win' ? zero : balances.win,
    })
  return movable(balances).find(funds) ?? null
}

/**
 * What a withdrawal lacks in Deposit, and a wallet that has it, with all that it holds; null if
 * Deposit is enough or no wallet has the rest.
 */
export function moveForWithdrawal(
  amount: Money,
  balances: PlayableBalances,
): { readonly held: FundingMove; readonly move: FundingMove } | null {
  const lacking = subtract(amount, balances.deposit)
  if (lacking <= 0n) return null
  const held = movable(balances).find((wallet) => wallet.amount >= lacking)
  return held ? { held, move: { from: held.from, amount: lacking } } : null
}
