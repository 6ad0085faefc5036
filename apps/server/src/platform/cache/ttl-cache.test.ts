import { expect, test } from 'vitest'
import { ttlCache } from './ttl-cache.ts'

test('loads once for all who ask within the time, and again after it', async () => {
  let at = 0
  let loads = 0
  const get = ttlCache(
    1_000,
    () => at,
    async () => {
      loads += 1
      return loads
    },
  )
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  at = 999
  expect(await get()).toBe(1)
  at = 1_000
  expect(await get()).toBe(2)
})

test('a failure is passed on and not remembered', async () => {
  let fails = true
  const get = ttlCache(
    1_000,
    () => 0,
    async () => {
      if (fails) throw new Error('down')
      return 'up'
    },
  )
  await expect(get()).rejects.toThrow('down')
  fails = false
  expect(await get()).toBe('up')
})
