import { expect, test } from 'vitest'
import { fraction, plus, times, toNumber } from '../exact/fraction.ts'
import { judgeRules, returnsOf } from '../returns/index.ts'
import { percentText } from '../returns/percent-text.ts'
import { ticTacToeRules } from './settings.ts'

const percents = () => {
  const { strategies } = returnsOf(ticTacToeRules)
  return Object.fromEntries(
    strategies.map(({ name, return: share }) => [name, percentText(toNumber(share))]),
  )
}

test('returns at 10 % of kind rounds', () => {
  expect(percents()).toEqual({
    'best play': '109.27',
    'takes wins, blocks, else plays anywhere': '87.61',
    'plays anywhere': '27.20',
  })
})

test.each([0, 10, 50, 100])(
  'best play with %i percent of kind rounds returns 1 + 89/96 · p',
  (winPercentage) => {
    const p = fraction(winPercentage, 100)
    expect(returnsOf({ ...ticTacToeRules, winPercentage }).best).toEqual(
      plus(fraction(1), times(fraction(89, 96), p)),
    )
  },
)

test('the operator is warned, and not refused', () => {
  expect(judgeRules(ticTacToeRules)).toMatchObject({
    ok: true,
    warning: expect.stringContaining('small'),
  })
  expect(judgeRules({ ...ticTacToeRules, winPercentage: 0, tiePays: 90 })).toMatchObject({
    ok: true,
    warning: null,
  })
})
