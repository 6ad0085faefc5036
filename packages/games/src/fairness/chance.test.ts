import { expect, test } from 'vitest'
import { type ChanceSource, chanceOf } from './chance.ts'

const source: ChanceSource = {
  game: 'mines',
  roundKey: new Uint8Array(32),
  rulesHash: new Uint8Array(32),
  clientSeed: 'seed',
}
const firstTen = (changed: Partial<ChanceSource>, label = 'layout') => {
  const int = chanceOf({ ...source, ...changed }).ints(label)
  return Array.from({ length: 10 }, () => int(2 ** 32))
}

test('each part of the source and each label has a stream of its own, the same each time', () => {
  const streams = [
    firstTen({}),
    firstTen({ game: 'slot-machine' }),
    firstTen({ roundKey: new Uint8Array(32).fill(1) }),
    firstTen({ rulesHash: new Uint8Array(32).fill(1) }),
    firstTen({ clientSeed: 'seed2' }),
    firstTen({}, 'layout2'),
    // Lengths stand before the parts, so that no part can lend a character to the next.
    firstTen({ clientSeed: 'seedl' }, 'ayout'),
  ]
  expect(new Set(streams.map(String)).size).toBe(streams.length)
  expect(firstTen({})).toEqual(streams[0])
})

test.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('no number below %f', (n) => {
  expect(() => chanceOf(source).ints('kind')(n)).toThrow(RangeError)
})

test('every number below a bound comes about as often', () => {
  const int = chanceOf(source).ints('evenly')
  const counts = Array.from({ length: 15 }, () => 0)
  for (let i = 0; i < 15_000; i += 1) counts[int(15)]! += 1
  // Fourteen degrees of freedom: chance alone exceeds 36.1 once in a thousand.
  const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
  expect(chiSquare).toBeLessThan(36.1)
})
