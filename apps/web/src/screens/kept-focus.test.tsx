import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, fairness, limits, linkedWallet } from '../../test/answers.ts'
import { address, renderAsPlayer, renderAsVisitor } from '../../test/render-screen.tsx'
import { answerCalls } from '../../test/server.ts'
import { toast } from '../ui/toasts.ts'

/** The focused element disappears after a press: its replacement gets the focus. */

const expectFocusOn = (find: () => Element | null) =>
  waitFor(() => {
    const element = find()
    expect(element).not.toBeNull()
    expect(document.activeElement).toBe(element)
  })

const heading = () => document.querySelector('main h1')

test('Home has it on its heading, also where its parts come late and where the player has left', async () => {
  const user = renderAsPlayer('/account', { logout: {} })
  const toTab = async (name: string) => {
    const [tab] = await screen.findAllByRole('link', { name })
    if (tab) await user.click(tab)
  }
  await toTab('Home')
  await screen.findByText(/^Good /)
  await expectFocusOn(() => screen.queryByRole('heading', { level: 1, name: 'Meera Nair' }))

  await toTab('Account')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(address()).toBe('/'))
  await expectFocusOn(() => screen.queryByRole('heading', { level: 1, name: 'Welcome' }))
})

test('the seed of the next bet: in its field, and back on Change', async () => {
  const user = renderAsPlayer('/fairness')
  const change = { name: 'Change your seed' }
  await user.click(await screen.findByRole('button', change))
  await expectFocusOn(() => screen.queryByLabelText('Your seed'))
  await user.click(screen.getByRole('button', { name: 'Keep this seed' }))
  await screen.findByRole('alert')
  await expectFocusOn(() => screen.queryByLabelText('Your seed'))
  await user.type(screen.getByLabelText('Your seed'), 'mine{Enter}')
  await expectFocusOn(() => screen.queryByRole('button', change))
})

test('Retry leaves it on the screen', async () => {
  const user = renderAsPlayer('/notifications', { notifications: 'down' })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await expectFocusOn(() => document.querySelector('main'))
})

test('notifications that are all read leave it on the heading', async () => {
  const user = renderAsPlayer('/notifications', {
    notifications: { Data: [], Unread: 1 },
    readNotifications: {},
  })
  await user.click(await screen.findByRole('button', { name: 'Mark all read' }))
  await expectFocusOn(heading)
})

