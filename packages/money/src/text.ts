import { hundredths, type Money } from './money.ts'

/** A true minus sign, as the design has it. */
const minus = '\u2212'

/** `1,234.50`, `20`, `−4`: thousands separators, hundredths only where there are any. */
export function moneyText(money: Money): string {
  const size = money < 0n ? -money : money
  const whole = (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = size % 100n
  return `${money < 0n ? minus : ''}${whole}${rest === 0n ? '' : `.${rest.toString().padStart(2, '0')}`}`
}

/** With its sign, for changes: `+15`, `−20`, `0`. */
export const signedMoneyText = (money: Money): string =>
  money > 0n ? `+${moneyText(money)}` : moneyText(money)

const steps = [
  { letter: 'T', size: 100_000_000_000_000n },
  { letter: 'B', size: 100_000_000_000n },
  { letter: 'M', size: 100_000_000n },
  { letter: 'K', size: 100_000n },
] as const

/**
 * `1.20K`, `3.45M`: K, M, B, T with two decimals, cut and never rounded up: the text never
 * exceeds the amount. Home shortens from 1,000 fkr, wallet screens from 1,000,000.
 */
export function shortMoneyText(money: Money, from: Money): string {
  const size = money < 0n ? -money : money
  const step = size < from ? undefined : steps.find((s) => size >= s.size)
  if (!step) return moneyText(money)
  const cut = (size * 100n) / step.size
  return `${money < 0n ? minus : ''}${cut / 100n}.${(cut % 100n).toString().padStart(2, '0')}${step.letter}`
}

export const homeShortensFrom = hundredths(100_000n)
export const walletShortensFrom = hundredths(100_000_000n)
