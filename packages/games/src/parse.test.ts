import { expect, test } from 'vitest'
import { games, parseRules } from './catalog.ts'
import { guessRules } from './guess-number/settings.ts'
import { minesRules } from './mines/settings.ts'
import { slotRules } from './slot-machine/settings.ts'
import { ticTacToeRules } from './tic-tac-toe/settings.ts'

test.each(
  games.flatMap(({ offer, demoOf }) => [offer.rules, demoOf?.(offer.rules) ?? offer.rules]),
)('the specified rules are rules: $game', (rules) => expect(parseRules(rules)).toEqual(rules))

test.each([
  { ...guessRules, numberPays: 10_000, extraPays: 10_000 },
  { ...slotRules, jackpotPays: 10_000, pairPays: 10_000 },
  { ...ticTacToeRules, winPays: 10_000, tiePays: 10_000 },
  // 7 × 5 + 7 × 8.12 + 8.16: all safe cells together.
  {
    ...minesRules,
    multipliers: [
      [500, 7],
      [812, 7],
      [816, 1],
    ],
  },
])('what the ledger settles may be paid, a hundred times the stake: $game', (rules) =>
  expect(parseRules(rules)).toEqual(rules),
)
