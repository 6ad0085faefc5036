import type { Balances } from '@pipkin/contract'
import { fkr, hundredths, type Money, moneyText, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { holdingOf, movableText, readyAmounts } from './sender-wallets.ts'

const balances = (win: Money, referral: Money, locked: Money): Balances => ({
  deposit: fkr(1),
  bonus: fkr(70),
  win,
  referral,
  locked: { bonus: fkr(70), referral: locked },
  onHold: zero,
})

test('locked referral money can be seen and not moved; of winnings all can', () => {
  const some = balances(hundredths(28_550n), fkr(200), fkr(100))
  expect(holdingOf('win', some)).toEqual({ total: 28_550n, locked: 0n, movable: 28_550n })
  expect(holdingOf('referral', some)).toEqual({ total: 20_000n, locked: 10_000n, movable: 10_000n })
})

const worth = (of: Money) => ` (€${moneyText(of)})`
test.each([
  [zero, zero, 'Nothing to move'],
  [fkr(200), zero, 'All of it can be moved'],
  [fkr(200), fkr(200), 'All of it is locked'],
  [fkr(200), fkr(100), '100 (€100) can be moved, 100 (€100) is locked'],
])('of %s with %s locked: %s', (total, locked, text) =>
  expect(movableText(holdingOf('referral', balances(zero, total, locked)), worth)).toBe(text),
)

test('ready amounts are less than all of it', () => {
  const amounts = [fkr(50), fkr(100), fkr(200)]
  expect(readyAmounts(fkr(100), amounts)).toEqual([fkr(50)])
  expect(readyAmounts(hundredths(10_001n), amounts)).toEqual([fkr(50), fkr(100)])
})
