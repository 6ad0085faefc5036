import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { sql } from '../database/database.ts'
import { createLimit, createMemoryLimit } from './limit.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  return () => db.close()
})

const threeAMinute = (name: string) =>
  createLimit(db.database, { name, attempts: 3, windowSeconds: 60 })

test('allows so many, then says how long to wait, for each key and each limit', async () => {
  const limit = threeAMinute('each')
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await limit.take('a')).toBeNull()
  const wait = await limit.take('a')
  expect(wait).toBeGreaterThan(55_000)
  expect(wait).toBeLessThanOrEqual(60_000)
  expect(await limit.take('b')).toBeNull()
  expect(await threeAMinute('other').take('a')).toBeNull()
})

test('AUTH-09 counts for all servers, also attempts of the same moment', async () => {
  const servers = [threeAMinute('parallel'), threeAMinute('parallel')]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => servers[n % 2]!.take('a')))
  expect(answers.filter((answer) => answer === null)).toHaveLength(3)
})

test('attempts count anew once the window ends', async () => {
  const limit = threeAMinute('window')
  for (let attempt = 0; attempt < 4; attempt += 1) await limit.take('a')
  await db.owner.rows(
    sql`update platform.limits set expire = expire - 61000 where key = 'window:a'`,
  )
  expect(await limit.take('a')).toBeNull()
})

test('an attempt can be taken back, and a count started anew', async () => {
  const limit = threeAMinute('back')
  for (let attempt = 0; attempt < 3; attempt += 1) await limit.take('a')
  await limit.giveBack('a')
  expect(await limit.take('a')).toBeNull()
  expect(await limit.take('a')).not.toBeNull()
  await limit.forget('a')
  expect(await limit.take('a')).toBeNull()
})

test('an attempt of a count that is over or was started anew isn’t given back to the next', async () => {
  const limit = threeAMinute('late')
  const lateGivesNothing = async () => {
    await limit.giveBack('a')
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await limit.take('a')).toBeNull()
    expect(await limit.take('a')).not.toBeNull()
  }
  await limit.take('a')
  await limit.forget('a')
  await lateGivesNothing()
  await db.owner.rows(sql`update platform.limits set expire = expire - 61000 where key = 'late:a'`)
  await lateGivesNothing()
})

const threeAtOnce = () => {
  vi.useFakeTimers()
  return createMemoryLimit({ name: 'memory', attempts: 3, windowSeconds: 10 })
}

const take = (limit: { take(key: string): Promise<number | null> }, times: number, key = 'a') =>
  Promise.all(Array.from({ length: times }, () => limit.take(key)))

afterEach(() => void vi.useRealTimers())

test('a limit of the process allows so many, then says how long to wait, for each key', async () => {
  const limit = threeAtOnce()
  expect(await take(limit, 4)).toEqual([null, null, null, 10_000])
  vi.advanceTimersByTime(9_999)
  expect(await take(limit, 1)).toEqual([1])
  expect(await take(limit, 1, 'b')).toEqual([null])
  vi.advanceTimersByTime(1)
  expect(await take(limit, 4)).toEqual([null, null, null, 10_000])
})

test('a limit of the process doesn’t save up attempts during a rest', async () => {
  const limit = threeAtOnce()
  await take(limit, 1)
  vi.advanceTimersByTime(60_000)
  expect(await take(limit, 4)).toEqual([null, null, null, 10_000])
})

test('a limit of the process forgets those who have rested', async () => {
  const limit = threeAtOnce()
  for (let player = 0; player < 5_000; player += 1) {
    await limit.take(String(player))
    vi.advanceTimersByTime(10)
  }
  expect(vi.getTimerCount()).toBe(999)
  vi.advanceTimersByTime(10_000)
  expect(vi.getTimerCount()).toBe(0)
})
