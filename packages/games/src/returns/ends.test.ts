import { describe, expect, test } from 'vitest'
import { plus, times, zero } from '../exact/fraction.ts'
import { guessRules } from '../guess-number/settings.ts'
import { minesRules } from '../mines/settings.ts'
import { slotRules } from '../slot-machine/settings.ts'
import { ticTacToeRules } from '../tic-tac-toe/settings.ts'
import { endsOf, fraction, judgeRules, returnsOf } from './index.ts'

const offered = [guessRules, minesRules, slotRules, ticTacToeRules]

describe.each(offered)('the ends of best play in $game', (rules) => {
  test.each([100, 37, 0])('at %i percent of kind rounds add up to 1 and to its return', (share) => {
    const dealt = { ...rules, winPercentage: share }
    const ends = endsOf(dealt)
    expect(ends.map(({ chance }) => chance).reduce(plus, zero)).toEqual(fraction(1))
    expect(
      ends.map(({ pays, chance }) => times(chance, fraction(pays, 100))).reduce(plus, zero),
    ).toEqual(returnsOf(dealt).best)
  })
})

test('a perfect player of Tic-Tac-Toe wins 89 of 960 rounds, ties the others and loses none', () => {
  expect(endsOf(ticTacToeRules)).toEqual([
    { name: 'a win', pays: 200, chance: fraction(89, 960) },
    { name: 'a tie', pays: 100, chance: fraction(871, 960) },
    { name: 'a loss', pays: 0, chance: fraction(0) },
  ])
})

describe('a budget of losses', () => {
  test('comes with rules whose best play returns more than the stake, and with no others', () => {
    expect(
      offered.map((rules) => judgeRules(rules)).map((judged) => judged.ok && judged.budget),
    ).toEqual([
      null,
      null,
      null,
      { hardRules: { ...ticTacToeRules, winPercentage: 0 }, mostPays: 200 },
    ])
    expect(judgeRules({ ...ticTacToeRules, winPercentage: 0 })).toMatchObject({ budget: null })
  })

  test('has hard rules by which best play returns the stake at most', () => {
    const judged = judgeRules({ ...ticTacToeRules, winPercentage: 60, winPays: 350 })
    if (!judged.ok || !judged.budget) throw new Error('no budget')
    expect(judged.budget.mostPays).toBe(350)
    expect(returnsOf(judged.budget.hardRules).best).toEqual(fraction(1))
  })

  test('is refused where a hard round could pay more than the stake', () => {
    expect(judgeRules({ ...ticTacToeRules, tiePays: 110 })).toMatchObject({
      ok: false,
      why: 'A hard round would pay more than the stake.',
    })
  })
})
