import type { Game } from '@pipkin/contract'
import { percentText } from '@pipkin/games/percent-text'

const space = '\u00a0'

/** A return as the solver gives it, cut and never rounded up: `96.06 %`, `76 %`. */
export const returnText = (share: number): string =>
  `${percentText(share).replace(/\.00$/, '')}${space}%`

/** `0.5×, 1× or 2.5×`. */
export const anyOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** A share of all rounds, in the smallest whole numbers. */
export interface Share {
  /** 9 of 9 in 10. */
  readonly part: number
  /** `9 in 10`. */
  readonly short: string
  /** `9 rounds in 10`, `1 round in 4`, `Every round`. */
  readonly rounds: string
  readonly isAre: 'is' | 'are'
}

function shareOf(percentage: number): Share | null {
  if (percentage === 0) return null
  const divisor = greatestDivisor(percentage, 100)
  const [part, all] = [percentage / divisor, 100 / divisor]
  const short = `${part} in ${all}`
  if (all === 1) return { part, short, rounds: 'Every round', isAre: 'is' }
  return part === 1
    ? { part, short, rounds: `1 round in ${all}`, isAre: 'is' }
    : { part, short, rounds: `${part} rounds in ${all}`, isAre: 'are' }
}

/** How many rounds are dealt kind and how many hard; null for none. */
export const kindShare = (winPercentage: number): Share | null => shareOf(winPercentage)
export const hardShare = (winPercentage: number): Share | null => shareOf(100 - winPercentage)

/**
 * What the solver says of best play, first as a figure, then as a sentence; empty without its
 * returns.
 */
export const bestPlayLines = (returns: Game['returns'] | null) =>
  returns ? [{ label: 'Return, best play', value: returnText(returns.best) }] : []
export const bestPlaySentences = (returns: Game['returns'] | null) =>
  returns ? [`Best play: ${returns.bestPlay}`] : []
