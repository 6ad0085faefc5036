import { hundredths, type Money } from './money.ts'

/**
 * Money as a JSON number in fkr. Exact to the hundredth up to 90,071,992,547,409 fkr; beyond it, a
 * bug.
 */
export function moneyToNumber(money: Money): number {
  if (money > 9_007_199_254_740_991n || money < -9_007_199_254_740_991n)
    throw new RangeError('too much money for JSON')
  return Number(money) / 100
}

/**
 * The way back: an amount that an answer carries. Sums may be larger than any amount that a call
 * takes. It reads `moneyToNumber`'s numbers exactly up to 15 digits; a number that `moneyToNumber`
 * can't have written is a bug.
 */
export function moneyFromNumber(value: number): Money {
  const [, sign, whole = '', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  if (sign === undefined) throw new RangeError(`not an amount: ${value}`)
  const size = BigInt(whole + decimals.padEnd(2, '0'))
  return hundredths(sign ? -size : size)
}
