import { expect, test } from 'vitest'
import { sparingCache } from './sparing-cache.ts'

/** A cache of 2 s over loads that a test ends. */
function slowLoads() {
  let nowMs = 0
  const waiting: PromiseWithResolvers<number>[] = []
  const read = sparingCache(
    2_000,
    () => nowMs,
    () => {
      const load = Promise.withResolvers<number>()
      waiting.push(load)
      return load.promise
    },
  )
  return {
    read,
    pass: (ms: number) => {
      nowMs += ms
    },
    /** The last load answers its number, after so long. */
    async end(tookMs: number) {
      nowMs += tookMs
      waiting.at(-1)?.resolve(waiting.length)
      await waiting.at(-1)?.promise
    },
    fail: () => waiting.at(-1)?.reject(new Error('no database')),
    loads: () => waiting.length,
  }
}

test('callers of one moment share a load, which serves for two seconds', async () => {
  const { read, pass, end, loads } = slowLoads()
  const both = [read(), read()]
  await end(1)
  expect(await Promise.all(both)).toEqual([1, 1])
  pass(1_990)
  expect(await read()).toBe(1)
  pass(10)
  const next = read()
  await end(1)
  expect(await next).toBe(2)
  expect(loads()).toBe(2)
})

test('a load of 200 ms serves for ten seconds, and after that while the next one comes', async () => {
  const { read, pass, end, loads } = slowLoads()
  const first = read()
  await end(200)
  await first
  pass(9_700)
  expect(await read()).toBe(1)
  pass(200)
  expect([await read(), await read()]).toEqual([1, 1])
  expect(loads()).toBe(2)
  await end(200)
  expect(await read()).toBe(2)
})

test('what is too old is not served, and a failure is not kept', async () => {
  const { read, pass, end, fail, loads } = slowLoads()
  const first = read()
  await end(200)
  await first
  pass(15_000)
  expect(await read()).toBe(1)
  fail()
  await Promise.resolve()
  pass(10_000)
  const waits = read()
  expect(loads()).toBe(3)
  fail()
  await expect(waits).rejects.toThrow('no database')
  const again = read()
  await end(200)
  expect(await again).toBe(4)
})
