import { expect, onTestFinished, test, vi } from 'vitest'
import { type BatchOptions, batch } from './batch.ts'

/** A run that ends on command, and remembers who shared it. */
function scene(
  options: Partial<Pick<BatchOptions, 'most' | 'beside'>> & {
    isRefused?(item: number): boolean
  } = {},
) {
  const runs: { items: readonly number[]; end(): void }[] = []
  const one = batch<number, string>(
    async (items) => {
      await new Promise<void>((end) => runs.push({ items, end }))
      if (items.some(options.isRefused ?? (() => false))) throw new RangeError('refused')
      return items.map((item) => `answer ${item}`)
    },
    {
      most: 60,
      ...options,
      canRunAlone: (e) => e instanceof RangeError,
    },
  )
  const shared = () => runs.map(({ items }) => items)
  const end = async (run: number) => {
    await expect.poll(() => runs.length).toBeGreaterThan(run)
    runs[run]?.end()
  }
  return { one, shared, end }
}

/** A turn of the event loop has gone by, and what waits for its end has been done. */
const turn = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)))

test('who comes alone is run in the same turn', async () => {
  const { one, shared, end } = scene()
  const answer = one(1)
  await turn()
  expect(shared()).toEqual([[1]])
  await end(0)
  expect(await answer).toBe('answer 1')
})

test('who comes in one turn, or while a run is under way, shares one, each with its own answer', async () => {
  const { one, shared, end } = scene()
  const first = [one(1), one(2)]
  await turn()
  const then = [one(3), one(4)]
  await turn()
  then.push(one(5))
  await end(0)
  await end(1)
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2'])
  expect(await Promise.all(then)).toEqual(['answer 3', 'answer 4', 'answer 5'])
  expect(shared()).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a batch takes no more than its most', async () => {
  const { one, shared, end } = scene({ most: 2 })
  const answers = [1, 2, 3, 4, 5].map(one)
  for (const run of [0, 1, 2]) await end(run)
  expect(await Promise.all(answers)).toHaveLength(5)
  expect(shared()).toEqual([[1, 2], [3, 4], [5]])
})

test('answers are handed out in order, a few a turn, and who asks meanwhile is run between', async () => {
  const answered: number[] = []
  const runs: { items: readonly number[]; answered: number }[] = []
  const one = batch<number, number>(
    async (items) => {
      runs.push({ items, answered: answered.length })
      return items
    },
    { most: 60, canRunAlone: () => false },
  )
  const all = Array.from({ length: 20 }, async (_, item) => {
    answered.push(await one(item))
    if (item === 0) answered.push(await one(20))
  })
  await Promise.all(all)
  expect(answered).toEqual(Array.from({ length: 21 }, (_, item) => item))
  const [, again] = runs
  expect(again?.items).toEqual([20])
  expect(again?.answered).toBeLessThan(20)
})

test('a batch that takes long is not waited for, until too many are under way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { one, shared, end } = scene({ beside: { afterMs: 15, atOnce: 2 } })
  const later = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await turn()
  }
  const answers = [one(1)]
  await later(0)
  answers.push(one(2))
  await later(14)
  expect(shared()).toEqual([[1]])
  await later(1)
  expect(shared()).toEqual([[1], [2]])
  answers.push(one(3))
  await later(15)
  expect(shared()).toEqual([[1], [2]])
  vi.useRealTimers()
  await end(0)
  await end(2)
  await end(1)
  expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('RACE-24 what one breaks, the others do not feel', async () => {
  const { one, shared, end } = scene({ isRefused: (item) => item === 3 })
  const settled = Promise.allSettled([one(2), one(3), one(4)])
  for (const run of [0, 1, 2, 3]) await end(run)
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(shared()).toEqual([[2, 3, 4], [2], [3], [4]])
})

test('a failure that may have changed data reaches all callers, and no call runs again', async () => {
  const runs: (readonly number[])[] = []
  let fail = (_: Error): void => undefined
  const one = batch<number, string>(
    (items) => {
      runs.push(items)
      return new Promise((_, reject) => {
        fail = reject
      })
    },
    { most: 60, canRunAlone: () => false },
  )
  const answers = Promise.allSettled([one(1), one(2), one(3)])
  await turn()
  fail(new Error('cut'))
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(runs).toEqual([[1, 2, 3]])
})
