import type { ConfirmWay } from '@pipkin/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, linkedWallet, player } from '../../../test/answers.ts'
import { passkeyOptions, signed, useAuthenticator } from '../../../test/authenticator.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { address, renderAsPlayer } from '../../../test/render-screen.tsx'
import {
  answerCalls,
  callsOf,
  confirmFirst,
  type Fate,
  holdAnswer,
  refused,
} from '../../../test/server.ts'
import { logOut } from '../../shell/session.ts'

/** The question whether it is the player, on screens that don't know about it. */

const title = 'Please confirm that it is you'
const changed = { Message: 'Your password has been updated.' }
type Way = ConfirmWay

/** Changes the password, which the server wants confirmed first. `right` is the code it takes. */
async function changePassword(ways: readonly Way[], right: string, more: object = {}) {
  let confirmed = false
  const answers: Record<string, Fate> = {
    changePassword: () => (confirmed ? changed : confirmFirst(...ways)),
    confirm: ({ body }) => {
      const { code, assertion } = Object(body)
      confirmed = code === right || assertion !== undefined
      return confirmed ? {} : refused('That was not right. Please try again.')
    },
    sendConfirmation: {},
    passkeyOptions,
    ...more,
  }
  const user = renderAsPlayer('/account/change-password', answers)
  for (const label of ['New password', 'Confirm password'])
    await user.type(await screen.findByLabelText(label), 'other-pots-2')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  const sheet = within(await screen.findByRole('dialog', { name: title }))
  return { user, sheet }
}

/** The sheet is open, and has the focus. */
const isOpen = async () => {
  const sheet = within(await screen.findByRole('dialog', { name: title }))
  const code = await sheet.findByLabelText('Code of your app')
  await waitFor(() => expect(document.activeElement).toBe(code))
}

const confirms = () => callsOf('confirm').map(({ body }) => body)

test('a code of the app confirms, and the same request is made again', async () => {
  const { user, sheet } = await changePassword(['totp'], '123456')
  const code = await sheet.findByLabelText('Code of your app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.type(code, '12')
  await user.click(sheet.getByRole('button', { name: 'Continue' }))
  await sheet.findByText('Please enter the code of your app')
  expect(confirms()).toEqual([])
  await user.type(code, '000000{Enter}')
  await sheet.findByText('That was not right. Please try again.')
  expect(code).toHaveProperty('value', '')
  expect(document.activeElement).toBe(code)
  await user.type(code, '123456{Enter}')
  await screen.findByText('Your password has been updated.')
  expect(address()).toBe('/')
  expect(confirms()).toEqual([{ code: '000000' }, { code: '123456' }])
  expect(callsOf('changePassword').map(({ body }) => body)).toEqual([
    { newPassword: 'other-pots-2' },
    { newPassword: 'other-pots-2' },
  ])
})

test('a recovery code confirms too', async () => {
  const { user, sheet } = await changePassword(['totp'], '7KQ2M-XW9PD')
  await user.click(await sheet.findByRole('button', { name: 'Use a recovery code' }))
  const code = await sheet.findByLabelText('Recovery code')
  expect(document.activeElement).toBe(code)
  await user.keyboard('{Enter}')
  await sheet.findByText('Please enter a recovery code')
  await user.type(code, ' 7KQ2M-XW9PD {Enter}')
  await screen.findByText('Your password has been updated.')
  expect(confirms()).toEqual([{ code: '7KQ2M-XW9PD' }])
})

test('closed, it leaves the form as it was, and its button has the focus', async () => {
  const { user } = await changePassword(['totp'], '123456')
  await isOpen()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/^Failed/)).toBeNull()
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'other-pots-2')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Password' })),
  )
  expect(callsOf('changePassword')).toHaveLength(1)
  expect(confirms()).toEqual([])
})

test('a passkey confirms, and one that wasn’t used can be tried again', async () => {
  const device = useAuthenticator()
  device.refuse('NotAllowedError')
  const { user, sheet } = await changePassword(['totp', 'passkey'], '')
  const use = await sheet.findByRole('button', { name: 'Use a passkey' })
  await waitFor(() => expect(document.activeElement).toBe(use))
  await user.click(use)
  await sheet.findByText('No passkey was used. Please try again.')
  expect(confirms()).toEqual([])
  useAuthenticator()
  await user.click(use)
  await screen.findByText('Your password has been updated.')
  expect(confirms()).toEqual([{ assertion: signed }])
  expect(callsOf('passkeyOptions').map(({ body }) => body)).toEqual([
    { for: 'confirm' },
    { for: 'confirm' },
  ])
})

