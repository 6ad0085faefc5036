import { listPayouts, type Payout } from '@pipkin/contract/desk'
import { zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { answered, labelsOf, shownWith } from '../parts/in-tests.tsx'
import { Payouts } from './payouts.tsx'

const payout: Payout = {
  transaction: 'x',
  player: 10_000_001,
  name: 'Meera',
  amount: zero,
  fee: zero,
  ownPart: zero,
  why: 'overLimit',
  address: '0x',
  at: new Date('2026-11-22T12:00:00Z'),
  linkedAt: null,
  disownedAt: null,
  deposited: zero,
  staked: zero,
  lost: zero,
  left: zero,
  accountsOfPerson: 1,
  paidBefore: 0,
  paidSum: zero,
  frozen: false,
  heldBy: null,
  takesTwo: true,
  proposer: null,
  onBrowser: [],
  onAddress: [],
}

/** The queue of a cashier, with one payout. */
const shown = (changes: Partial<Payout>) =>
  shownWith(
    <Payouts duties={['see', 'pay']} />,
    answered(
      listPayouts,
      { cursor: undefined, limit: 20 },
      { payouts: [{ ...payout, ...changes }], next: null },
    ),
  )

test('a payout has the buttons that can work; for the others it says why it waits', () => {
  const buttons = (changes: Partial<Payout>) =>
    labelsOf('button', shown(changes)).filter((label) => label !== 'Pause payouts')
  expect(buttons({})).toEqual(['Refuse payout', 'Release payout'])
  expect(buttons({ proposer: 'Asha' })).toEqual(['Refuse payout'])
  // The sums were raised after the proposal: one operator can release it now.
  expect(buttons({ proposer: 'Asha', takesTwo: false })).toContain('Release payout')
  expect(buttons({ frozen: true, heldBy: 'accountFrozen' })).toEqual(['Refuse payout'])
  expect(buttons({ heldBy: 'notScanned' })).toEqual([])
  for (const heldBy of ['accountFrozen', 'notScanned', 'transferFits'] as const)
    expect(shown({ heldBy })).toMatch(/It can’t be (released|decided)/)
})
