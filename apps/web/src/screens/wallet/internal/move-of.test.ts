import { expect, test } from 'vitest'
import { moveOf } from './move-of.ts'

test('what Move all fills in is asked for to the hundredth', () =>
  expect(moveOf(7, { wallet: 'win', amount: '285.5', all: '285.5' })).toEqual({
    player: 7,
    amount: 28_550n,
    from: 'win',
  }))

test.each([
  ['', '10'],
  ['referral', ''],
  ['referral', '0'],
  ['referral', '12.50'],
] as const)('no wallet or no amount is no request: %j, %j', (wallet, amount) =>
  expect(moveOf(7, { wallet, amount, all: '285.5' })).toBeNull(),
)
