import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { balances, limits, linkedWallet, player } from '../../test/answers.ts'
import { pass, startClock } from '../../test/clock.ts'
import { address, isOff, renderAsPlayer, renderAsVisitor } from '../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer, refused } from '../../test/server.ts'
import { refetchCalls } from '../api/queries.ts'
import { signedOut } from '../api/session-signals.ts'
import { profileAsks } from '../shell/profile.ts'
import { logOut, sessionLost, startSession } from '../shell/session.ts'

/** A form whose session ends before it is sent, with what was typed. */

interface Form {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** The call that sends it. */
  readonly call: string
  /** What opens it. */
  readonly button?: string
}

const transfer: Form = {
  path: '/account/wallet/send-money',
  fields: { 'Reciver ID': '51907263', 'Enter Amount': '25' },
  call: 'walletTransfer',
}

const forms: Readonly<Record<string, Form>> = {
  'a transfer': transfer,
  'a withdrawal': {
    path: '/account/wallet/withdraw',
    fields: { 'Payment method': 'fkr', 'Enter Amount': '500' },
    call: 'paymentWithdrawal',
  },
  'a deposit': {
    path: '/account/wallet/deposite',
    fields: { 'Payment method': 'fkr', 'Enter Amount': '500' },
    call: 'paymentDeposit',
  },
  'a move': {
    path: '/account/wallet/internal-trasnfer',
    fields: { 'Enter Amount': '25' },
    call: 'internalTransfer',
  },
  'a profile': {
    path: '/account/my-profile/edit-profile',
    fields: { 'Full Name': 'Meera of the hills', Email: 'hills@example.com' },
    call: 'updateUser',
  },
  'a limit': {
    path: '/account/limits',
    fields: { Limit: '75' },
    call: 'setLimit',
    button: 'Set the limit: Stake a round',
  },
  'a birth date': {
    path: '/account/limits',
    fields: { 'Born on': '1990-05-17' },
    call: 'birthDate',
  },
}

const answers = {
  WalletListByUserId: balances(900, { Winning_Amount: 200 }),
  'find-walletAdr': linkedWallet,
  limits: { Data: limits({ offers: { ...limits().offers, asksBirthDate: true } }) },
}

/** Opens a form, as a player does who comes from another screen; gives its controls. */
async function open({ path, button, fields }: Form, as = renderAsPlayer) {
  cleanup()
  const user = as(path, answers)
  if (button) await user.click(await screen.findByRole('button', { name: button }))
  const controls = await Promise.all(
    Object.keys(fields).map((label) =>
      screen.findByLabelText<HTMLInputElement | HTMLSelectElement>(label),
    ),
  )
  return { user, controls, values: () => controls.map(({ value }) => value) }
}

async function write(form: Form): Promise<UserEvent> {
  const { user, controls, values } = await open(form)
  const texts = Object.values(form.fields)
  for (const [i, control] of controls.entries()) {
    const text = texts[i] ?? ''
    if (control instanceof HTMLSelectElement) await user.selectOptions(control, text)
    else {
      await user.clear(control)
      await user.type(control, text)
    }
  }
  expect(values()).toEqual(texts)
  return user
}

/** The server says that there is no session. */
async function loseSession() {
  answerCalls({ 'verify-user': refused('Please log in') })
  act(() => signedOut.emit())
  await waitFor(() => expect(address()).toBe('/start'))
}

const asAnother: typeof renderAsPlayer = (path, more) => {
  localStorage.setItem('userGame', JSON.stringify({ ...player, userID: player.userID + 1 }))
  return renderAsVisitor(path, more)
}

test.for(Object.entries(forms))(
  '%s is there again for its player alone, and is not sent by itself',
  async ([, form]) => {
    await write(form)
    await loseSession()
    const texts = Object.values(form.fields)
    const another = await open(form, asAnother)
    for (const value of another.values()) expect(texts).not.toContain(value)
    await loseSession()
    expect((await open(form)).values()).toEqual(texts)
    expect(callsOf(form.call)).toEqual([])
    // Now they leave it by themselves.
    expect((await open(form)).values()).not.toEqual(texts)
  },
)

test('a form that is there again is forgotten at a log-out', async () => {
  await write(transfer)
  await loseSession()
  await logOut()
  expect((await open(transfer)).values()).toEqual(['', ''])
})

test('what was sent is not there again, though its answer came after the end of the session', async () => {
  const user = await write(transfer)
  const { fate, asked, letThrough } = holdAnswer({
    Data: { Transaction_Id: 'a', amountToSend: 24.5 },
  })
  answerCalls({ receiver: { Data: { name: 'M••••' } }, walletTransfer: fate })
  await user.click(screen.getByRole('button', { name: 'Send 25 fkr' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Send 25 fkr?' }))
  await user.click(sheet.getByRole('button', { name: 'Send 25 fkr' }))
  await asked
  await loseSession()
  letThrough()
  await screen.findByText('Amount Transfer successful')
  expect((await open(transfer)).values()).toEqual(['', ''])
})

/** What is typed here is a secret, and is never there again. */
const newPassword: Form = {
  path: '/account/change-password',
  fields: { 'New password': 'small-pots-2', 'Confirm password': 'small-pots-2' },
  call: 'changePassword',
}

test.for(Object.entries({ ...forms, 'a new password': newPassword }))(
  '%s holds none of what was typed where another player logs in from another tab',
  async ([, form]) => {
    await write(form)
    const another = { id: player.userID + 1, name: 'Ravi', mobile: '9000000001' }
    await act(async () => startSession(another))
    await waitFor(() => {
      for (const [label, text] of Object.entries(form.fields))
        expect(Reflect.get(Object(screen.queryByLabelText(label)), 'value')).not.toBe(text)
    })
  },
)

const ended = 'You have been logged out'

test('who presses Send without a session reads that it has ended, not that some error occured', async () => {
  const user = await write(transfer)
  const over = Response.json({ Status: false, Message: 'Please log in' }, { status: 401 })
  answerCalls({ receiver: over, 'verify-user': refused('Please log in') })
  await user.click(screen.getByRole('button', { name: 'Send 25 fkr' }))
  await waitFor(() => expect(address()).toBe('/start'))
  await screen.findByText(ended)
  expect(screen.queryByText('Some error occured')).toBeNull()
  screen.getByText(/because your session ran out, or was ended on another device/)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(ended)).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('main h1')))
})

