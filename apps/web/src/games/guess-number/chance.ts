import { chanceText } from '@pipkin/games'
import { type GuessMove, type GuessRules, matching, winChance } from '@pipkin/games/guess-number'

/** The chance of a choice among the numbers shown, as it stands. */
export interface Chance {
  /** How many of the numbers meet it; a choice that none meets can't be taken. */
  readonly met: number
  /** `8 of 15`. */
  readonly count: string
  /**
   * `8 of 15, 53.3 %`; with hard rounds the count isn't yet the chance: `8 of 15 meet it, 40.8 %`.
   */
  readonly words: string
}

/** How many of the numbers shown meet a choice, and its chance to win. */
export function chanceOf(rules: GuessRules, choice: GuessMove, numbers: readonly number[]): Chance {
  const met = matching(rules, choice, numbers)
  const count = `${met} of ${numbers.length}`
  const meet = rules.winPercentage === 100 ? '' : ' meet it'
  return { met, count, words: `${count}${meet}, ${chanceText(winChance(rules, choice, numbers))}` }
}
