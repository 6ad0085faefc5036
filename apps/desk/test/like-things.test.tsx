import {
  type HouseNotice,
  listHouseNotices,
  listPayouts,
  listProposals,
  listUnmatched,
  type RingMember,
  readRing,
  type UnmatchedTransfer,
} from '@pipkin/contract/desk'
import { hundredths, zero } from '@pipkin/money'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { ActDialogs } from '../src/parts/act-button.tsx'
import { payoutInTests, proposalInTests } from '../src/parts/in-tests.tsx'
import { LowerLimit, type WhichLimit } from '../src/parts/tighten.tsx'
import { Money } from '../src/screens/money.tsx'
import { Notices } from '../src/screens/notices.tsx'
import { Payouts } from '../src/screens/payouts.tsx'
import { Proposals } from '../src/screens/proposals.tsx'
import { Ring } from '../src/screens/ring.tsx'
import { openDesk } from './answers.ts'
import { renderAt } from './render-at.tsx'

/** Lists move as colleagues decide: a dialog says which of two like things it is about. */

beforeEach(() => sessionStorage.clear())

/** What the dialog of the nth button of this name says. Its page is left with a reason typed. */
async function dialogOf(shown: ReactNode, name: string | RegExp, nth = 0, address = '/') {
  renderAt(address, <ActDialogs operator={1}>{shown}</ActDialogs>)
  const button = (await screen.findAllByRole('button', { name }))[nth]
  fireEvent.click(button as Element)
  const said = screen.getByRole('dialog').textContent
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'ticket 7' } })
  cleanup()
  return said
}

test('DESK-73 of two payouts of one amount the dialog names the address', async () => {
  const desk = openDesk()
  const payouts = ['0xold', '0xnew'].map((address) => ({
    ...payoutInTests,
    transaction: address,
    address,
  }))
  desk.answer(listPayouts, { payouts, next: null })
  for (const act of ['Release', 'Refuse']) {
    const dialog = (nth: number) =>
      dialogOf(<Payouts duties={['see', 'pay']} />, `${act} payout: 0 fkr to 10000001`, nth)
    const [old, newer] = [await dialog(0), await dialog(1)]
    expect(old).toContain('0xold')
    expect(newer).toContain('0xnew')
    expect(newer).not.toContain('here again')
  }
})

test('DESK-74 of two proposals of one title the dialog says what each changes', async () => {
  const desk = openDesk()
  const proposals = ['Deposit', 'Win'].map((wallet) => ({
    ...proposalInTests,
    proposal: wallet,
    changes: [{ what: 'Wallet', before: null, after: wallet }],
  }))
  desk.answer(listProposals, { proposals, next: null })
  for (const act of ['Approve', 'Refuse']) {
    const dialog = (nth: number) =>
      dialogOf(<Proposals mayOffer={false} />, new RegExp(`^${act} proposal`), nth)
    const [deposit, win] = [await dialog(0), await dialog(1)]
    expect(deposit).toContain('Deposit')
    expect(win).toContain('Win')
    expect(win).not.toContain('here again')
  }
})

test('of two transfers of one amount the dialog names the chain transaction', async () => {
  const desk = openDesk()
  const transfers = ['0xone', '0xtwo'].map(
    (hash): UnmatchedTransfer => ({
      hash,
      block: 1,
      amount: hundredths(100n),
      player: null,
      sender: '0xa',
      receiver: '0xb',
    }),
  )
  desk.answer(listUnmatched, transfers)
  const dialog = (nth: number) =>
    dialogOf(<Money mayPay />, /^Explain transfer/, nth, '/money?view=unmatched')
  const [one, two] = [await dialog(0), await dialog(1)]
  expect(one).toContain('0xone')
  expect(two).toContain('0xtwo')
  expect(two).not.toContain('here again')
})

const noticeInTests: HouseNotice = {
  id: 'a',
  player: null,
  name: null,
  kind: 'service',
  title: 'A pause',
  words: 'On Sunday.',
  from: new Date('2026-11-29T00:00:00Z'),
  until: new Date('2026-12-01T00:00:00Z'),
  madeBy: 'Asha',
  publishedAt: null,
  proposer: null,
}

test('of two notices of one title the dialog says the text', async () => {
  const desk = openDesk()
  const notices = ['On Sunday.', 'On Monday.'].map((words) => ({
    ...noticeInTests,
    id: words,
    words,
  }))
  desk.answer(listHouseNotices, { notices, next: null })
  for (const act of ['Publish', 'Drop']) {
    const dialog = (nth: number) =>
      dialogOf(<Notices duties={['answer']} />, new RegExp(`^${act} notice`), nth, '/?view=draft')
    const [sunday, monday] = [await dialog(0), await dialog(1)]
    expect(sunday).toContain('On Sunday.')
    expect(monday).toContain('On Monday.')
    expect(monday).not.toContain('here again')
  }
})

test('what was typed about one ring isn’t there for another', async () => {
  const desk = openDesk()
  const member: RingMember = {
    player: 10_000_001,
    name: 'Meera',
    isFriend: false,
    shares: [],
    decision: null,
    signedInAt: null,
    deposited: zero,
    staked: zero,
    wallets: zero,
    locked: zero,
    unlocked: zero,
    frozen: false,
    byHouse: false,
    closed: false,
  }
  const none = { deposited: zero, staked: zero, wallets: zero, locked: zero, unlocked: zero }
  const dialog = (player: number) => {
    const members = [{ ...member, player }]
    desk.answer(readRing, { members, sums: { friends: 0, ...none }, ties: [] })
    const ring = (
      <Routes>
        <Route path="/rings/:player" element={<Ring duties={['restrict']} />} />
      </Routes>
    )
    return dialogOf(ring, /^Freeze account \(1\)/, 0, `/rings/${player}`)
  }
  const [one, other] = [await dialog(10_000_001), await dialog(10_000_002)]
  expect(one).toContain('ring of 10000001')
  // Which accounts the act is about, not only how many.
  expect(one).toContain('Meera 10000001')
  expect(other).toContain('ring of 10000002')
  expect(other).not.toContain('here again')
})

test('what was typed to one player isn’t there for another, nor for all', async () => {
  const desk = openDesk()
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(listHouseNotices, { notices: [{ ...noticeInTests, player: 10_000_001 }], next: null })
  const dialog = async (name: string, address: string) => {
    renderAt(
      address,
      <ActDialogs operator={1}>
        <Notices duties={['answer']} />
      </ActDialogs>,
    )
    fireEvent.click(await screen.findByRole('button', { name }))
    const text = screen.getByLabelText<HTMLTextAreaElement>('Text')
    const { value } = text
    fireEvent.input(text, { target: { value: 'Your payout is on its way.' } })
    cleanup()
    return value
  }
  await dialog('Draft notice anew: “A pause” to 10000001', '/?view=draft')
  expect(await dialog('Draft notice', '/?view=draft')).toBe('')
  expect(await dialog('Draft notice', '/?view=draft&to=10000002')).toBe('')
  // Where a colleague drops the draft, it can be written to the same player again.
  const again = await dialog('Draft notice', '/?view=draft&to=10000001')
  expect(again).toBe('Your payout is on its way.')
})

test('what was typed for one limit of a player isn’t there for another', async () => {
  openDesk()
  const dialog = (limit: WhichLimit) =>
    dialogOf(<LowerLimit player={10_000_001} limit={limit} />, /^Lower limit/)
  await dialog({ kind: 'loss', period: 'day' })
  expect(await dialog({ kind: 'deposit', period: 'week' })).not.toContain('here again')
  expect(await dialog({ kind: 'loss', period: 'day' })).toContain('here again')
})
