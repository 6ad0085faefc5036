import { expect, test } from 'vitest'
import { fraction, minus, one, plus, times, toNumber } from '../exact/fraction.ts'
import { judgeRules, returnsOf } from '../returns/index.ts'
import { percentText } from '../returns/percent-text.ts'
import { solveGuess } from './returns.ts'
import { guessRules } from './settings.ts'

const solution = solveGuess(guessRules)
const kindOf = (name: string) => solution.others.find((strategy) => strategy.name === name)!.kind

test('best play returns 599625815629793/669499131474600', () => {
  expect(returnsOf(guessRules).best).toEqual(fraction(599625815629793n, 669499131474600n))
  expect(percentText(toNumber(returnsOf(guessRules).best))).toBe('89.56')
})

test('the parity that more numbers have is less than 2·10⁻⁸ below', () => {
  const below = toNumber(minus(solution.best.kind, kindOf('the parity that more numbers have')))
  expect(below).toBeGreaterThan(0)
  expect(below).toBeLessThan(2e-8)
})

test('other choices return less', () => {
  expect(kindOf('always even, or always odd')).toEqual(fraction(75, 100))
  expect(kindOf('always a range')).toEqual(fraction(165, 1000))
  expect(toNumber(kindOf('a range, where it can be taken'))).toBeCloseTo(0.1943, 4)
  expect(kindOf('any number')).toEqual(fraction(2, 15))
})

test('hard rounds return 0.5420980964 to best play', () => {
  expect(toNumber(solution.best.kind)).toBeCloseTo(0.8956334481, 10)
  expect(toNumber(solution.best.hard)).toBeCloseTo(0.5420980964, 10)
  const p = fraction(37, 100)
  expect(returnsOf({ ...guessRules, winPercentage: 37 }).best).toEqual(
    plus(times(p, solution.best.kind), times(minus(one, p), solution.best.hard)),
  )
})

test('a player who saw the numbers before the stake would win: 11 or more of one parity return 112.96 %', () => {
  const ways = (n: number, k: number): bigint =>
    k === 0 ? 1n : (ways(n, k - 1) * BigInt(n - k + 1)) / BigInt(k)
  let [boards, returned] = [0n, 0n]
  for (let parity = 11; parity <= 15; parity += 1) {
    const here = ways(50, parity) * ways(50, 15 - parity)
    boards += here
    returned += here * BigInt(parity * 150)
  }
  expect(percentText(toNumber(fraction(returned, boards * 1500n)))).toBe('112.96')
})

test('settings that give best play the stake or more are refused', () => {
  expect(judgeRules({ ...guessRules, extraPays: 170 }).ok).toBe(false)
  expect(judgeRules({ ...guessRules, numberPays: 1500 }).ok).toBe(false)
  const number = judgeRules({ ...guessRules, numberPays: 1480, extraPays: 100 })
  expect(number.ok).toBe(true)
  expect(number.returns.bestPlay).toBe('take the choice with the greatest chance times pay.')
})
