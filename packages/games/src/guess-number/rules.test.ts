import { describe, expect, test } from 'vitest'
import { dealRound, finishRound, outcomeOf, playMove, viewOf } from '../round.ts'
import { type GuessMove, matching, meets, winChance } from './choices.ts'
import type { GuessRound } from './index.ts'
import { guessNumber } from './index.ts'
import type { GuessState } from './rules.ts'
import { guessRules } from './settings.ts'

const deal = (nonce: number, rules = guessRules): GuessRound =>
  dealRound(guessNumber, { rules, roundKey: new Uint8Array(32).fill(nonce), clientSeed: 'test' })

/** The round with other hidden draws, to look at one rule at a time. */
const rigged = (round: GuessRound, state: Partial<GuessState>): GuessRound => ({
  ...round,
  state: { ...round.state, ...state },
})

const outcome = (round: GuessRound, choice: GuessMove) => {
  const played = playMove(round, choice)
  return played.ok ? outcomeOf(played.round) : played.why
}

test('a board shows fifteen different numbers from 1 to 100, and both draws are among them', () => {
  for (let nonce = 0; nonce < 50; nonce += 1) {
    const { numbers, first, second } = deal(nonce).state
    expect(new Set(numbers).size).toBe(15)
    expect(numbers.every((number) => number >= 1 && number <= 100)).toBe(true)
    expect(numbers).toEqual(expect.arrayContaining([first, second]))
  }
})

test.each<[GuessMove, number[], number[]]>([
  [{ choice: 'number', number: 42 }, [42], [41, 43]],
  [{ choice: 'even' }, [2, 100], [1, 99]],
  [{ choice: 'odd' }, [1, 99], [2, 100]],
  [{ choice: 'range', from: 1 }, [1, 11], [12, 51]],
  [{ choice: 'range', from: 51 }, [51, 61], [1, 50, 62]],
  [{ choice: 'range', from: 2 }, [], [2, 3, 51]],
])('the numbers that meet %j', (choice, met, unmet) => {
  expect(met.every((number) => meets(guessRules, choice, number))).toBe(true)
  expect(unmet.some((number) => meets(guessRules, choice, number))).toBe(false)
})

const board = [2, 4, 6, 7, 55, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79]

describe('in a kind round the first draw counts', () => {
  const round = rigged(deal(0), { numbers: board, kind: true, first: 7, second: 4 })

  test.each<[GuessMove, string, number]>([
    [{ choice: 'number', number: 7 }, 'Win', 200],
    [{ choice: 'odd' }, 'Win', 150],
    [{ choice: 'range', from: 1 }, 'Win', 150],
    [{ choice: 'number', number: 4 }, 'Loss', 0],
    [{ choice: 'even' }, 'Loss', 0],
    [{ choice: 'range', from: 51 }, 'Loss', 0],
  ])('%j: %s', (choice, status, pays) => expect(outcome(round, choice)).toEqual({ status, pays }))
})

describe('in a hard round', () => {
  const round = rigged(deal(0), { numbers: board, kind: false, first: 7, second: 4 })
  const shown = (choice: GuessMove) => {
    const played = playMove(round, choice)
    return played.ok && viewOf(played.round)
  }

  test('a choice that wins with the first draw is judged by the second', () => {
    expect(outcome(round, { choice: 'odd' })).toEqual({ status: 'Loss', pays: 0 })
    expect(outcome(round, { choice: 'range', from: 1 })).toEqual({ status: 'Win', pays: 150 })
    expect(shown({ choice: 'odd' })).toEqual({ numbers: board, result: 4, first: 7, second: 4 })
  })

  test('a choice that loses with the first draw has lost', () => {
    expect(outcome(round, { choice: 'even' })).toEqual({ status: 'Loss', pays: 0 })
    expect(shown({ choice: 'even' })).toEqual({ numbers: board, result: 7, first: 7, second: 4 })
  })
})

test('a choice that no shown number meets is refused', () => {
  const round = rigged(deal(0), {
    numbers: board.filter((number) => number > 11 && number % 2 === 1),
  })
  for (const choice of [
    { choice: 'even' },
    { choice: 'range', from: 1 },
    { choice: 'number', number: 7 },
  ])
    expect(outcome(round, choice as GuessMove)).toBe('no shown number meets the choice')
})

test('a round takes one choice', () => {
  const played = playMove(deal(0), { choice: 'even' })
  if (!played.ok) throw new Error(played.why)
  expect(playMove(played.round, { choice: 'even' })).toEqual({
    ok: false,
    why: 'the round has ended',
  })
})

test('a round that its player left takes even, or odd where no even number is shown', () => {
  const odd = rigged(deal(0), { numbers: [1, 3, 5], first: 1, second: 3 })
  expect(finishRound(deal(0)).moves).toEqual([{ choice: 'even' }])
  expect(finishRound(odd).moves).toEqual([{ choice: 'odd' }])
})

test('the chance of a choice is counted on the board', () => {
  expect(matching(guessRules, { choice: 'odd' }, board)).toBe(7)
  expect(winChance(guessRules, { choice: 'odd' }, board)).toBeCloseTo(7 / 15, 12)
  const half = { ...guessRules, winPercentage: 50 }
  expect(winChance(half, { choice: 'odd' }, board)).toBeCloseTo((7 / 15 + 49 / 225) / 2, 12)
})

test.each([
  null,
  'even',
  {},
  { choice: 'both' },
  { choice: 'even', number: 2 },
  { choice: 'number' },
  { choice: 'number', number: '4' },
  { choice: 'number', number: 4.5 },
  { choice: 'range' },
  { choice: 'range', from: Number.NaN },
  { choice: 'constructor' },
])('no move of guess number: %j', (move) =>
  expect(playMove(deal(0), move)).toEqual({ ok: false, why: 'not a move of this game' }),
)

test.each([
  { numbers: 16 },
  { of: 99 },
  { ranges: [[1, 11]] },
  {
    ranges: [
      [1, 12],
      [51, 61],
    ],
  },
  { numberPays: 0 },
  { extraPays: 150.5 },
  { numberPays: 10_001 },
  { extraPays: 10_001 },
  { version: '1' },
  { winPercentage: -1 },
  { game: 'mines' },
  { more: 1 },
])('no rules of guess number: %j', (edit) =>
  expect(guessNumber.parseRules({ ...guessRules, ...edit })).toBeNull(),
)
