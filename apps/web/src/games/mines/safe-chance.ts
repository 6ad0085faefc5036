import { chanceText } from '@pipkin/games'
import type { MinesRules } from '@pipkin/games/mines'

export interface SafeChance {
  /** `12 of 22`; with hard rounds, before the first tile, `54 %`. */
  readonly short: string
  /** `12 of 22, 54.5 %`. */
  readonly words: string
}

/**
 * The chance that the next tile is safe. A safe tile shows that the round isn't hard, since in a
 * hard round every tile is a mine.
 */
export function safeChance(rules: MinesRules, opened: number): SafeChance {
  const hidden = rules.cells - opened
  const safe = hidden - rules.mines
  const kind = opened === 0 ? rules.winPercentage / 100 : 1
  const percent = chanceText((kind * safe) / hidden)
  const count = `${safe} of ${hidden}`
  return kind === 1
    ? { short: count, words: `${count}, ${percent}` }
    : { short: percent, words: percent }
}
