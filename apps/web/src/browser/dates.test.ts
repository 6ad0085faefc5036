import { expect, onTestFinished, test, vi } from 'vitest'
import {
  clockText,
  dayText,
  dayTimeText,
  durationText,
  isoDay,
  shortDayText,
  timeZone,
  withOwnTimes,
} from './dates.ts'

test('day, three letters of the month, year', () => {
  expect(dayText(new Date(2026, 8, 5, 23, 59))).toBe('5 Sep 2026')
  expect(dayTimeText(new Date(2026, 10, 20, 9, 3))).toBe('20 Nov 2026, 09:03')
})

test('a time without its day, a day of this year without it', () => {
  expect(clockText(new Date(2026, 10, 20, 0, 5))).toBe('00:05')
  const lastEvening = new Date(2026, 11, 31, 23, 59)
  expect(shortDayText(new Date(2026, 8, 5, 23, 59), lastEvening)).toBe('5 Sep')
  expect(shortDayText(lastEvening, new Date(2027, 0, 1))).toBe('31 Dec 2026')
})

test('a sentence of the server’s has the browser’s time', () => {
  const text = dayTimeText(new Date('2026-11-20T23:45:00Z'))
  expect(withOwnTimes('You are on a break until 2026-11-20 23:45 UTC.')).toBe(
    `You are on a break until ${text}.`,
  )
  expect(withOwnTimes('You are on a break until you ask us.')).toMatch(/until you ask us\.$/)
})

test('days for the server, over the ends of months and years', () => {
  expect(isoDay(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20')
  expect(isoDay(new Date(2026, 2, 1), 1)).toBe('2026-02-28')
  expect(isoDay(new Date(2027, 0, 1, 0, 0), 1)).toBe('2026-12-31')
})

test('a browser that can’t find out its time zone has UTC, as in the times that it shows', () => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  onTestFinished(() => asked.mockRestore())
  for (const [name, zone] of [
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/Unknown', 'UTC'],
    ['', 'UTC'],
  ] as const) {
    asked.mockReturnValue({ ...options, timeZone: name })
    expect(timeZone()).toBe(zone)
  }
})

test.for([
  [0, '0:00:00'],
  [59, '0:00:59'],
  [3_661, '1:01:01'],
  [36_000, '10:00:00'],
] as const)('%i seconds are %s', ([seconds, text]) => {
  expect(durationText(seconds)).toBe(text)
})
