import { expect, test } from 'vitest'
import type { Chance } from '../fairness/chance.ts'
import { dealRound, finishRound, outcomeOf, playMove, viewOf } from '../round.ts'
import { slotMachine } from './index.ts'
import { reelsOutcome } from './rules.ts'
import { slotRules } from './settings.ts'

/** Fixed chance: the symbols of each label. */
const fixed = (symbols: Record<string, number[]>): Chance => ({
  ints: (label) => {
    const left = [...symbols[label]!]
    return () => left.shift()!
  },
  leafSalt: () => new Uint8Array(32),
})

test.each([
  [[0, 0, 0], 'Win', 200],
  [[3, 3, 3], 'Win', 200],
  [[1, 1, 2], 'PartialWin', 150],
  [[1, 2, 1], 'PartialWin', 150],
  [[2, 1, 1], 'PartialWin', 150],
  [[0, 1, 2], 'Loss', 0],
])('%j is a %s', (reels, status, pays) =>
  expect(reelsOutcome(slotRules, reels)).toEqual({ status, pays }),
)

test.each([
  [true, [1, 1, 2], [0, 1, 2], [1, 1, 2]],
  [false, [1, 1, 2], [0, 1, 2], [0, 1, 2]],
  [false, [1, 1, 2], [3, 3, 3], [3, 3, 3]],
  [false, [0, 1, 2], [3, 3, 3], [0, 1, 2]],
])('kind %s: %j, and %j again, counts as %j', (kind, reels, respin, counts) =>
  expect(slotMachine.open(slotRules, kind, fixed({ reels, respin })).reels).toEqual(counts),
)

const round = dealRound(slotMachine, {
  rules: slotRules,
  roundKey: new Uint8Array(32),
  clientSeed: 'test',
})

test('the reels stay hidden until the spin, and there is one spin', () => {
  expect(viewOf(round)).toEqual({})
  expect(outcomeOf(round)).toBeNull()
  const played = playMove(round, { spin: true })
  if (!played.ok) throw new Error(played.why)
  expect(viewOf(played.round)).toEqual({ reels: round.state.reels })
  expect(outcomeOf(played.round)).toEqual(reelsOutcome(slotRules, round.state.reels))
  expect(playMove(played.round, { spin: true })).toEqual({ ok: false, why: 'the round has ended' })
})

test('a round that its player left is spun', () =>
  expect(finishRound(round).moves).toEqual([{ spin: true }]))

test.each([null, {}, { spin: false }, { spin: 'true' }, { spin: true, again: true }])(
  'no move of the slot machine: %j',
  (move) => expect(playMove(round, move)).toEqual({ ok: false, why: 'not a move of this game' }),
)

test.each([
  { reels: 4 },
  { symbols: 5 },
  { pairPays: 0 },
  { jackpotPays: '200' },
  { jackpotPays: 10_001 },
  { pairPays: 10_001 },
  { game: 'slot' },
  { x: 1 },
])('no rules of the slot machine: %j', (edit) =>
  expect(slotMachine.parseRules({ ...slotRules, ...edit })).toBeNull(),
)
