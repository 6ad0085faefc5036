import { fkr, type Money, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import type { PlayableBalances } from '../../api/queries.ts'
import { balancesText, doubtText, fundingText } from './bet-texts.ts'

const noWorth = () => ''
const worth = (of: Money) => ` (€${of / 100n})`

const balances = (lockedBonus: number): PlayableBalances => ({
  deposit: fkr(100),
  bonus: fkr(50),
  win: fkr(1500),
  referral: zero,
  locked: { bonus: fkr(lockedBonus), referral: zero },
  onHold: zero,
  playable: zero,
  stakeable: zero,
})

test('the locked part of Bonus is named apart from the free one', () => {
  expect(balancesText(balances(0), noWorth)).toBe('Deposit 100 · Bonus 50 · Win 1,500')
  expect(balancesText(balances(20), noWorth)).toBe('Deposit 100 · Bonus 30 (20 locked) · Win 1,500')
})

test('each amount is followed by its worth, where the profile asks for it', () => {
  expect(balancesText(balances(20), worth)).toBe(
    'Deposit 100 (€100) · Bonus 30 (€30) (20 (€20) locked) · Win 1,500 (€1500)',
  )
  expect(fundingText({ deposit: fkr(10), bonus: zero, win: fkr(40) }, worth)).toBe(
    'From Deposit 10 (€10) · Bonus 0 (€0) · Win 40 (€40)',
  )
  expect(doubtText({ stake: fkr(20), known: 'refused' }, worth)).toBe(
    'Your bet of 20 fkr (€20) was refused: nothing is taken of it.',
  )
})
