import { hundredths, type Money, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { withBalances } from './with-balances.ts'

const none = { deposit: zero, win: zero, bonus: zero, referral: zero }
const movement = (second: number, change: Partial<Record<keyof typeof none, Money>>) => ({
  at: new Date(1_000 * second),
  ...none,
  ...change,
})
const afterEach = (...movements: ReturnType<typeof movement>[]) =>
  withBalances({
    movements,
    wallets: { ...none, deposit: hundredths(700n), win: hundredths(50n) },
  }).map(({ after }) => after)

test('each movement has what all wallets held after it', () => {
  const deposit = movement(1, { deposit: hundredths(1_000n) })
  const stake = movement(2, { deposit: hundredths(-300n) })
  const win = movement(3, { win: hundredths(50n) })
  expect(afterEach(win, stake, deposit)).toEqual([750n, 700n, 1_000n])
})

test('of movements of one moment only the upper one shows the balances after all of them', () => {
  const deposit = movement(1, { deposit: hundredths(1_000n) })
  const stake = movement(2, { deposit: hundredths(-300n) })
  const win = movement(2, { win: hundredths(50n) })
  for (const two of [
    [stake, win],
    [win, stake],
  ])
    expect(afterEach(...two, deposit)).toEqual([750n, null, 1_000n])
})
