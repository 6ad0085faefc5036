import { chanceText } from '../words.ts'
import type { SlotRules } from './settings.ts'

export interface SlotChances {
  /** `1 in 16`, or with hard rounds `5.2 %`. */
  readonly triple: string
  readonly pair: string
  readonly none: string
}

/**
 * How often three equal symbols come, exactly two, and none, among `symbols`² results that are all
 * as likely. In a hard round a spin that would pay is replaced by another.
 */
export function slotChances({ symbols: n, winPercentage }: SlotRules): SlotChances {
  const all = n * n
  const counts = { triple: 1, pair: 3 * (n - 1), none: (n - 1) * (n - 2) }
  if (winPercentage === 100) {
    const text = (count: number) => `${count} in ${all}`
    return { triple: text(counts.triple), pair: text(counts.pair), none: text(counts.none) }
  }
  const kind = winPercentage / 100
  const paying = kind + (1 - kind) * ((counts.triple + counts.pair) / all)
  const text = (count: number) => chanceText((count / all) * paying)
  const lost = 1 - ((counts.triple + counts.pair) / all) * paying
  return { triple: text(counts.triple), pair: text(counts.pair), none: chanceText(lost) }
}
