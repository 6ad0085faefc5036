import type { Limit } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { usedPart } from './limit-texts.ts'

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
