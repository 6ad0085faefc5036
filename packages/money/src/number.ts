import { hundredths, type Money } from './money.ts'

/** 15 digits, which every double keeps. With more, two amounts may become one number. */
const mostInJson = 999_999_999_999_999n

/** Money as a JSON number in fkr: exact up to 9,999,999,999,999.99 fkr. More is a bug. */
export function moneyToNumber(money: Money): number {
  if (money > mostInJson || money < -mostInJson) throw new RangeError('too much money for JSON')
  return Number(money) / 100
}

/**
 * The way back: an amount that an answer carries. Sums may be larger than any amount that a call
 * takes. A number that `moneyToNumber` can't have written is a bug.
 */
export function moneyFromNumber(value: number): Money {
  const [, sign, whole = '', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  if (sign === undefined) throw new RangeError(`not an amount: ${value}`)
  const size = BigInt(whole + decimals.padEnd(2, '0'))
  return hundredths(sign ? -size : size)
}
