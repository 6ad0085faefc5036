import { hundredths, type Money } from '@pipkin/money'
import type { Hex, Transfer, Units } from './chain.ts'

/** One token is one fkr. The worker refuses a token with other decimals. */
export const tokenDecimals = 18
const unitsOfHundredth = 10n ** BigInt(tokenDecimals - 2)

/** The one place where the brand is given. */
export const units = (count: bigint): Units => count as Units

/** An amount of the ledger in the token's units. It is exact. */
export const unitsOf = (money: Money): Units => units(money * unitsOfHundredth)

/** Rounds down to 1/100 fkr, the smallest amount of the ledger. */
export const moneyOf = (count: Units): Money => hundredths(count / unitsOfHundredth)

/** What an account received and sent by these transfers. A transfer to itself counts as neither. */
export function moved(transfers: readonly Transfer[], account: Hex): { got: Units; gave: Units } {
  const others = transfers.filter((transfer) => transfer.from !== transfer.to)
  const sum = (list: readonly Transfer[]) =>
    units(list.reduce<bigint>((total, transfer) => total + transfer.units, 0n))
  return {
    got: sum(others.filter((transfer) => transfer.to === account)),
    gave: sum(others.filter((transfer) => transfer.from === account)),
  }
}
