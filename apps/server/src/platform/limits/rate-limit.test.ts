import { expect, test } from 'vitest'
import { createPace } from './rate-limit.ts'

function paced() {
  let now = 0
  const pace = createPace({ perSecond: 10, burst: 3, elapsedMs: () => now })
  return { pace, pass: (ms: number) => (now += ms) }
}

test('lets so many through at once, then one each tenth of a second, and says how long to wait', () => {
  const { pace, pass } = paced()
  expect([pace(1), pace(1), pace(1), pace(1)]).toEqual([0, 0, 0, 100])
  pass(99)
  expect(pace(1)).toBeCloseTo(1)
  pass(1)
  expect([pace(1), pace(1)]).toEqual([0, 100])
})

test('counts each on their own, and nothing of a rest beyond the burst', () => {
  const { pace, pass } = paced()
  for (let n = 0; n < 5; n += 1) pace(1)
  expect(pace(2)).toBe(0)
  pass(60_000)
  expect([pace(1), pace(1), pace(1), pace(1)]).toEqual([0, 0, 0, 100])
})

test('keeps nobody who has rested', () => {
  const { pace, pass } = paced()
  for (let who = 0; who < 30_000; who += 1) {
    pace(who)
    pass(1)
  }
  expect(pace(29_999)).toBe(0)
  expect([pace(29_999), pace(29_999)]).toEqual([0, 99])
})
