import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { validateDemoBet } from './validate-demo-bet.ts'

const guess = { minimum: fkr(5), maximum: fkr(30) }

test.each([
  ['', 'Please enter a valid bet amount.'],
  ['ten', 'Please enter a valid bet amount.'],
  ['7.5', 'Please enter a valid bet amount.'],
  ['0', 'Please enter a valid bet.'],
  ['4', 'Please enter a valid bet.'],
  ['31', 'Please enter a valid bet.'],
  ['5', undefined],
  ['7', undefined],
  ['20', undefined],
  ['25', 'Invalid bet amount'],
])('a bet of %j: %s', (text, message) =>
  expect(validateDemoBet(text, guess, fkr(20))).toBe(message),
)
