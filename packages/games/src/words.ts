import { type Money, moneyText, times } from '@pipkin/money'
import { percentText } from './returns/percent-text.ts'

/** A multiplier in hundredths of the stake: `1.5×`. */
export const timesText = (pays: number): string => `${pays / 100}×`

/** A chance as per cent with one decimal, cut: `53.3 %`, `60 %`. */
export function chanceText(chance: number): string {
  // Rounding may leave a product of two fractions a hair below its exact value.
  const cut = percentText(chance + 1e-9).slice(0, -1)
  return `${cut.replace(/\.0$/, '')}\u00a0%`
}

/** `0.5× + 1× of 20 is 30`. */
export function multiplied(multipliers: readonly number[], stake: Money): string {
  const whole = multipliers.reduce((sum, multiplier) => sum + multiplier, 0)
  return `${multipliers.map(timesText).join(' + ')} of ${moneyText(stake)} is ${moneyText(times(stake, whole))}`
}

/** Why a round pays one amount, or nothing: `Two of a kind: 1.5× of 20 is 30`. */
export const paidFor = (why: string, pays: number, stake: Money): string =>
  pays === 0 ? `${why}: nothing` : `${why}: ${multiplied([pays], stake)}`

/** `1 move`, `3 moves`. */
export const count = (size: number, noun: string): string =>
  `${size} ${noun}${size === 1 ? '' : 's'}`

/** A text with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Joins texts: `0.5×, 1× and 2.5×`. The language's own formatter takes a phone 10 ms to make, as
 * the page loads.
 */
export const listed = (texts: readonly string[]): string =>
  [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((part) => part !== '').join(' and ')
