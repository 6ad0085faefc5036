import { expect, test } from 'vitest'
import { moveOf } from './move-of.ts'

test('what Move all fills in is asked for to the hundredth', () =>
  expect(moveOf(7, { wallet: 'Winning', amount: '285.5' })).toEqual({
    userId: 7,
    transferAmount: 285.5,
    transferType: 'Winning',
  }))

test.each([
  ['', '10'],
  ['Referal', ''],
  ['Referal', '0'],
] as const)('no wallet or no amount is no request: %j, %j', (wallet, amount) =>
  expect(moveOf(7, { wallet, amount })).toBeNull(),
)
