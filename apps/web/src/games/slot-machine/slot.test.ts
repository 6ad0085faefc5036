import { slotChances, slotRules } from '@pipkin/games/slot-machine'
import { expect, test } from 'vitest'
import { restingReels, settledReels, spinningReels, stops, tickMs, ticks } from './spin.ts'

const symbols = 4
const results = Array.from({ length: 64 }, (_, n) => [n & 3, (n >> 2) & 3, n >> 4])

test('a spin is 60 ticks of 75 ms, and the reels stop at ticks 36, 48 and 60, for every result', () => {
  expect(ticks * tickMs).toBe(4500)
  expect(stops).toEqual([36, 48, 60])
})

test('what a spin shows before a reel stops does not depend on what that reel will show', () => {
  for (const stopped of [0, 1, 2, 3])
    for (const result of results)
      expect(spinningReels(stopped, result).slice(stopped)).toEqual(
        stops.slice(stopped).map(() => 'turning'),
      )
})

test('a stopped reel shows its symbol alone until the others have stopped', () => {
  expect(spinningReels(1, [2, 2, 1])[0]).toMatchObject({ middle: 2, above: null, below: null })
})

test('without an answer no reel stops', () => {
  expect(spinningReels(3, null)).toEqual(['turning', 'turning', 'turning'])
})

test('no neighbour ever shows the matched fruit, nor its own reel’s', () => {
  for (const result of results) {
    const reels = settledReels(result, symbols)
    const matched = result.filter((symbol, reel) => result.indexOf(symbol) !== reel)
    expect(reels.map(({ middle }) => middle)).toEqual(result)
    expect(reels.map((reel) => reel.matched)).toEqual(
      result.map((symbol) => matched.includes(symbol)),
    )
    for (const { above, below, middle } of reels)
      for (const neighbour of [above, below]) {
        expect(neighbour).not.toBeNull()
        expect(matched).not.toContain(neighbour)
        expect(neighbour).not.toBe(middle)
      }
  }
})

test('where no symbols match, no row of neighbours is equal either', () => {
  for (const result of results.filter((one) => new Set(one).size === 3))
    for (const row of ['above', 'below'] as const)
      expect(new Set(settledReels(result, symbols).map((reel) => reel[row])).size).toBeGreaterThan(
        1,
      )
})

test('the reels rest on three different fruits', () => {
  expect(new Set(restingReels(symbols).map(({ middle }) => middle)).size).toBe(3)
})

test('chances of the three results', () => {
  expect(slotChances(slotRules)).toEqual({ triple: '1 in 16', pair: '9 in 16', none: '6 in 16' })
  // Half of the rounds hard: 13/16 of the chances remain, and the rest is lost.
  expect(slotChances({ ...slotRules, winPercentage: 50 })).toEqual({
    triple: '5\u00a0%',
    pair: '45.7\u00a0%',
    none: '49.2\u00a0%',
  })
})
