import { type GuessMove, type GuessRules, matching } from '@pipkin/games'
import { chanceText } from '../odds-text.ts'

/** The chance of a choice among the numbers shown, as it stands. */
export interface Chance {
  /** How many of the numbers meet it; a choice that none meets can't be taken. */
  readonly met: number
  /** `8 of 15`. */
  readonly count: string
  /** `53.3 %`, hard rounds included: there a choice that wins with the first draw must win with the second. */
  readonly percent: string
}

/** `p·q + (1 − p)·q²` with q = met / shown, p the share of kind rounds: whole numbers over 100 · shown². */
export function chanceOf(rules: GuessRules, choice: GuessMove, numbers: readonly number[]): Chance {
  const met = matching(rules, choice, numbers)
  const shown = numbers.length
  const kind = rules.winPercentage
  return {
    met,
    count: `${met} of ${shown}`,
    percent: chanceText(kind * met * shown + (100 - kind) * met * met, 100 * shown * shown),
  }
}

/** `8 of 15, 53.3 %`; with hard rounds the count is not yet the chance. */
export const chanceInWords = ({ count, percent }: Chance, { winPercentage }: GuessRules): string =>
  winPercentage === 100 ? `${count}, ${percent}` : `${count} meet it, ${percent}`