test('a browser that knows no passkeys offers the app, and says so where there is none', async () => {
  const { sheet } = await changePassword(['passkey'], '')
  await sheet.findByText(/this browser can't use one/)
  expect(sheet.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('without a second factor a mailed code confirms; another one comes after the wait', async () => {
  startClock()
  const { user, sheet } = await changePassword(['mail'], '654321')
  await sheet.findByText('meera@example.com')
  expect(callsOf('sendConfirmation')).toHaveLength(1)
  // Closed and opened again, it asks for no other code.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  const again = within(await screen.findByRole('dialog', { name: title }))
  await again.findByRole('button', { name: /Resend Code in \d+ s/ })
  expect(callsOf('sendConfirmation')).toHaveLength(1)
  await pass(60_000)
  await user.click(again.getByRole('button', { name: 'Resend Code' }))
  expect(callsOf('sendConfirmation')).toHaveLength(2)
  await user.type(again.getByLabelText('Code of the mail'), '654321{Enter}')
  await screen.findByText('Your password has been updated.')
})

test('after another log-in a code is mailed anew: each belongs to its session', async () => {
  const sent = async () => {
    const { sheet } = await changePassword(['mail'], '654321')
    await sheet.findByText(/^We sent a code to/)
    return callsOf('sendConfirmation').length
  }
  const before = await sent()
  cleanup()
  await logOut()
  expect(await sent()).toBe(before + 1)
})

test('a code that can’t be mailed says why', async () => {
  startClock()
  // After the wait of the test before.
  await pass(300_000)
  const { sheet } = await changePassword(['mail'], '654321', {
    sendConfirmation: refused('Please wait 34 seconds before you request another code'),
  })
  await sheet.findByText('Please wait 34 seconds before you request another code')
  await sheet.findByText(/No new code was sent to/)
  expect(sheet.getByRole('button', { name: 'Resend Code' })).toBeTruthy()
})

test('a code whose request got no answer may be on its way', async () => {
  startClock()
  await pass(300_000)
  const { sheet } = await changePassword(['mail'], '654321', { sendConfirmation: 'lost' })
  await sheet.findByText(/^A code may be on its way to/)
  expect(sheet.getByRole('button', { name: 'Resend Code' })).toBeTruthy()
})

test('a second factor that was added elsewhere is asked for in place of the mail', async () => {
  startClock()
  await pass(300_000)
  const { sheet } = await changePassword(['mail'], '', { sendConfirmation: confirmFirst('totp') })
  expect(await sheet.findByLabelText('Code of your app')).toBeTruthy()
  expect(sheet.queryByLabelText('Code of the mail')).toBeNull()
})

test('FACTOR-30 a player who goes elsewhere has answered with no', async () => {
  await changePassword(['totp'], '123456')
  // Forward comes to another screen.
  history.pushState({ idx: 9 }, '', '/account')
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect(address()).toBe('/account')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('changePassword')).toHaveLength(1)
})

test('a session that ended elsewhere closes it and leads to the start', async () => {
  const over = Response.json({ Status: false, Message: 'Please log in' }, { status: 401 })
  const { user, sheet } = await changePassword(['totp'], '', { confirm: over })
  answerCalls({ 'verify-user': refused('Please log in') })
  await user.type(await sheet.findByLabelText('Code of your app'), '123456{Enter}')
  await waitFor(() => expect(address()).toBe('/start'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('userGame')).toBeNull()
})

test('FACTOR-29 a confirmation that comes after it was closed repeats nothing', async () => {
  const { fate, asked, letThrough } = holdAnswer({})
  const { user, sheet } = await changePassword(['totp'], '', { confirm: fate })
  await user.type(await sheet.findByLabelText('Code of your app'), '123456{Enter}')
  await asked
  await user.keyboard('{Escape}')
  letThrough()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/^Failed/)).toBeNull()
  expect(callsOf('changePassword')).toHaveLength(1)
})

test('above another sheet it has Esc for itself, and the sheet below goes on', async () => {
  let confirmed = false
  const answers: Record<string, Fate> = {
    WalletListByUserId: balances(100),
    receiver: { Data: { name: 'J••••' } },
    walletTransfer: () =>
      confirmed ? { Data: { Transaction_Id: 'a', amountToSend: 24.5 } } : confirmFirst('totp'),
    confirm: () => {
      confirmed = true
      return {}
    },
  }
  const user = renderAsPlayer('/account/wallet/send-money', answers)
  await user.type(await screen.findByLabelText('Reciver ID'), '51907263')
  await user.type(screen.getByLabelText('Enter Amount'), '25')
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  const below = await screen.findByRole('dialog', { name: 'Send 25 fkr?' })
  await user.click(within(below).getByRole('button', { name: /^Send/ }))
  const sheet = within(await screen.findByRole('dialog', { name: title }))
  await user.type(await sheet.findByLabelText('Code of your app'), '123456{Enter}')
  await screen.findByText('Amount Transfer successful')
  const keys = callsOf('walletTransfer').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(player.userID).toBe(Object(callsOf('walletTransfer')[1]?.body).senderId)
})

test('a withdrawal that isn’t confirmed leaves its form as it was', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(500),
    'find-walletAdr': linkedWallet,
    paymentWithdrawal: confirmFirst('totp'),
  })
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500')
  const goOn = screen.getByRole('button', { name: 'Continue' })
  await screen.findByText('Goes to your linked wallet')
  await user.click(goOn)
  const below = await screen.findByRole('dialog', { name: 'Withdraw 500 fkr?' })
  await user.click(within(below).getByRole('button', { name: 'Withdraw 500 fkr' }))
  await isOpen()
  await user.keyboard('{Escape}')
  expect(await screen.findByLabelText('Enter Amount')).toHaveProperty('value', '500')
  expect(screen.queryByText(title)).toBeNull()
  const keys = callsOf('paymentWithdrawal').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String)])
})

test('Esc closes the question alone, not the sheet below it', async () => {
  useAuthenticator()
  const user = renderAsPlayer('/account/security', { passkeyOptions: confirmFirst('totp') })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const below = await screen.findByRole('dialog', { name: 'Add a passkey' })
  await user.type(within(below).getByLabelText('Name (optional)'), 'My phone{Enter}')
  await isOpen()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  expect(within(below).getByLabelText('Name (optional)')).toHaveProperty('value', 'My phone')
  expect(within(below).queryByText(title)).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
