import { fkr, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import type { Round } from './round.ts'
import { againFrom, answered, failed, roundOf, type Stage, shown, stageOf } from './stage.ts'

type Any = Round<null, string, null>

const open: Any = {
  id: 'a',
  stake: fkr(10),
  status: 'Pending',
  returned: zero,
  rules: null,
  moves: [],
  view: null,
  seal: null,
  balances: null,
}
const ended: Any = { ...open, status: 'Win', returned: fkr(15), moves: ['even'] }
const moving: Stage<Any, string> = {
  at: 'moving',
  round: open,
  move: 'even',
  pressedAt: 7,
  ended: null,
}

test('without a round the table is empty, an open round goes on, an ended one is shown', () => {
  expect(stageOf(null)).toEqual({ at: 'idle' })
  expect(stageOf(open)).toEqual({ at: 'open', round: open, unanswered: null })
  expect(stageOf(ended)).toMatchObject({ at: 'settled', round: ended })
})

test('an answer that ends the round is not on screen before its time', () => {
  const waiting = answered(moving, ended)
  expect(roundOf(waiting)).toBe(open)
  const told = shown(waiting)
  expect(told).toEqual({ at: 'settled', round: ended, pressedAt: 7 })
  expect(roundOf(told)).toBe(ended)
})

test('an answer that leaves the round open goes on at once', () => {
  expect(answered(moving, open)).toEqual({ at: 'open', round: open, unanswered: null })
})

test('the time of a move shows no result of a round that has no answer yet', () => {
  expect(shown(moving)).toBe(moving)
})

test('a move without an answer is the one that can be tried again', () => {
  expect(failed(moving, 'even')).toEqual({ at: 'open', round: open, unanswered: 'even' })
  expect(failed(moving, null)).toEqual({ at: 'open', round: open, unanswered: null })
})

test('Play Again comes with the result, or as much later as the game says', () => {
  const settled: Stage<Any, string> = { at: 'settled', round: ended, pressedAt: 100 }
  expect(againFrom(settled, { resultAfterMs: 1_000, againAfterMs: 3_500 })).toBe(3_600)
  expect(againFrom(settled, { resultAfterMs: 0, againAfterMs: 0 })).toBe(Number.NEGATIVE_INFINITY)
  expect(againFrom(moving, { resultAfterMs: 0, againAfterMs: 0 })).toBe(Number.POSITIVE_INFINITY)
})
