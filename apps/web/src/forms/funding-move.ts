import { splitStake } from '@pipkin/contract'
import { add, type Money, moneyText, subtract, zero } from '@pipkin/money'
import type { PlayableBalances } from '../api/queries.ts'

/** Money that goes to Deposit before a bet or a withdrawal, which it alone makes possible. */
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

/** What can be moved, Win first: all of each wallet that isn't locked. */
const movable = ({ win, referral, locked }: PlayableBalances): FundingMove[] =>
  [
    { from: 'win' as const, amount: win },
    { from: 'referral' as const, amount: subtract(referral, locked.referral) },
  ].filter(({ amount }) => amount > 0n)

/**
 * The move that lets a stake be placed which the balances don't fund now; null where none does, or
 * none is needed. It takes the whole wallet: the next stakes need a part from Deposit too.
 */
export function moveForStake(stake: Money, balances: PlayableBalances): FundingMove | null {
  const { deposit, win } = balances
  const bonus = subtract(balances.bonus, balances.locked.bonus)
  if (splitStake(stake, { deposit, bonus, win })) return null
  const funds = ({ from, amount }: FundingMove) =>
    splitStake(stake, { deposit: add(deposit, amount), bonus, win: from === 'win' ? zero : win })
  return movable(balances).find(funds) ?? null
}

/**
 * What a withdrawal lacks in Deposit, and the wallet that has it, with all that the wallet holds;
 * null where Deposit is enough or no wallet has the rest.
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
