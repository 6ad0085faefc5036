import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { linkedWallet } from '../../../../test/answers.ts'
import { pass, startClock } from '../../../../test/clock.ts'
import { address, renderAsPlayer } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../../test/server.ts'

const DateTime = '2026-11-20T10:00:00.000Z'
const to = `0x${'c3'.repeat(20)}`
const hash = `0x${'4b'.repeat(32)}`

const open = (kind: 'deposit' | 'withdrawal', state: string) => ({
  'find-walletAdr': linkedWallet,
  openOperations: { Data: [{ Transaction_Id: 'op', kind, amount: 200, state, DateTime }] },
  depositStatus: { Data: { state, amount: 200 } },
  withdrawalStatus: { Data: { state, amount: 200, fee: 20, feeShare: 1000, address: to } },
})

test.for([
  ['withdrawal', 'requested', 'Accepted. We send it next'],
  ['withdrawal', 'review', 'Being checked by us before we send it'],
  ['withdrawal', 'signed', 'Sent. It waits for its block'],
  ['withdrawal', 'mined', 'Sent. Each new block confirms it'],
  ['deposit', 'requested', 'Waiting for its turn'],
] as const)(
  'the card of a %s that is %s says what is still to come',
  async ([kind, state, says]) => {
    renderAsPlayer('/account/wallet', open(kind, state))
    const cards = await screen.findByRole('list', { name: 'On their way' })
    expect(await within(cards).findByText(says)).not.toBeNull()
    expect(within(cards).queryByText('In review') !== null).toBe(state === 'review')
  },
)

test('the details of a paid withdrawal show its fee, what arrived, where, and its chain transaction', async () => {
  const user = renderAsPlayer('/account/wallet', {
    'find-walletAdr': { Data: { ...linkedWallet.Data, explorerUrl: 'https://scan.example' } },
    withdrawalStatus: {
      Data: { state: 'confirmed', amount: 200, fee: 20, feeShare: 1000, address: to, txHash: hash },
    },
    TransactionByUserId: {
      Data: [
        {
          Id: 'm',
          User_Id: 48_213_075,
          Amount: -200,
          Transaction_Id: 'op',
          Pro_TransactionId: 'op',
          Out_TransactionId: hash,
          Game_Id: null,
          Method: 'fkr',
          DateTime,
          StatusMsg: 'Withdraw',
          senderId: null,
          receiverId: null,
          Wallets: { CurrentBalance: -200, Winning_Amount: 0, Bonus: 0, ReferalAmount: 0 },
        },
      ],
    },
  })
  const list = await screen.findByRole('list', { name: 'Transactions' })
  await user.click(within(list).getByRole('button'))
  const details = await screen.findByRole('dialog', { name: 'Withdraw' })
  const figure = async (label: string) =>
    (await within(details).findByText(label)).parentElement?.textContent
  expect(await figure('Fee, 10 %')).toContain('20 fkr')
  expect(await figure('Arrived')).toContain('180 fkr')
  expect(await figure('To wallet')).toContain('0xc3c3c')
  expect(within(details).getByRole('button', { name: 'Copy Chain transaction' })).not.toBeNull()
  expect(
    within(details)
      .getByRole('link', { name: /^0x4b4b/ })
      .getAttribute('href'),
  ).toBe(`https://scan.example/tx/${hash}`)
})

test.for([
  ['withdrawal', 'confirmed', 'Done', undefined],
  ['withdrawal', 'refunded', 'Given back', 'The chain refused the transfer'],
  ['deposit', 'rejected', 'Failed', 'The token refused the transfer'],
] as const)(
  'the open details of a %s stay where it ends as %s, and say so',
  async ([kind, state, says, reason]) => {
    startClock()
    const user = renderAsPlayer('/account/wallet', open(kind, 'mined'))
    await user.click(await screen.findByRole('button', { name: /200 on its way/ }))
    const details = await screen.findByRole('dialog', { name: /200 fkr/ })
    answerCalls({
      openOperations: { Data: [] },
      [kind === 'deposit' ? 'depositStatus' : 'withdrawalStatus']: {
        Data: { state, amount: 200, reason },
      },
    })
    await pass(3_000)
    expect(screen.queryByRole('list', { name: 'On their way' })).toBeNull()
    expect(await within(details).findByText(says)).not.toBeNull()
    if (reason) expect(within(details).queryByText(`${reason}.`)).not.toBeNull()
    expect(within(details).queryByText(/come back|goes up/)).toBeNull()
    await user.click(within(details).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test('where what is on its way can’t be read the wallet says so, and reads it again', async () => {
  const { openOperations, ...answers } = open('deposit', 'mined')
  const user = renderAsPlayer('/account/wallet', { ...answers, openOperations: 'down' })
  const failure = await screen.findByText('Failed to load what is on its way. Please try again.')
  const card = failure.closest<HTMLElement>('[role=alert]')
  answerCalls({ openOperations })
  if (card) await user.click(within(card).getByRole('button', { name: 'Retry' }))
  await screen.findByRole('list', { name: 'On their way' })
  expect(failure.isConnected).toBe(false)
})

test('a deposit that waits is cancelled from its details', async () => {
  const user = renderAsPlayer('/account/wallet', {
    ...open('deposit', 'requested'),
    cancelDeposit: { Data: { state: 'rejected' } },
  })
  await user.click(await screen.findByRole('button', { name: /Deposit 200 on its way/ }))
  await user.click(await screen.findByRole('button', { name: 'Cancel this deposit' }))
  expect(await screen.findByText('Deposit cancelled')).not.toBeNull()
  expect(callsOf('cancelDeposit').map(({ body }) => body)).toEqual([{ Transaction_Id: 'op' }])
})

test('a deposit that is pulled already says so, and offers no cancel once it is signed', async () => {
  const user = renderAsPlayer('/account/wallet', {
    ...open('deposit', 'requested'),
    cancelDeposit: refused('This deposit is on its way and can no longer be cancelled'),
  })
  await user.click(await screen.findByRole('button', { name: /Deposit 200 on its way/ }))
  const cancel = await screen.findByRole('button', { name: 'Cancel this deposit' })
  await user.click(cancel)
  expect(
    await screen.findByText('This deposit is on its way and can no longer be cancelled'),
  ).not.toBeNull()
})

test('a reported deposit that is not pulled offers to cancel, after a while', async () => {
  startClock()
  const user = renderAsPlayer('/account/wallet/deposite?deposit=op', {
    ...open('deposit', 'requested'),
    cancelDeposit: { Data: { state: 'rejected' } },
  })
  await screen.findByRole('heading', { name: 'Depositing 200 fkr' })
  expect(screen.queryByText('Still waiting for its turn')).toBeNull()
  await pass(5_000)
  expect(await screen.findByText('Still waiting for its turn')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Deposit cancelled')).not.toBeNull()
  expect(address()).toBe('/account/wallet')
})
