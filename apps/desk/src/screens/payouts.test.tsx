import { type Figures, listPayouts, type Payout, readNow } from '@pipkin/contract/desk'
import { hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import {
  answered,
  figuresInTests,
  labelsOf,
  payoutInTests,
  shownAt,
  shownWith,
} from '../parts/in-tests.tsx'
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

test('a payout says what leaves the wallets and what arrives', () => {
  const card = shown({ amount: hundredths(20_000n), fee: hundredths(2_000n) })
  expect(card).toContain('200 fkr</h2>')
  expect(card).toMatch(/Arrives, less the fee<.*?>180 fkr</)
})

test.each([
  ...['overLimit', 'playerSum', 'houseSum', 'rewards', 'frozen', 'doubted', 'restored'],
  ...['otherAmount', 'balanceDiffers', 'tooMuch', 'matched', 'cancelled', 'refused'],
  ...['limitReached', 'depositLimitDue', 'onBreak', 'termsDue', 'notApproved', 'approvedLess'],
  ...['walletShort', 'tokenRefuses', 'reverted', 'nothingArrived', 'nothingMoved'],
])('that an operation waits or has ended for the reason %s is said in words', (why) =>
  expect(shown({ why })).not.toContain(`>${why}<`),
)

test('a payout has the buttons that can work; for the others it says why it waits', () => {
  const buttons = (changes: Partial<Payout>) =>
    labelsOf('button', shown(changes)).filter((label) => !label?.startsWith('Pause'))
  expect(buttons({})).toEqual(['Refuse payout', 'Release payout'])
  expect(buttons({ proposer: 'Asha' })).toEqual(['Refuse payout'])
  // The sums were raised after the proposal: one operator can release it now.
  expect(buttons({ proposer: 'Asha', takesTwo: false })).toContain('Release payout')
  expect(buttons({ frozen: true, heldBy: 'accountFrozen' })).toEqual(['Refuse payout'])
  expect(buttons({ heldBy: 'notScanned' })).toEqual([])
  for (const heldBy of ['accountFrozen', 'notScanned', 'transferFits'] as const)
    expect(shown({ heldBy })).toMatch(/It can’t be (released|decided)/)
})

test('what is paused is said and can be resumed; the rest can be paused, even if that can’t be read', () => {
  const shown = (paused?: Partial<Figures>) =>
    shownWith(
      <Payouts duties={['see', 'pay']} />,
      ...(paused ? [answered(readNow, undefined, { ...figuresInTests, ...paused })] : []),
    )
  const buttons = (paused?: Partial<Figures>) => labelsOf('button', shown(paused))
  expect(buttons()).toEqual(['Pause deposits', 'Pause payouts'])
  expect(buttons({ depositsPaused: true })).toEqual(['Resume deposits', 'Pause payouts'])
  expect(buttons({ payoutsPaused: true })).toEqual(['Pause deposits', 'Resume payouts'])
  expect(shown({ depositsPaused: true })).toContain('Paused: no deposit is taken or credited.')
  expect(shown({ payoutsPaused: true })).not.toContain('no deposit')
})
