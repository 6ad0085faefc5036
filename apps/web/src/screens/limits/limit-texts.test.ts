import type { Limit } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { usedPart, usedText } from './limit-texts.ts'

const limit = (used: number, amount: number): Limit => ({
  kind: 'loss',
  period: 'day',
  amount: fkr(amount),
  used: fkr(used),
  left: fkr(Math.max(0, amount - used)),
  resetsAt: null,
  warned: false,
  pending: null,
})

test('the bar of a limit is as full as what is used, and never fuller or emptier than it can be', () => {
  expect(usedPart(limit(25, 100))).toBe(0.25)
  expect(usedPart(limit(-20, 100))).toBe(0)
  expect(usedPart(limit(120, 100))).toBe(1)
  expect(usedPart(limit(5, 0))).toBe(1)
  expect(usedPart({ ...limit(25, 100), kind: 'stake' })).toBeNull()
})

test('what was used in another account is said beside what is used', () => {
  const says = (used: number, usedElsewhere?: Limit['used']) =>
    usedText({ ...limit(used, 100), ...(usedElsewhere && { usedElsewhere }) }, () => '')
  expect(says(60)).toBe('60 fkr of 100 used, 40 fkr left')
  expect(says(60, fkr(45))).toBe('60 fkr of 100 used (45 fkr in another account), 40 fkr left')
  expect(says(-20, fkr(45))).toBe('20 fkr won so far, 120 fkr left')
})
