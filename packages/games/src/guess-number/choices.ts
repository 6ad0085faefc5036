import type { GuessRules } from './settings.ts'

export type GuessMove =
  | { readonly choice: 'number'; readonly number: number }
  | { readonly choice: 'even' }
  | { readonly choice: 'odd' }
  | { readonly choice: 'range'; readonly from: number }

/** Whether a number makes a choice win. A range that the rules don't have is met by no number. */
export function meets(rules: GuessRules, choice: GuessMove, number: number): boolean {
  switch (choice.choice) {
    case 'number':
      return number === choice.number
    case 'even':
      return number % 2 === 0
    case 'odd':
      return number % 2 === 1
    case 'range':
      return rules.ranges.some(
        ([from, to]) => from === choice.from && number >= from && number <= to,
      )
  }
}

/** What a choice pays when it wins, in hundredths of the stake. */
export const choicePays = (rules: GuessRules, choice: GuessMove): number =>
  choice.choice === 'number' ? rules.numberPays : rules.extraPays

/** How many of the numbers shown make a choice win. */
export const matching = (
  rules: GuessRules,
  choice: GuessMove,
  numbers: readonly number[],
): number => numbers.filter((number) => meets(rules, choice, number)).length

/**
 * The chance that a choice wins on a board, kind and hard rounds together: with q =
 * matching/numbers and p the share of kind rounds it is p·q + (1 − p)·q².
 */
export function winChance(
  rules: GuessRules,
  choice: GuessMove,
  numbers: readonly number[],
): number {
  const q = matching(rules, choice, numbers) / numbers.length
  const p = rules.winPercentage / 100
  return p * q + (1 - p) * q * q
}
