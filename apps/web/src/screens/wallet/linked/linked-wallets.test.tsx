import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, linkedWallets } from '../../../../test/answers.ts'
import { renderAsPlayer, address as shownAddress } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../../test/server.ts'

const own = `0x${'a1'.repeat(20)}`
const newest = `0x${'b2'.repeat(20)}`

const two = linkedWallets(
  { address: newest, heldUntil: '2026-11-24T10:05:00.000Z' },
  { address: own, paid: true },
)
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Linked wallets' })).getAllByRole('listitem')

test('the wallets are listed with which one is paid and from when the other can be', async () => {
  renderAsPlayer('/account/wallet', { 'find-walletAdr': two })
  const [first, second] = await rows()
  within(first!).getByText('0xb2b2…b2b2')
  within(first!).getByText(/^Payouts possible from 24 Nov 2026, /)
  within(first!).getByText('Linked on 1 Nov 2026')
  within(second!).getByText('Linked on 1 Nov 2026')
  within(second!).getByText('0xa1a1…a1a1')
  within(second!).getByText(/Payouts go here/)
})

test('a wallet is unlinked after a question that shows its whole address', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw', {
    'find-walletAdr': two,
    unlinkWallet: () => {
      answerCalls({ 'find-walletAdr': linkedWallets({ address: newest, paid: true }) })
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' }))
  sheet.getByText(own)
  sheet.getByText(/^Payouts wait then, until 24 Nov 2026, .* at the latest\.$/)
  await user.click(sheet.getByRole('button', { name: 'Unlink wallet' }))
  await screen.findByText('Wallet unlinked')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(callsOf('unlinkWallet').map(({ body }) => body)).toEqual([{ address: own }])
})

test('a wallet whose unlinking got no answer goes from the list where it is unlinked', async () => {
  const user = renderAsPlayer('/account/wallet', { 'find-walletAdr': two, unlinkWallet: 'lost' })
  await user.click(await screen.findByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' }))
  answerCalls({ 'find-walletAdr': linkedWallets({ address: newest, paid: true }) })
  await user.click(sheet.getByRole('button', { name: 'Unlink wallet' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test.each([
  [{}, 'Payouts go to another linked wallet then, such as 0xb2b2…b2b2.'],
  [{ paid: true }, 'Payouts go to 0xb2b2…b2b2, as before.'],
])('the question says where payouts go then', async (other, says) => {
  const wallets = linkedWallets(
    { address: newest, ...other },
    { address: own, paid: !('paid' in other) },
  )
  const user = renderAsPlayer('/account/wallet', { 'find-walletAdr': wallets })
  await user.click(await screen.findByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' })).getByText(says)
})

test('a withdrawal says from when a newer wallet is paid', async () => {
  renderAsPlayer('/account/wallet/withdraw', { 'find-walletAdr': two })
  await screen.findByText(/^Your new one, 0xb2b2…b2b2, is paid from 24 Nov 2026, /)
})

test('a question that is answered with Keep it, or a refusal, unlinks nothing', async () => {
  const user = renderAsPlayer('/account/wallet', {
    'find-walletAdr': linkedWallets({ address: own, paid: true }),
    unlinkWallet: refused('This wallet is not linked to your account'),
  })
  await user.click(await screen.findByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' }))
  sheet.getByText(/No other can be paid/)
  await user.click(sheet.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('unlinkWallet')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  const again = within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' }))
  await user.click(again.getByRole('button', { name: 'Unlink wallet' }))
  await again.findByText('This wallet is not linked to your account')
})

test('a doubted wallet asks whether it is the player’s, and is no place for payouts', async () => {
  const user = renderAsPlayer('/account/wallet', {
    'find-walletAdr': linkedWallets(
      { address: newest, doubted: true },
      { address: own, paid: true },
    ),
  })
  const [first] = await rows()
  within(first!).getByText(/Is it yours\?/)
  await user.click(screen.getByRole('button', { name: 'Unlink 0xa1a1…a1a1' }))
  within(await screen.findByRole('dialog', { name: 'Unlink this wallet?' })).getByText(
    /No other can be paid/,
  )
})

test('a withdrawal with a doubted wallet alone asks to sign for it again', async () => {
  renderAsPlayer('/account/wallet/withdraw', {
    'find-walletAdr': linkedWallets({ address: newest, doubted: true }),
  })
  await screen.findByText('Sign for your wallet again')
  screen.getByRole('button', { name: 'Link wallet' })
})

test('without a wallet the list says so, and where it can’t be read it is read again', async () => {
  const user = renderAsPlayer('/account/wallet', { 'find-walletAdr': 'down' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answerCalls({ 'find-walletAdr': linkedWallets() })
  await user.click(retry)
  await screen.findByText('No wallet linked yet')
})

test('a withdrawal names the paid wallet, and shows the new one where it changed', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(500),
    'find-walletAdr': linkedWallets({ address: own, paid: true }),
    paymentWithdrawal: () => {
      answerCalls({
        'find-walletAdr': linkedWallets({ address: newest, paid: true }, { address: own }),
        paymentWithdrawal: {
          Data: { Transaction_Id: 'out', amountToSend: 90, address: newest, state: 'requested' },
        },
      })
      return {
        ...refused('Payouts now go to another wallet. Look at the address and try again.'),
        Data: { address: newest },
      }
    },
  })
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(await screen.findByLabelText('Enter Amount'), '100')
  const confirm = async (address: string) => {
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Withdraw 100 fkr?' }))
    sheet.getByText(address)
    await user.click(sheet.getByRole('button', { name: 'Withdraw 100 fkr' }))
  }
  await confirm(own)
  await screen.findByText('Payouts now go to another wallet. Look at the address and try again.')
  await screen.findByText('Now goes to another wallet')
  await confirm(newest)
  await waitFor(() => expect(shownAddress()).toBe('/account/wallet'))
  expect(callsOf('paymentWithdrawal').map(({ body }) => Object(body).address)).toEqual([
    own,
    newest,
  ])
  const [first, second] = callsOf('paymentWithdrawal')
  expect(first!.key).not.toBe(second!.key)
})

test('a withdrawal that got no answer is repeated with the address that it named', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(500),
    'find-walletAdr': linkedWallets({ address: own, paid: true }),
    paymentWithdrawal: 'lost',
  })
  const fill = async () => {
    await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
    await user.clear(await screen.findByLabelText('Enter Amount'))
    await user.type(await screen.findByLabelText('Enter Amount'), '100')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Withdraw 100 fkr?' }))
    await user.click(sheet.getByRole('button', { name: 'Withdraw 100 fkr' }))
  }
  await fill()
  await waitFor(() => expect(callsOf('paymentWithdrawal')).toHaveLength(1))
  await screen.findByLabelText('Enter Amount')
  answerCalls({
    'find-walletAdr': linkedWallets({ address: newest, paid: true }, { address: own }),
    paymentWithdrawal: {
      Data: { Transaction_Id: 'out', amountToSend: 90, address: own, state: 'requested' },
    },
  })
  await fill()
  await waitFor(() => expect(callsOf('paymentWithdrawal')).toHaveLength(2))
  const [first, second] = callsOf('paymentWithdrawal')
  expect(second).toMatchObject({ key: first!.key, body: first!.body })
})
