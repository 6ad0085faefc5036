import { expect, test } from 'vitest'
import { defaultRules, demoRules, parseRules } from './catalog.ts'

test.each([...Object.values(defaultRules), demoRules.mines])(
  'the specified rules are rules: $game',
  (rules) => expect(parseRules(rules)).toEqual(rules),
)

test.each([
  { ...defaultRules['guess-number'], numberPays: 10_000, extraPays: 10_000 },
  { ...defaultRules['slot-machine'], jackpotPays: 10_000, pairPays: 10_000 },
  { ...defaultRules['tic-tac-toe'], winPays: 10_000, tiePays: 10_000 },
  // 7 × 5 + 7 × 8.12 + 8.16: all safe cells together.
  {
    ...defaultRules.mines,
    multipliers: [
      [500, 7],
      [812, 7],
      [816, 1],
    ],
  },
])('what the ledger settles may be paid, a hundred times the stake: $game', (rules) =>
  expect(parseRules(rules)).toEqual(rules),
)
