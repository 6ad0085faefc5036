import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { type DepositStanding, progressOf, showSteps } from './deposit-steps.ts'

const standing: DepositStanding = {
  step: 'connect',
  motion: 'going',
  amount: fkr(500),
  confirmed: 0,
  confirmations: 6,
}

test('what is done, what goes on and what is to come', () => {
  const account = '0x7a3F0c5B2e81D94a6C3350fE8b17A2d46E9c91bE'
  const steps = showSteps({ ...standing, step: 'approval', account, note: 'Waiting for its block' })
  expect(steps.map(({ title, note, state }) => [title, note, state])).toEqual([
    ['Connect', '0x7a3F…91bE', 'done'],
    ['Network', 'Right network', 'done'],
    ["Prove it's yours", 'Signed, free', 'done'],
    ['Approve', 'Waiting for its block', 'current'],
    ['Confirmed 0 of 6', 'Then it is in Deposit', 'todo'],
  ])
})

test('a no of the player is no failure', () => {
  expect(showSteps({ ...standing, motion: 'paused' })[0]?.state).toBe('todo')
  expect(showSteps({ ...standing, motion: 'failed' })[0]?.state).toBe('failed')
})

test('never more confirmations than it takes', () => {
  const over = { ...standing, step: 'report', confirmed: 9 } as const
  expect(showSteps(over)[4]?.title).toBe('Confirmed 6 of 6')
  expect(progressOf(over)).toBe(1)
})

test('the ring fills a tenth a step, the rest by confirmations', () => {
  expect(progressOf(standing)).toBe(0)
  expect(progressOf({ ...standing, step: 'report', confirmed: 3 })).toBeCloseTo(0.7)
  expect(progressOf({ ...standing, step: 'report', confirmations: undefined })).toBeCloseTo(0.4)
})
