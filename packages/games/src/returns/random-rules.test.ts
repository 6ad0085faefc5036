import { expect, test } from 'vitest'
import { numbersOf, randomRules, simulateQuickly } from '../../test/random-rules.ts'
import { games } from '../catalog.ts'
import { returnsOf, toNumber } from './index.ts'

/** A sample is off by more standard errors than this once in 10,000 times. */
const errorsIn10000 = 3.8906

/** `node bench/random-rules.ts` does the same with 50 settings of each and a million rounds. */
test.each(games.map(({ offer }) => offer.rules))(
  '$game by random settings plays to its exact return',
  ({ game }) => {
    const next = numbersOf(5)
    for (let setting = 0; setting < 8; setting += 1) {
      const rules = randomRules(game, next)
      const { mean, error } = simulateQuickly(rules, 10_000, next)
      const exact = toNumber(returnsOf(rules).best)
      expect(Math.abs(mean - exact), JSON.stringify(rules)).toBeLessThanOrEqual(
        errorsIn10000 * error + 1e-12,
      )
    }
  },
)
