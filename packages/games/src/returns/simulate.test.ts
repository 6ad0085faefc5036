import { expect, test } from 'vitest'
import type { Rules } from '../catalog.ts'
import { toHex } from '../fairness/bytes.ts'
import { guessRules } from '../guess-number/settings.ts'
import { minesRules } from '../mines/settings.ts'
import { slotRules } from '../slot-machine/settings.ts'
import { ticTacToeRules } from '../tic-tac-toe/settings.ts'
import { errorsIn999Of1000, returnsOf, simulate, toNumber } from './index.ts'

const seed = new Uint8Array(32).fill(9)

test.each<Rules>([
  guessRules,
  { ...guessRules, winPercentage: 40 },
  minesRules,
  { ...minesRules, winPercentage: 40 },
  slotRules,
  { ...slotRules, winPercentage: 40 },
  ticTacToeRules,
  { ...ticTacToeRules, winPercentage: 60 },
])(`$game at $winPercentage % plays to its exact return, seed ${toHex(seed)}`, (rules) => {
  const { mean, error } = simulate(rules, 2_500, seed)
  const exact = toNumber(returnsOf(rules).best)
  expect(Math.abs(mean - exact)).toBeLessThanOrEqual(errorsIn999Of1000 * error)
})
