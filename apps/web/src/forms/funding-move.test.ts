import { fkr, type Money, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import type { PlayableBalances } from '../api/queries.ts'
import { fundingOf, heldText, movedText, moveForStake, moveForWithdrawal } from './funding-move.ts'

const balances = (deposit: number, win: number, referral = 0, locked = 0): PlayableBalances => ({
  deposit: fkr(deposit),
  bonus: zero,
  win: fkr(win),
  referral: fkr(referral),
  locked: { bonus: zero, referral: fkr(locked) },
  onHold: zero,
  playable: zero,
  stakeable: zero,
})
const of = (from: 'win' | 'referral', amount: Money) => ({ from, amount })

test('a stake takes a free bonus and no locked one', () => {
  const withBonus = { ...balances(10, 0), bonus: fkr(40) }
  expect(fundingOf(fkr(50), withBonus)).toEqual({ deposit: fkr(10), bonus: fkr(40), win: zero })
  const locked = { bonus: fkr(1), referral: zero }
  expect(fundingOf(fkr(50), { ...withBonus, locked })).toBeNull()
})

test.each([
  ['Win, where a fifth is not in Deposit', balances(4, 625), of('win', fkr(625))],
  ['Referral, where Win is empty', balances(4, 0, 100), of('referral', fkr(100))],
  ['Referral, where Win does not do', balances(4, 10, 100), of('referral', fkr(100))],
  ['none, where it is funded', balances(10, 625), null],
  ['none, where no wallet does', balances(4, 10), null],
  ['none, where the rest is locked', balances(4, 0, 100, 100), null],
])('what a stake of 50 needs: a move from %s', (_, now, move) =>
  expect(moveForStake(fkr(50), now)).toEqual(move),
)

test.each([
  ['what is lacking, from Win', balances(104, 525), of('win', fkr(396))],
  ['nothing, where Deposit has it', balances(500, 525), null],
  ['nothing, where no wallet has it', balances(104, 300, 300), null],
])('what a withdrawal of 500 needs: %s', (_, now, move) =>
  expect(moveForWithdrawal(fkr(500), now)?.move ?? null).toEqual(move),
)

test('what a move frees and what it moved, in words', () => {
  expect(heldText(of('win', fkr(525)))).toBe('525 in Win. A move to Deposit is free.')
  expect(movedText(of('referral', fkr(1500)))).toBe('Moved 1,500 fkr from Referral to Deposit.')
})
