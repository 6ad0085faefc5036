import { expect, test } from 'vitest'
import { reconnectAfterMs } from './live.ts'

test('waits longer each time, up to half a minute, spread over half of it', () => {
  expect([1, 2, 3, 6, 50].map((failures) => reconnectAfterMs(failures, 1))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ])
  expect(reconnectAfterMs(1, 0)).toBe(500)
  expect(reconnectAfterMs(50, 0)).toBe(15_000)
})
