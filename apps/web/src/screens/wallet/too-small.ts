import { type ChainInfo, refusalMessage } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'

const smallest = {
  deposit: ['smallestDeposit', 'depositTooSmall'],
  withdrawal: ['smallestWithdrawal', 'withdrawalTooSmall'],
} as const

/** The server's refusal of an amount that is too small, before it is asked; else undefined. */
export function tooSmall(
  kind: keyof typeof smallest,
  amount: Money,
  chain: ChainInfo | undefined,
): string | undefined {
  const [limit, code] = smallest[kind]
  return chain && amount < chain[limit]
    ? refusalMessage(code, { n: moneyText(chain[limit]) })
    : undefined
}