test('a wrong limit, birth date or empty message is focused where it is', async () => {
  const { offers } = limits()
  const user = renderAsPlayer('/account/limits', {
    limits: { Data: limits({ offers: { ...offers, asksBirthDate: true } }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Keep my birth date' }))
  await expectFocusOn(() => screen.queryByLabelText('Born on'))
  await user.click(screen.getByRole('button', { name: 'Set the limit: Stake a round' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Set the limit' }))
  await expectFocusOn(() => sheet.queryByLabelText('Limit'))
})

test('an empty message to support is asked for in its field', async () => {
  const user = renderAsPlayer('/support')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await expectFocusOn(() => screen.queryByLabelText('Your message'))
})

test('a case that is opened has it on its heading, and so has the list after Back', async () => {
  const at = '2026-11-20T18:30:00.125Z'
  const line = { event: null, amount: null, TXHash: null, state: 'waiting', DateTime: at }
  const user = renderAsPlayer('/support', {
    supportThreads: { Data: [{ ...line, words: 'x', Last_DateTime: at, case: 123456 }] },
    supportThread: { Data: { ...line, case: 123456, messages: [] } },
  })
  await user.click(await screen.findByRole('link', { name: /^Case 123456/ }))
  await expectFocusOn(() => screen.queryByRole('heading', { level: 1, name: 'Case 123456' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await expectFocusOn(() => screen.queryByRole('heading', { level: 1, name: 'Support' }))
})

test('a raise that is confirmed leaves it on the way to change the limit', async () => {
  const pending = { amount: 200, from: '2026-11-21T10:00:00.000Z', confirmed: false }
  const limit = {
    kind: 'stake',
    period: null,
    amount: 100,
    used: 0,
    left: 100,
    resetsAt: null,
    warned: false,
    pending: null,
  }
  const user = renderAsPlayer('/account/limits', {
    limits: { Data: limits({ limits: [{ ...limit, pending }] }) },
    confirmLimit: { Data: limits({ limits: [{ ...limit, amount: 200, left: 200 }] }) },
  })
  await user.click(await screen.findByRole('button', { name: /^Confirm 200 fkr/ }))
  await screen.findByText('The limit is changed')
  await expectFocusOn(() =>
    screen.queryByRole('button', { name: 'Change the limit: Stake a round' }),
  )
})

test('a withdrawal without an answer brings the form back with it on the amount', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(900),
    'find-walletAdr': linkedWallet,
    paymentWithdrawal: 'lost',
  })
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdraw 500 fkr?' }))
  await user.click(sheet.getByRole('button', { name: 'Withdraw 500 fkr' }))
  await screen.findByText(/^Your last try got no answer/)
  await expectFocusOn(() => screen.queryByLabelText('Enter Amount'))
})

test('the last wallet that is unlinked on Withdraw leaves it on Link wallet', async () => {
  const none = { Data: { ...linkedWallet.Data, linked: [], wallets: [] } }
  const user = renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(900),
    'find-walletAdr': linkedWallet,
    unlinkWallet: () => {
      answerCalls({ 'find-walletAdr': none })
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Unlink 0x/ }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Unlink wallet' }))
  await expectFocusOn(() => screen.queryByRole('button', { name: 'Link wallet' }))
})

test('Show all leaves it in the section that it has filled', async () => {
  const ended = { commitment: '1a'.repeat(32), seed: null, rounds: 3 }
  const epochs = [0, 1, 2, 3].map((epoch) => ({ ...ended, epoch }))
  const user = renderAsPlayer('/fairness', {
    fairness: { Data: { ...fairness, epoch: 4, ended: epochs } },
  })
  await user.click(await screen.findByRole('button', { name: 'Show all 4' }))
  await expectFocusOn(() =>
    screen.getByRole('heading', { name: 'Ended epochs' }).closest('section'),
  )
})

test('a birth date that is kept leaves it in its section', async () => {
  const { offers } = limits()
  const asks = { offers: { ...offers, asksBirthDate: true } }
  const user = renderAsPlayer('/account/limits', {
    limits: { Data: limits(asks) },
    setBirthDate: { Data: limits({ ...asks, birthDate: '1990-05-17' }) },
  })
  await user.type(await screen.findByLabelText('Born on'), '1990-05-17{Enter}')
  await screen.findByText('Born on 17 May 1990.')
  await expectFocusOn(() => screen.getByRole('region', { name: 'Your age' }))
})

test('what goes with its sheet leaves it in the content', async () => {
  const { offers } = limits()
  const asks = { offers: { ...offers, depositLimit: { ...offers.depositLimit, ask: 'default' } } }
  const user = renderAsPlayer('/account/limits', {
    limits: { Data: limits(asks) },
    declineDepositLimit: { Data: limits({ ...asks, declinesDepositLimit: true }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Go on without a limit' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, without a limit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expectFocusOn(() => screen.getByRole('main'))
})

test('a form that comes back leaves it in the content', async () => {
  const user = renderAsVisitor('/forgot-password', { forgotPassword: {} })
  await user.type(await screen.findByLabelText('Email'), 'meera@example.com{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Send another link' }))
  await screen.findByLabelText('Email')
  await expectFocusOn(() => screen.getByRole('main'))
})

test('a toast that a key dismisses gives it back to where it was', async () => {
  const user = renderAsPlayer('/account')
  const copy = await screen.findByRole('button', { name: 'Copy ID' })
  copy.focus()
  act(() => toast.success('Done'))
  within(await screen.findByRole('status'))
    .getByRole('button', { name: 'Dismiss' })
    .focus()
  await user.keyboard('{Enter}')
  await expectFocusOn(() => copy)
})

test('the bet sheet that opened by itself leaves it in the dock', async () => {
  const user = renderAsPlayer('/games/guess-number', { WalletListByUserId: balances(300) })
  await screen.findByRole('dialog', { name: 'Place your bet' })
  await user.keyboard('{Escape}')
  await expectFocusOn(() => screen.queryByRole('region', { name: 'Round' }))
})
