import { fkr } from '@pipkin/money'
import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { betFor, type KeptBet, keptBet, type Wager, wasInterrupted } from './kept-bet.ts'

afterEach(() => vi.unstubAllGlobals())

const wager: Wager = {
  player: 12345678,
  gameId: 1,
  stake: fkr(20),
  commitment: 'c1',
  rulesHash: 'r1',
}

function counter() {
  let made = 0
  return () => `fresh-${++made}`
}

const make = (next: Wager, kept?: KeptBet, fixed?: string) =>
  betFor(next, kept, { fixed, fresh: counter() })

const first = make(wager)

test('the same wager again is the same bet: key, commitment and client seed', () => {
  expect(make(wager, first)).toEqual(first)
})

test.each<[string, Partial<Wager>]>([
  ['stake', { stake: fkr(25) }],
  ['game', { gameId: 2 }],
  ['rules', { rulesHash: 'r2' }],
])('another %s is another bet, by the seed that the commitment already has', (_, change) => {
  const other = betFor({ ...wager, ...change }, first, { fixed: undefined, fresh: () => 'new' })
  expect(other.key).toBe('new')
  expect(other.clientSeed).toBe(first.clientSeed)
})

test.each<[string, Partial<Wager>]>([
  ['commitment', { commitment: 'c2' }],
  ['player', { player: 87654321 }],
])('another %s has a seed of its own', (_, change) => {
  const other = betFor({ ...wager, ...change }, first, { fixed: undefined, fresh: () => 'new' })
  expect([other.key, other.clientSeed]).toEqual(['new', 'new'])
})

test('the seed that the player has fixed is taken, and changes the bet', () => {
  const fixed = make(wager, first, 'mine')
  expect(fixed.clientSeed).toBe('mine')
  expect(fixed.key).not.toBe(first.key)
  expect(make(wager, fixed, 'mine')).toEqual(fixed)
})

test('what is kept is read back, and nothing else is taken for a bet', () => {
  const items = stubStorage('sessionStorage')
  keptBet.write({ ...first, underWaySince: 5 })
  expect(keptBet.read()).toEqual({ ...first, underWaySince: 5 })
  keptBet.write(undefined)
  expect(keptBet.read()).toBeUndefined()
  for (const text of ['{', 'null', '7', '{"player":1}', '{"player":1,"gameId":1,"stake":"1e3"}']) {
    items.set('pipkin.bet', text)
    expect(keptBet.read()).toBeUndefined()
  }
})

test('only a bet that was cut off a moment ago is sent again by itself', () => {
  expect(wasInterrupted({ ...first, underWaySince: 1_000 }, 2_000)).toBe(true)
  expect(wasInterrupted({ ...first, underWaySince: 1_000 }, 61_000)).toBe(false)
  expect(wasInterrupted({ ...first, underWaySince: null }, 2_000)).toBe(false)
})
