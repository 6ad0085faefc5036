import type { GuessMove, GuessRules } from '@pipkin/games/guess-number'

export const even: GuessMove = { choice: 'even' }
const odd: GuessMove = { choice: 'odd' }

export const numberChoice = (number: number): GuessMove => ({ choice: 'number', number })

/** Even, odd and the ranges of the rules. */
export const groupsOf = (rules: GuessRules): GuessMove[] => [
  even,
  odd,
  ...rules.ranges.map(([from]): GuessMove => ({ choice: 'range', from })),
]

/** The name of a choice: `Even`, `1 to 11`, `73`. */
export function nameOf(rules: GuessRules, choice: GuessMove): string {
  switch (choice.choice) {
    case 'even':
      return 'Even'
    case 'odd':
      return 'Odd'
    case 'number':
      return String(choice.number)
    case 'range':
      return `${choice.from} to ${rules.ranges.find(([from]) => from === choice.from)?.[1] ?? choice.from}`
  }
}

export const isSame = (a: GuessMove, b: GuessMove | null): boolean =>
  b !== null &&
  a.choice === b.choice &&
  (a.choice !== 'number' || (b.choice === 'number' && a.number === b.number)) &&
  (a.choice !== 'range' || (b.choice === 'range' && a.from === b.from))
