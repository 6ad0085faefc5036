import { dealRound, playMove, viewOf } from '@pipkin/games'
import { mines, minesRules } from '@pipkin/games/mines'
import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { flowerOf, tileAt } from './mines-board.tsx'
import { movedTiles } from './moved-tiles.ts'
import { meterOf } from './return-meter.tsx'
import { safeChance } from './safe-chance.ts'

test('the next tile is safe as often as the hidden ones are', () => {
  expect(safeChance(minesRules, 0)).toEqual({ short: '15 of 25', words: '15 of 25, 60\u00a0%' })
  expect(safeChance(minesRules, 3)).toEqual({ short: '12 of 22', words: '12 of 22, 54.5\u00a0%' })
})

test('hard rounds count until a tile was safe', () => {
  const rules = { ...minesRules, winPercentage: 90 }
  expect(safeChance(rules, 0).short).toBe('54\u00a0%')
  expect(safeChance(rules, 1).short).toBe('14 of 24')
})

test('the meter is full at three stakes and green only past one', () => {
  expect(meterOf(fkr(20), fkr(0))).toEqual({ fill: 0, turn: 100 })
  expect(meterOf(fkr(20), fkr(10))).toEqual({ fill: 16.66, turn: 100 })
  expect(meterOf(fkr(20), fkr(20)).turn).toBe(100)
  const double = meterOf(fkr(20), fkr(40))
  expect(double.fill).toBe(66.66)
  expect(double.turn).toBeCloseTo(50, 1)
  expect(meterOf(fkr(20), fkr(200))).toMatchObject({ fill: 100 })
})

test('a tile shows what the player may see of it', () => {
  const open = { revealed: [{ cell: 6, multiplier: 50 }], root: '', proofs: [] }
  expect(tileAt(null, 6).kind).toBe('hidden')
  expect(tileAt(open, 6)).toEqual({ kind: 'safe', multiplier: 50, dim: false })
  expect(tileAt(open, 7).kind).toBe('hidden')
  const ended = {
    ...open,
    revealed: [...open.revealed, { cell: 7, multiplier: 0 }],
    multipliers: Array.from({ length: 25 }, (_, cell) => (cell < 10 ? 0 : 100)),
  }
  expect(tileAt(ended, 7)).toMatchObject({ kind: 'hit', dim: false })
  expect(tileAt(ended, 3)).toMatchObject({ kind: 'mine', dim: true })
  expect(tileAt(ended, 20)).toEqual({ kind: 'safe', multiplier: 100, dim: true })
})

test('the flower that pays most is the sunflower', () => {
  expect([50, 100, 250].map((each) => flowerOf(minesRules, each))).toEqual([
    'tulip',
    'cherry-blossom',
    'sunflower',
  ])
})

test('a tile that is not what was sealed at the deal is found', () => {
  let round = dealRound(mines, {
    rules: minesRules,
    roundKey: new Uint8Array(32).fill(3),
    clientSeed: 'seed',
  })
  for (const reveal of [0, 12, 24]) {
    const played = playMove(round, { reveal })
    if (played.ok) round = played.round
  }
  const view = viewOf(round)
  const seal = { commitment: '', split: null, root: view.root }
  const moved = (edit: Partial<typeof view>, root: string | null = view.root) =>
    movedTiles({ rules: minesRules, seal: { ...seal, root }, view: { ...view, ...edit } })
  const [first, ...rest] = view.revealed
  const [proof, ...proofs] = view.proofs
  const cells = view.revealed.map(({ cell }) => cell)

  expect(cells.length).toBeGreaterThan(0)
  expect(moved({})).toEqual([])
  expect(moved({ revealed: [{ ...first!, multiplier: 9 }, ...rest] })).toEqual([0])
  expect(moved({ proofs: [{ ...proof!, salt: 'ab'.repeat(32) }, ...proofs] })).toEqual([0])
  expect(moved({ proofs: proofs.slice(0, -1) })).toContain(cells[0])
  // The root in the view doesn't count, only the one that the house signed with the bet.
  expect(moved({ root: 'ab'.repeat(32) })).toEqual([])
  expect(moved({}, 'ab'.repeat(32))).toEqual(cells)
  expect(moved({}, null)).toEqual(cells)
  expect(movedTiles({ rules: minesRules, seal: null, view })).toEqual([])
})
