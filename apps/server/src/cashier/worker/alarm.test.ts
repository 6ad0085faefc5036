import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createAlarm } from './alarm.ts'

test('an alarm is written at once, and the same again only after a while', () => {
  const lines: string[] = []
  let now = 0
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const alarm = createAlarm(log, () => now, 1_000)
  alarm('stuck', { id: 'a', nonce: 1n })
  alarm('stuck', { id: 'a', nonce: 1n, err: new Error('again') })
  alarm('stuck', { id: 'b', nonce: 2n })
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0]!)).toMatchObject({ alarm: 'stuck', id: 'a', nonce: 1 })
  now = 1_000
  alarm('stuck', { id: 'a', nonce: 1n })
  expect(lines).toHaveLength(3)
})
