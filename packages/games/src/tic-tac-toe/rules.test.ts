import { describe, expect, test } from 'vitest'
import type { Chance } from '../fairness/chance.ts'
import { dealRound, finishRound, outcomeOf, playMove } from '../round.ts'
import { type Board, emptyCells, resultForX } from './board.ts'
import { ticTacToe } from './index.ts'
import { bestCells } from './minimax.ts'
import { replyCandidates, type TicTacToeState } from './rules.ts'
import { ticTacToeRules } from './settings.ts'

const boardOf = (text: string): Board =>
  [...text].map((mark) => (mark === 'X' || mark === 'O' ? mark : null))

const chance: Chance = { ints: () => () => 0, leafSalt: () => new Uint8Array(32) }
const stateOf = (text: string, kind = false): TicTacToeState => ({
  ...ticTacToe.open(ticTacToeRules, kind, chance),
  board: boardOf(text),
})

describe("O's candidates", () => {
  test('hard: a win before a block', () =>
    expect(replyCandidates(boardOf('OO.XX..X.'), false)).toEqual([2]))
  test('kind: a block before its own win', () =>
    expect(replyCandidates(boardOf('OO.XX..X.'), true)).toEqual(
      [1, 2, 5].filter((cell) => cell === 5),
    ))
  test('kind: both blocks where X threatens twice', () =>
    expect(replyCandidates(boardOf('X.XO..X.O'), true)).toEqual([1, 4]))
  test('kind: anywhere where nothing threatens', () =>
    expect(replyCandidates(boardOf('....X....'), true)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]))
  test('hard: the corners against the centre', () =>
    expect(replyCandidates(boardOf('....X....'), false)).toEqual([0, 2, 6, 8]))
})

test.each([
  ['XX.OO....', 2, 'Win', 200],
  ['XOXXOO.XO', 6, 'Win', 200],
  ['XOXXOOO.X', 7, 'Tie', 100],
])('%s and X at %i: %s', (board, cell, status, pays) => {
  const played = ticTacToe.play(stateOf(board), { cell })
  expect(played.ok && ticTacToe.outcome(played.state)).toEqual({ status, pays })
})

test('O wins where it can in a hard round', () => {
  const played = ticTacToe.play(stateOf('OO.XX....'), { cell: 8 })
  expect(played.ok && ticTacToe.outcome(played.state)).toEqual({ status: 'Loss', pays: 0 })
})

test('no way of playing X beats the hard house', () => {
  const seen = new Set<string>()
  function tryAll(board: Board): void {
    if (seen.has(board.join())) return
    seen.add(board.join())
    for (const cell of emptyCells(board)) {
      const after = board.with(cell, 'X')
      expect(resultForX(after)).not.toBe(1)
      if (resultForX(after) !== null) continue
      for (const reply of replyCandidates(after, false)) {
        const next = after.with(reply, 'O')
        if (resultForX(next) === null) tryAll(next)
      }
    }
  }
  tryAll(boardOf('.........'))
})

const round = dealRound(ticTacToe, {
  rules: ticTacToeRules,
  roundKey: new Uint8Array(32),
  clientSeed: 'test',
})

test('a round that its player left is played on by the lowest of the best cells, and never lost', () => {
  const finished = finishRound(round)
  expect(finished.moves[0]).toEqual({ cell: 0 })
  expect(outcomeOf(finished)?.status).not.toBe('Loss')
  expect(bestCells(boardOf('XO.......'), 'X')[0]).toBe(3)
})

test.each([
  [[{ cell: 4 }, { cell: 4 }], 'this cell is taken'],
  [[...finishRound(round).moves, { cell: 8 }], 'the round has ended'],
])('refused: %j', (moves, why) => {
  const results = moves.reduce(
    (before, move) => (before.ok ? playMove(before.round, move) : before),
    {
      ok: true,
      round,
    } as ReturnType<typeof playMove<typeof round.rules, unknown, TicTacToeState, unknown>>,
  )
  expect(results).toEqual({ ok: false, why })
})

test.each([null, {}, { cell: 9 }, { cell: -1 }, { cell: '4' }, { cell: 4, mark: 'O' }])(
  'no move of tic-tac-toe: %j',
  (move) => expect(playMove(round, move)).toEqual({ ok: false, why: 'not a move of this game' }),
)

test.each([
  { winPays: 0 },
  { winPays: 10_001 },
  { tiePays: 10_001 },
  { tiePays: -1 },
  { winPercentage: 10.5 },
  { version: 0 },
  { size: 3 },
])('no rules of tic-tac-toe: %j', (edit) =>
  expect(ticTacToe.parseRules({ ...ticTacToeRules, ...edit })).toBeNull(),
)
