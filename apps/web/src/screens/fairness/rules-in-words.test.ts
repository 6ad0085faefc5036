import type { Rules } from '@pipkin/games'
import { guessRules } from '@pipkin/games/guess-number'
import { minesRules } from '@pipkin/games/mines'
import { slotRules } from '@pipkin/games/slot-machine'
import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { expect, test } from 'vitest'
import { rulesInWords } from './rules-in-words.ts'

test.each<[Rules, string]>([
  [minesRules, 'Of the 15 others 4 are worth 0.5×, 7 are worth 1× and 4 are worth 2.5× the stake.'],
  [guessRules, 'pays 2× the stake in all; even, odd and the ranges 1–11 and 51–61 pay 1.5×.'],
  [slotRules, 'Three of a kind pay 2× the stake in all, two 1.5×.'],
  [ticTacToeRules, 'A win pays 2× the stake in all, a tie 1×.'],
])('what $game pays stands there', (rules, sentence) =>
  expect(rulesInWords(rules).join(' ')).toContain(sentence),
)

test('hard rounds are named where there are any, and only there', () => {
  expect(rulesInWords(minesRules).join(' ')).not.toContain('hard')
  expect(rulesInWords({ ...minesRules, winPercentage: 90 }).at(-1)).toBe(
    'In a hard round every cell is a mine.',
  )
  expect(rulesInWords(ticTacToeRules).at(-1)).toContain('In a hard round O plays without a fault')
})