test('who logs in where the browser keeps no cookies reads that they are missing', async () => {
  const enabled = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  onTestFinished(() => enabled.mockRestore())
  await write(transfer)
  await loseSession()
  await screen.findByText(/because this browser keeps no cookies for this site: allow them first/)
})

test('an end of the session is said until the next log-in', async () => {
  await write(transfer)
  await loseSession()
  await screen.findByText(ended)
  act(() => startSession({ id: player.userID, name: player.name, mobile: player.mobile }))
  expect(screen.queryByText(ended)).toBeNull()
})

test('an end of the session in another tab is said here', async () => {
  await open(transfer)
  const oldValue = localStorage.getItem('userGame')
  localStorage.removeItem('userGame')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'userGame', oldValue })))
  await screen.findByText(ended)
  screen.getByText(/in another tab\./)
})

test('who is asked whether they are there and is not, reads that this is why', async () => {
  // The screen loads it later, which takes real time.
  await import('../shell/idle-question.tsx')
  startClock()
  await open(transfer)
  answerCalls({ 'verify-user': { Idle_Minutes: 2 }, logout: {} })
  act(() => profileAsks.set({ idleMinutes: 2 }))
  await screen.findByLabelText('Enter Amount')
  // It looks once a second, from when it is there.
  await vi.waitFor(async () => {
    await pass(30_000)
    screen.getByRole('dialog', { name: 'Are you still there?' })
  }, patience)
  expect(screen.queryByText(ended)).toBeNull()
  await pass(61_000)
  await waitFor(() => expect(address()).toBe('/start'))
  await screen.findByText(/because nothing happened here for a while/)
  expect(callsOf('logout')).toHaveLength(1)
  vi.useRealTimers()
  profileAsks.set({})
})

const usedUp = {
  kind: 'deposit',
  period: 'month',
  amount: 700,
  used: 700,
  left: 0,
  resetsAt: '2026-12-31T23:00:00.000Z',
  warned: true,
  pending: null,
}
const byLaw = (more: object) => ({
  Data: limits({ offers: { ...limits().offers, logsOutAtLimit: true }, ...more }),
})

test('where the law logs out at a used-up limit, a deposit does so before a wallet is asked', async () => {
  const { user } = await open({
    path: '/account/wallet/deposite',
    fields: { 'Enter Amount': '' },
    call: '',
  })
  answerCalls({ limits: byLaw({ limits: [usedUp] }), logout: {} })
  await act(() => refetchCalls('readLimits'))
  await user.selectOptions(screen.getByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500{Enter}')
  await waitFor(() => expect(address()).toBe('/start'))
  await screen.findByText(/because your limit is used up/)
  expect(callsOf('logout')).toHaveLength(1)
  expect(callsOf('paymentDeposit')).toEqual([])
})

test('a deposit above what such a limit leaves says so, and logs out no player', async () => {
  const { user } = await open({
    path: '/account/wallet/deposite',
    fields: { 'Enter Amount': '' },
    call: '',
  })
  answerCalls({ limits: byLaw({ limits: [{ ...usedUp, used: 500, left: 200 }] }) })
  await act(() => refetchCalls('readLimits'))
  await user.selectOptions(screen.getByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500{Enter}')
  await waitFor(() => expect(screen.getAllByText(/leaves 200 fkr/)).toHaveLength(2))
  expect(sessionLost.read()).toBeNull()
  expect(address()).toBe('/account/wallet/deposite')
})

test('a bet that the server refused as it logged out at a limit says why', async () => {
  cleanup()
  const loss = { kind: 'loss', period: 'week', left: 0, resetsAt: null }
  const refusal = {
    Status: false,
    Message: 'Your loss limit for 7 days leaves 0 fkr. See Account, Limits and breaks.',
    Data: { limit: loss },
  }
  const user = renderAsPlayer('/games/guess-number', {
    ...answers,
    limits: byLaw({ limits: [{ ...usedUp, kind: 'loss', left: 2, used: 698 }] }),
    addTransaction: refusal,
    logout: {},
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await waitFor(() => expect(address()).toBe('/start'))
  await screen.findByText(/because your limit is used up/)
})

test('a session that was over before the visit is cleared silently', async () => {
  localStorage.setItem('userGame', JSON.stringify({ ...player, userID: player.userID + 2 }))
  renderAsVisitor(transfer.path, { ...answers, 'verify-user': refused('Please log in') })
  await waitFor(() => expect(address()).toBe('/start'))
  // The note itself is loaded later.
  expect(sessionLost.read()).toBeNull()
})

test('a log-out by the player is not said to have come from elsewhere', async () => {
  await open(transfer)
  answerCalls({ logout: {} })
  await act(() => logOut())
  await waitFor(() => expect(address()).toBe('/start'))
  expect(sessionLost.read()).toBeNull()
})
