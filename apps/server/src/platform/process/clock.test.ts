import { validate, version } from 'uuid'
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

test('ids are UUIDv7 of now, and no two share their random part', () => {
  const from = Date.now()
  const ids = Array.from({ length: 2_000 }, () => system.newId())
  const to = Date.now()
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(ids.length)
  for (const id of ids) {
    expect([validate(id), version(id)]).toEqual([true, 7])
    const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(to)
  }
})
