import { hundredths, type Money } from './money.ts'

/** The largest amount that any call takes: 1,000,000,000 fkr. */
const largest = 100_000_000_000n

/** `12`, `12.5`, `-12.50`: ASCII digits and at most two decimals, as the contract takes it. */
const decimalText = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * An amount in fkr from outside: a JSON number or a string of ASCII digits, with at most two
 * decimals. Null for anything else (`"1e3"`, `"0x10"`, `" 5"`, `true`, `1.005`, `NaN`, above
 * 1,000,000,000).
 */
export function parseMoney(value: unknown): Money | null {
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
export function parseWholeMoney(value: unknown): Money | null {
  const money = parseMoney(value)
  if (money === null || money % 100n !== 0n) return null
  return typeof value === 'string' && value.includes('.') ? null : money
}
