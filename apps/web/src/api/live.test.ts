import { expect, test } from 'vitest'
import { causeIn, reconnectAfterMs } from './live.ts'

test('waits longer each time, up to half a minute, spread over half of it', () => {
  expect([1, 2, 3, 6, 50].map((failures) => reconnectAfterMs(failures, 1))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ])
  expect(reconnectAfterMs(1, 0)).toBe(500)
  expect(reconnectAfterMs(50, 0)).toBe(15_000)
})

test('reads the rounds that caused an event, and none from what it cannot read', () => {
  expect(causeIn('{"placed":["a"],"ended":["a","b"]}')).toEqual({
    placed: ['a'],
    ended: ['a', 'b'],
  })
  for (const data of ['{}', '', 'a', '{"placed":"a"}', undefined]) expect(causeIn(data)).toEqual({})
})
