import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Fraction,
  fraction,
  greatest,
  mean,
  sum,
  times,
  toNumber,
  zero,
} from '../exact/fraction.ts'
import { judgeRules, returnsOf } from '../returns/index.ts'
import { percentText } from '../returns/percent-text.ts'
import { solveMines } from './returns.ts'
import { type MinesRules, minesRules } from './settings.ts'

const strategiesOf = (rules: MinesRules) =>
  new Map(returnsOf(rules).strategies.map((strategy) => [strategy.name, strategy.return]))

test('best play returns 6076/6325: go on up to 1.5 times the stake', () => {
  const { best, bestPlay } = returnsOf(minesRules)
  expect(best).toEqual(fraction(6076, 6325))
  expect(bestPlay).toBe('go on while the win amount is 1.5× your stake or less.')
  expect(percentText(toNumber(best))).toBe('96.06')
})

test('a fixed number of tiles returns less', () => {
  const strategies = strategiesOf(minesRules)
  expect(strategies.get('one tile')).toEqual(fraction(76, 100))
  expect(strategies.get('two tiles')).toEqual(fraction(133, 150))
  expect(percentText(toNumber(strategies.get('three tiles')!))).toBe('75.17')
})

test.each([0, 1, 37, 50, 99])(
  '%i percent of kind rounds return that share of 6076/6325',
  (winPercentage) => {
    const { best } = returnsOf({ ...minesRules, winPercentage })
    expect(best).toEqual(times(fraction(winPercentage, 100), fraction(6076, 6325)))
  },
)

test('the best fixed number of tiles is two', () => {
  const { others } = solveMines(minesRules)
  expect(greatest(others.map(({ kind }) => kind))).toEqual(fraction(133, 150))
})

test('multipliers drawn independently and evenly would return more than the stake', () => {
  const known = new Map<string, Fraction>()
  function after(safe: number, winAmount: number): Fraction {
    const key = `${safe} ${winAmount}`
    const goOn = () =>
      mean([50, 100, 250].map((multiplier) => after(safe + 1, winAmount + multiplier)))
    const survival = fraction(15 - safe, 25 - safe)
    const stop = fraction(winAmount, 100)
    const worth = known.get(key) ?? (safe === 15 ? stop : greatest([stop, times(survival, goOn())]))
    known.set(key, worth)
    return worth
  }
  expect(after(0, 0)).toEqual(fraction(299, 297))
})

test('settings that give best play the stake or more are refused', () => {
  const generous: MinesRules = {
    ...minesRules,
    multipliers: [
      [100, 11],
      [250, 4],
    ],
  }
  expect(judgeRules(generous)).toMatchObject({
    ok: false,
    why: 'Best play returns the stake or more.',
  })
  expect(judgeRules({ ...generous, winPercentage: 50 }).ok).toBe(true)
})

test('the sentence says when one tile is all', () => {
  const cheap: MinesRules = { ...minesRules, mines: 1, multipliers: [[10, 24]] }
  const steep: MinesRules = { ...minesRules, mines: 24, multipliers: [[2000, 1]] }
  expect(returnsOf(cheap).bestPlay).toBe('go on while the win amount is 1.1× your stake or less.')
  expect(returnsOf(steep).bestPlay).toBe('cash out after one tile.')
})

test('the sentence names the way of playing that the best return comes from', () => {
  const pair = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 5 }))
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 3 }), (multipliers) => {
      const safe = multipliers.reduce((all, [, count]) => all + count, 0)
      const rules: MinesRules = { ...minesRules, mines: minesRules.cells - safe, multipliers }
      expect(followed(rules)).toEqual(returnsOf(rules).best)
    }),
    { seed: 25, numRuns: 40 },
  )
})

/** The return of the sentence's way of playing, tile by tile. */
function followed(rules: MinesRules): Fraction {
  const last = Number(/([\d.]+)×/.exec(returnsOf(rules).bestPlay)?.[1] ?? 0) * 100
  const known = new Map<string, Fraction>()
  function open(hidden: readonly number[], winAmount: number): Fraction {
    const cells = rules.mines + hidden.reduce((all, count) => all + count, 0)
    const worths = rules.multipliers.map(([multiplier], i) => {
      const count = hidden[i]!
      if (count === 0) return zero
      return times(fraction(count, cells), after(hidden.with(i, count - 1), winAmount + multiplier))
    })
    return sum(worths)
  }
  function after(hidden: readonly number[], winAmount: number): Fraction {
    const stops = winAmount > last + 1e-6 || hidden.every((count) => count === 0)
    if (stops) return fraction(winAmount, 100)
    const worth = known.get(hidden.join()) ?? open(hidden, winAmount)
    known.set(hidden.join(), worth)
    return worth
  }
  const hidden = rules.multipliers.map(([, count]) => count)
  return open(hidden, 0)
}
