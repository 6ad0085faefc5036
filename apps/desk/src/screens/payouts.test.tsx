import { listPayouts, type Payout } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, payoutInTests, shownAt, shownWith } from '../parts/in-tests.tsx'
import { Payouts } from './payouts.tsx'

test('a later page that has become empty doesn’t say that no payout waits', () => {
  const empty = (address: string, cursor?: string) => {
    const nothing = answered(listPayouts, { cursor, limit: 20 }, { payouts: [], next: null })
    return shownAt(address, <Payouts duties={['see', 'pay']} />, nothing)
  }
  expect(empty('/')).toContain('No payout waits.')
  expect(empty('/?after=x', 'x')).toContain('Nothing later waits.')
})

/** The queue of a cashier, with one payout. */
const shown = (changes: Partial<Payout>) =>
  shownWith(
    <Payouts duties={['see', 'pay']} />,
    answered(
      listPayouts,
      { cursor: undefined, limit: 20 },
      { payouts: [{ ...payoutInTests, ...changes }], next: null },
    ),
  )

test('a name in Arabic stays apart from the id, or the id would come before it', () =>
  expect(shown({ name: 'ميرا' })).toContain('<bdi>ميرا</bdi> 10000001'))

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
