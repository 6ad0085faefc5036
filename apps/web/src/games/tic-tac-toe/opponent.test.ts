import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { expect, test } from 'vitest'
import { opponentInWords } from './opponent.ts'

const at = (winPercentage: number) => opponentInWords({ ...ticTacToeRules, winPercentage })

test('who plays O, from the share of kind rounds', () => {
  expect(at(10).short).toBe(
    '1 round in 10 is played by a computer that only blocks, 9 in 10 by the perfect computer.',
  )
  expect(at(10).full).toBe(
    '1 round in 10 is played by a computer that only blocks. The other 9 are played by the perfect computer: you can tie it, never beat it.',
  )
  expect(at(0).short).toBe('Every round is played by the perfect computer.')
  expect(at(100).full).toBe('Every round is played by a computer that only blocks.')
  expect(at(75).full).toContain('3 rounds in 4 are played')
  expect(at(75).full).toContain('The other 1 is played')
})
