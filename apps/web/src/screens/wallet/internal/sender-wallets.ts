import type { Balances } from '@pipkin/contract'
import { type Money, moneyText, subtract, zero } from '@pipkin/money'
import type { WorthText } from '../../../forms/worth.tsx'

/** The wallets that money is moved from, by the names of the specification. */
export const walletNames = { win: 'Winning', referral: 'Referal' } as const
export type SenderWallet = keyof typeof walletNames

export interface Holding {
  readonly total: Money
  readonly locked: Money
  readonly movable: Money
}

/** What a wallet holds, and how much of it can be moved. */
export function holdingOf(wallet: SenderWallet, balances: Balances): Holding {
  const [total, locked] =
    wallet === 'win' ? [balances.win, zero] : [balances.referral, balances.locked.referral]
  return { total, locked, movable: subtract(total, locked) }
}

export function movableText({ total, locked, movable }: Holding, worth: WorthText): string {
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  if (total <= 0n) return 'Nothing to move'
  if (locked <= 0n) return 'All of it can be moved'
  return movable <= 0n
    ? 'All of it is locked'
    : `${text(movable)} can be moved, ${text(locked)} is locked`
}

/** Ready amounts beside *Move all*, as far as they are less than that. */
export const readyAmounts = (movable: Money, amounts: readonly Money[]): Money[] =>
  amounts.filter((amount) => amount < movable)
