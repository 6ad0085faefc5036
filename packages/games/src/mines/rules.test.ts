import { describe, expect, test } from 'vitest'
import { verifyCell } from '../fairness/merkle.ts'
import { dealRound, finishRound, outcomeOf, playMove, viewOf } from '../round.ts'
import type { MinesRound } from './index.ts'
import { mines } from './index.ts'
import { minesRules } from './settings.ts'

const deal = (nonce: number, rules = minesRules): MinesRound =>
  dealRound(mines, { rules, roundKey: new Uint8Array(32).fill(nonce), clientSeed: 'test' })

const cellsOf = ({ state }: MinesRound, mine: boolean): number[] =>
  state.layout.flatMap((multiplier, cell) => ((multiplier === 0) === mine ? [cell] : []))

function played(round: MinesRound, ...moves: unknown[]): MinesRound {
  return moves.reduce<MinesRound>((before, move) => {
    const after = playMove(before, move)
    if (!after.ok) throw new Error(after.why)
    return after.round
  }, round)
}

const reveal = (cell: number) => ({ reveal: cell })

test('a layout has the mines and the multipliers of its rules', () => {
  for (let nonce = 0; nonce < 50; nonce += 1) {
    const { layout } = deal(nonce).state
    const count = (multiplier: number) => layout.filter((other) => other === multiplier).length
    expect([0, 50, 100, 250].map(count)).toEqual([10, 4, 7, 4])
  }
})

test('each safe tile adds its multiplier, and the cash out pays them', () => {
  const round = deal(1)
  const [a, b] = cellsOf(round, false) as [number, number]
  const two = played(round, reveal(a), reveal(b))
  const sum = round.state.layout[a]! + round.state.layout[b]!
  expect(viewOf(two).winAmount).toBe(sum)
  expect(outcomeOf(two)).toBeNull()
  expect(outcomeOf(played(two, { cashOut: true }))).toEqual({ status: 'Win', pays: sum })
})

test('a cash out below the stake is a win too', () => {
  const round = deal(1)
  const half = round.state.layout.indexOf(50)
  expect(outcomeOf(played(round, reveal(half), { cashOut: true }))).toEqual({
    status: 'Win',
    pays: 50,
  })
})

test('a mine loses it all and shows the layout', () => {
  const round = deal(1)
  const lost = played(round, reveal(cellsOf(round, false)[0]!), reveal(cellsOf(round, true)[0]!))
  expect(outcomeOf(lost)).toEqual({ status: 'Loss', pays: 0 })
  const view = viewOf(lost)
  expect(view).toMatchObject({
    winAmount: 0,
    mines: cellsOf(round, true),
    multipliers: round.state.layout,
  })
  expect(view.proofs.every((proof) => verifyCell(view.root, proof, 25))).toBe(true)
})

test('the last safe tile cashes out by itself', () => {
  const round = deal(1)
  const safe = cellsOf(round, false)
  const done = played(round, ...safe.map(reveal))
  expect(outcomeOf(done)).toEqual({ status: 'Win', pays: 4 * 50 + 7 * 100 + 4 * 250 })
  expect(outcomeOf(played(round, ...safe.slice(1).map(reveal)))).toBeNull()
})

test('in a hard round every cell is a mine', () => {
  const round = deal(1, { ...minesRules, winPercentage: 0 })
  expect(round.kind).toBe(false)
  for (let cell = 0; cell < 25; cell += 1)
    expect(outcomeOf(played(round, reveal(cell)))).toEqual({ status: 'Loss', pays: 0 })
})

test('the root stays the same from deal to end, and every revealed cell is proven against it', () => {
  let round = deal(2)
  const { root } = viewOf(round)
  for (const cell of cellsOf(round, false)) {
    round = played(round, reveal(cell))
    const view = viewOf(round)
    expect(view.root).toBe(root)
    expect(view.proofs.map((proof) => proof.cell)).toEqual(view.revealed.map((shown) => shown.cell))
    expect(view.proofs.every((proof) => verifyCell(root, proof, 25))).toBe(true)
  }
})

describe('a round that its player left', () => {
  test('cashes out what is revealed', () => {
    const round = deal(1)
    const one = played(round, reveal(cellsOf(round, false)[0]!))
    expect(finishRound(one).moves).toEqual([...one.moves, { cashOut: true }])
  })

  test('with nothing revealed opens cell 0, and cashes out where that is safe', () => {
    for (let nonce = 0; nonce < 10; nonce += 1) {
      const round = deal(nonce)
      const safe = round.state.layout[0]! > 0
      expect(finishRound(round).moves).toEqual(safe ? [reveal(0), { cashOut: true }] : [reveal(0)])
    }
  })
})

describe('refused', () => {
  const round = deal(1)
  const safe = cellsOf(round, false)[0]!

  test.each([
    [[{ cashOut: true }], 'nothing is revealed yet'],
    [[reveal(safe), reveal(safe)], 'this cell is open already'],
    [[reveal(cellsOf(round, true)[0]!), { cashOut: true }], 'the round has ended'],
    [[reveal(safe), { cashOut: true }, { cashOut: true }], 'the round has ended'],
    [[reveal(safe), { cashOut: true }, reveal(safe)], 'the round has ended'],
  ])('%j', (moves, why) => {
    expect(playMove(played(round, ...moves.slice(0, -1)), moves.at(-1))).toEqual({ ok: false, why })
  })

  test.each([
    null,
    0,
    'reveal',
    [],
    {},
    reveal(25),
    reveal(-1),
    reveal(0.5),
    { reveal: '3' },
    { cashOut: false },
    { cashOut: 1 },
    { reveal: 1, cashOut: true },
  ])('no move of mines: %j', (move) =>
    expect(playMove(round, move)).toEqual({ ok: false, why: 'not a move of this game' }),
  )
})

test.each([
  { mines: 0, multipliers: [[50, 25]] },
  { mines: 25, multipliers: [] },
  { mines: 11 },
  { hardMines: 24 },
  { cells: 36 },
  { version: 2 },
  { winPercentage: 100.5 },
  { winPercentage: 101 },
  { winPercentage: '100' },
  {
    multipliers: [
      [50, 4],
      [100, 7],
      [0, 4],
    ],
  },
  {
    multipliers: [
      [50, 4],
      [100, 7],
      [250, 5],
    ],
  },
  {
    multipliers: [
      [50, 4],
      [100, 7],
      [250, 4, 1],
    ],
  },
  {
    multipliers: [
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 2],
      [5, 2],
      [6, 2],
      [7, 3],
    ],
  },
  {
    multipliers: [
      [500, 14],
      [3_001, 1],
    ],
  },
  { multipliers: 'many' },
  { game: 'mine' },
  { note: 'a field of its own' },
])('no rules of mines: %j', (edit) =>
  expect(mines.parseRules({ ...minesRules, ...edit })).toBeNull(),
)
