import { expect, test } from 'vitest'
import { dayGroup } from './day-group.ts'

const now = new Date(2026, 10, 20, 0, 30)
test.each([
  [new Date(2026, 10, 20, 0, 0), 'Today'],
  [new Date(2026, 10, 19, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 19, 0, 0), 'Yesterday'],
  [new Date(2026, 10, 18, 23, 59), 'Earlier'],
])('%s is of %s', (time, group) => expect(dayGroup(time, now)).toBe(group))
