import { isClientSeed } from '@pipkin/games'
import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { fixedSeed, freshSeed, seedFrom } from './client-seed.ts'

afterEach(() => vi.unstubAllGlobals())

test('every byte gives one of the 64 letters, each from four bytes', () => {
  const all = seedFrom(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const counts = new Map<string, number>()
  for (const letter of all) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.values()]).toEqual(Array.from({ length: 64 }, () => 4))
})

test('a fresh seed has 22 characters, is one that the rules take, and is never the same', () => {
  const seeds = Array.from({ length: 100 }, freshSeed)
  expect(seeds.every((seed) => seed.length === 22 && isClientSeed(seed))).toBe(true)
  expect(new Set(seeds).size).toBe(100)
})

test('a fixed seed counts only where the rules take it', () => {
  const items = stubStorage('localStorage')
  expect(fixedSeed.read()).toBeUndefined()
  items.set('clientSeed', 'my_seed-1')
  expect(fixedSeed.read()).toBe('my_seed-1')
  items.set('clientSeed', 'not a seed')
  expect(fixedSeed.read()).toBeUndefined()
})
