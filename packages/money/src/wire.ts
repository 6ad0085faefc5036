import { hundredths, type Money } from './money.ts'

/** The largest amount that any call takes: 1,000,000,000 fkr. */
const largest = 100_000_000_000n

/**
 * `12`, `12.5`, `-12.50`: ASCII digits and at most two decimals, as the contract's schemas take
 * it.
 */
const decimalText = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * An amount in fkr from outside: a JSON number or a string of ASCII digits, with at most two
 * decimals. Null for anything else (`"1e3"`, `"0x10"`, `" 5"`, `true`, `1.005`, `NaN`, above
 * 1,000,000,000).
 */
export function moneyFromWire(value: unknown): Money | null {
  if (typeof value === 'number' && !Number.isSafeInteger(Math.trunc(value))) return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const parts = decimalText.exec(String(value))
  if (!parts) return null
  const [, sign, whole = '', decimals = ''] = parts
  const size = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  if (size > largest) return null
  return hundredths(sign ? -size : size)
}

/** The same, for calls that take whole fkr only. */
export function wholeMoneyFromWire(value: unknown): Money | null {
  const money = moneyFromWire(value)
  if (money === null || money % 100n !== 0n) return null
  return typeof value === 'string' && value.includes('.') ? null : money
}

/**
 * Money as a JSON number in fkr. Exact to the hundredth up to 90,071,992,547,409 fkr; beyond it, a
 * bug.
 */
export function moneyToWire(money: Money): number {
  if (money > 9_007_199_254_740_991n || money < -9_007_199_254_740_991n)
    throw new RangeError('too much money for JSON')
  return Number(money) / 100
}

/**
 * The way back: an amount that an answer carries. Sums may be larger than any amount that a call
 * takes. It reads `moneyToWire`'s numbers exactly up to 15 digits; a number that `moneyToWire`
 * can't have written is a bug.
 */
export function moneyFromAnswer(value: number): Money {
  const [, sign, whole = '', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  if (sign === undefined) throw new RangeError(`not an amount: ${value}`)
  const size = BigInt(whole + decimals.padEnd(2, '0'))
  return hundredths(sign ? -size : size)
}
