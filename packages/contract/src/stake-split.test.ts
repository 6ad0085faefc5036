import { fkr, hundredths, type Money } from '@pipkin/money'
import { expect, test } from 'vitest'
import { splitStake, stakeableOf } from './stake-split.ts'

const wallets = (deposit: Money, bonus: Money, win: Money) => ({ deposit, bonus, win })

test.each([
  ['all of it, where Deposit covers a fifth', wallets(fkr(100), fkr(50), fkr(200)), fkr(350)],
  ['five times Deposit, where it does not', wallets(fkr(4), fkr(0), fkr(625)), fkr(20)],
  ['nothing without Deposit', wallets(fkr(0), fkr(50), fkr(625)), fkr(0)],
  ['to the hundredth', wallets(hundredths(333n), fkr(0), fkr(625)), hundredths(1665n)],
])('what can be staked: %s', (_, balances, most) => {
  expect(stakeableOf(balances)).toBe(most)
  expect(splitStake(most, balances)).not.toBeNull()
  expect(splitStake(hundredths(most + 1n), balances)).toBeNull()
})
