import { expect, test, vi } from 'vitest'
import { system } from './clock.ts'

test('OUT-12 elapsed time goes on when the clock is set', () => {
  const { elapsedMs, now } = system
  const before = elapsedMs()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const setTo of [0, 4_000_000_000_000]) {
    vi.setSystemTime(setTo)
    expect(now()).toEqual(new Date(setTo))
    expect(elapsedMs()).toBeGreaterThanOrEqual(before)
    expect(elapsedMs()).toBeLessThan(before + 86_400_000)
  }
  vi.useRealTimers()
})
