import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withinADay } from './within-a-day.ts'

function setClock(at: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
}

test.each([
  ['UTC', '2028-02-29T23:58:00Z', '2028-03-01T00:00:00Z'],
  ['UTC', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ['Asia/Kolkata', '2026-11-29T18:29:59.999Z', '2026-11-29T18:30:00Z'],
])('the last moments of a day in %s are waited out', async (zone, at, next) => {
  setClock(at)
  const waiting = withinADay(zone)
  expect(await Promise.race([waiting, setImmediate('still')])).toBe('still')
  vi.setSystemTime(next)
  await waiting
})

test('no moment before them is waited out', async () => {
  setClock('2026-11-29T23:57:59.999Z')
  await withinADay()
})
