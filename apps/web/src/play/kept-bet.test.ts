import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import {
  betFor,
  forgetBet,
  type KeptBet,
  keepBet,
  readBet,
  type Wager,
  wasCutOff,
} from './kept-bet.ts'
import { memoryStore } from './memory-store.ts'

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

const make = (next: Wager, kept: KeptBet | null, fixed: string | null = null) =>
  betFor(next, kept, { fixed, fresh: counter() })

const first = make(wager, null)

test('the same wager again is the same bet: key, commitment and client seed', () => {
  expect(make(wager, first)).toEqual(first)
})

test.each<[string, Partial<Wager>]>([
  ['stake', { stake: fkr(25) }],
  ['game', { gameId: 2 }],
  ['rules', { rulesHash: 'r2' }],
])('another %s is another bet, by the seed that the commitment already has', (_, change) => {
  const other = betFor({ ...wager, ...change }, first, { fixed: null, fresh: () => 'new' })
  expect(other.key).toBe('new')
  expect(other.clientSeed).toBe(first.clientSeed)
})

test.each<[string, Partial<Wager>]>([
  ['commitment', { commitment: 'c2' }],
  ['player', { player: 87654321 }],
])('another %s has a seed of its own', (_, change) => {
  const other = betFor({ ...wager, ...change }, first, { fixed: null, fresh: () => 'new' })
  expect([other.key, other.clientSeed]).toEqual(['new', 'new'])
})

test('the seed that the player has fixed is taken, and changes the bet', () => {
  const fixed = make(wager, first, 'mine')
  expect(fixed.clientSeed).toBe('mine')
  expect(fixed.key).not.toBe(first.key)
  expect(make(wager, fixed, 'mine')).toEqual(fixed)
})

test('what is kept is read back, and nothing else is taken for a bet', () => {
  const store = memoryStore()
  keepBet(store, { ...first, underWaySince: 5 })
  expect(readBet(store)).toEqual({ ...first, underWaySince: 5 })
  forgetBet(store)
  expect(readBet(store)).toBeNull()
  for (const text of ['{', 'null', '7', '{"player":1}', '{"player":1,"gameId":1,"stake":"1e3"}']) {
    store.setItem('pipkin.bet', text)
    expect(readBet(store)).toBeNull()
  }
})

test('only a bet that was cut off a moment ago is sent again by itself', () => {
  expect(wasCutOff({ ...first, underWaySince: 1_000 }, 2_000)).toBe(true)
  expect(wasCutOff({ ...first, underWaySince: 1_000 }, 61_000)).toBe(false)
  expect(wasCutOff({ ...first, underWaySince: null }, 2_000)).toBe(false)
})
