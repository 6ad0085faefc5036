import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits, player } from '../../../test/answers.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { address, goBack, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer, refused } from '../../../test/server.ts'
import { refetchCalls } from '../../api/queries.ts'
import { startSession } from '../../shell/session.ts'

const path = '/account/limits'

const future = '2030-05-22T10:00:00.000Z'

const lossLimit = (more: object = {}) => ({
  kind: 'loss',
  period: 'week',
  amount: 100,
  used: 40,
  left: 60,
  resetsAt: '2026-11-25T10:00:00.000Z',
  warned: false,
  pending: null,
  ...more,
})
const showing = (...list: object[]) => ({ limits: { Data: limits({ limits: list }) } })

test('a player without limits sees each that can be set, the session and the breaks', async () => {
  renderAsPlayer(path)
  expect(await screen.findAllByText('No limit')).toHaveLength(7)
  const session = screen.getByRole('region', { name: 'This session' })
  expect(session.textContent).toContain('−20')
  const breaks = screen.getByRole('region', { name: 'Take a break' })
  expect(within(breaks).getAllByRole('button')).toHaveLength(2)
})

test('a limit shows what is used, what is left and when more comes', async () => {
  renderAsPlayer(path, showing(lossLimit()))
  const losses = await screen.findByRole('region', { name: 'Losses' })
  expect(losses.textContent).toMatch(/40 fkr of 100 used, 60 fkr left, more from 25 Nov 2026/)
})

test('a first limit is set with the time zone of the browser, and counts at once', async () => {
  const user = renderAsPlayer(path, { setLimit: { Data: limits({ limits: [lossLimit()] }) } })
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Losses in 7 days' }))
  const sheet = await screen.findByRole('dialog', { name: 'Losses in 7 days' })
  expect(within(sheet).getByText('It counts at once.')).not.toBeNull()
  await user.type(within(sheet).getByLabelText('Limit'), '100')
  await user.click(within(sheet).getByRole('button', { name: 'Set the limit' }))
  expect(await screen.findByText('The limit counts from now on')).not.toBeNull()
  expect(callsOf('setLimit').map(({ body }) => body)).toEqual([
    { kind: 'loss', period: 'week', amount: 100, tz: expect.any(String) },
  ])
  expect(screen.getByRole('region', { name: 'Losses' }).textContent).toContain('60 fkr left')
})

test('a limit of 0 says what it is before it is set: it is not “no limit”', async () => {
  const user = renderAsPlayer(path, { setLimit: { Data: limits() } })
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Deposits in 7 days' }))
  await user.type(await screen.findByLabelText('Limit'), '0')
  expect(await screen.findByText('0 allows none at all. It counts at once.')).not.toBeNull()
  await user.keyboard('{Enter}')
  expect(callsOf('setLimit').map(({ body }) => body)).toMatchObject([{ amount: 0 }])
})

test('what is no amount is said in the form, and not sent', async () => {
  const user = renderAsPlayer(path)
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Stake a round' }))
  await user.type(await screen.findByLabelText('Limit'), '1.005')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Enter valid amount')).not.toBeNull()
  expect(callsOf('setLimit')).toEqual([])
})

test('what the answer says of one player’s limits is not shown to the next', async () => {
  const { fate, asked, letThrough } = holdAnswer({ Data: limits({ limits: [lossLimit()] }) })
  const user = renderAsPlayer(path, { setLimit: fate })
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Losses in 7 days' }))
  await user.type(await screen.findByLabelText('Limit'), '100{Enter}')
  await asked
  const oldValue = localStorage.getItem('userGame')
  const newValue = JSON.stringify({ ...player, userID: player.userID + 1 })
  localStorage.setItem('userGame', newValue)
  act(
    () => void dispatchEvent(new StorageEvent('storage', { key: 'userGame', oldValue, newValue })),
  )
  expect(await screen.findAllByText('No limit')).toHaveLength(7)
  letThrough()
  expect(await screen.findByText('The limit counts from now on')).not.toBeNull()
  expect(screen.getAllByText('No limit')).toHaveLength(7)
})

test('a limit whose answer comes late closes no other sheet that is open by then', async () => {
  const { fate, asked, letThrough } = holdAnswer({ Data: limits({ limits: [lossLimit()] }) })
  const user = renderAsPlayer(path, { setLimit: fate })
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Losses in 7 days' }))
  await user.type(await screen.findByLabelText('Limit'), '100{Enter}')
  await asked
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Set the limit: Stake a round' }))
  const sheet = await screen.findByRole('dialog', { name: 'Stake a round' })
  await user.type(within(sheet).getByLabelText('Limit'), '20')
  letThrough()
  await screen.findByText('The limit counts from now on')
  expect(within(sheet).getByLabelText('Limit')).toHaveProperty('value', '20')
})

test('a break whose answer comes late closes no sheet of another break', async () => {
  const { fate, asked, letThrough } = holdAnswer({
    Data: limits({ break: { kind: 'timeout', until: future } }),
  })
  const user = renderAsPlayer(path, { takeBreak: fate })
  await user.click(await screen.findByRole('button', { name: '24 hours' }))
  await user.click(await screen.findByRole('button', { name: 'Stop for 24 hours' }))
  await asked
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '6 months' }))
  const sheet = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Exclude yourself?' })
  letThrough()
  await within(sheet).findByText(/^You are on a break until 22 May 2030/)
  expect(sheet.open).toBe(true)
})

/** From now on no sheet comes down. */
function holdSheets() {
  const { getAnimations } = Element.prototype
  const finished = new Promise(() => {})
  Reflect.set(Element.prototype, 'getAnimations', () => [{ finished }])
  onTestFinished(() => void Reflect.set(Element.prototype, 'getAnimations', getAnimations))
}

test.each([
  ['Change the limit: Losses in 7 days', 'Losses in 7 days'],
  ['24 hours', 'Take a break?'],
  ['6 months', 'Exclude yourself?'],
])('the sheet of %s shows what it showed until it is down', async (button, name) => {
  holdSheets()
  const user = renderAsPlayer(path, showing(lossLimit()))
  await user.click(await screen.findByRole('button', { name: button }))
  const sheet = await screen.findByRole<HTMLDialogElement>('dialog', { name })
  const before = sheet.textContent
  await user.keyboard('{Escape}')
  await waitFor(() => expect(sheet.open).toBe(false))
  expect(sheet.textContent).toBe(before)
})

test('a raise says that it waits; once its time has come it is confirmed in a second act', async () => {
  const waits = { amount: 200, from: '2026-11-21T10:00:00.000Z', confirmed: false }
  const user = renderAsPlayer(path, {
    ...showing(lossLimit({ pending: waits })),
    confirmLimit: { Data: limits({ limits: [lossLimit({ amount: 200, left: 160 })] }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm 200 fkr: Losses in 7 days' }))
  expect(await screen.findByText('The limit is changed')).not.toBeNull()
  expect(callsOf('confirmLimit').map(({ body }) => body)).toEqual([
    { kind: 'loss', period: 'week' },
  ])
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('a raise whose confirmation got no answer counts on the screen where it counts', async () => {
  const waits = { amount: 200, from: '2026-11-21T10:00:00.000Z', confirmed: false }
  const user = renderAsPlayer(path, {
    ...showing(lossLimit({ pending: waits })),
    confirmLimit: 'lost',
  })
  const confirm = await screen.findByRole('button', { name: /^Confirm 200 fkr/ })
  answerCalls(showing(lossLimit({ amount: 200, left: 160 })))
  await user.click(confirm)
  await screen.findByText('An error occurred. Please try again.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull())
})

test('a birth date that got no answer is shown where it is kept', async () => {
  const offers = { ...limits().offers, asksBirthDate: true }
  const asking = (more: object = {}) => ({ limits: { Data: limits({ offers, ...more }) } })
  const user = renderAsPlayer(path, { ...asking(), setBirthDate: 'lost' })
  await user.type(await screen.findByLabelText('Born on'), '1990-05-17')
  answerCalls(asking({ birthDate: '1990-05-17' }))
  await user.click(screen.getByRole('button', { name: 'Keep my birth date' }))
  await screen.findByText('Born on 17 May 1990.')
})

test('a raise whose time has not come cannot be confirmed, and says from when', async () => {
  const from = new Date(Date.now() + 3_600_000).toISOString()
  renderAsPlayer(path, showing(lossLimit({ pending: { amount: null, from, confirmed: false } })))
  expect((await screen.findByText(/^No limit waits: confirm it from/)).textContent).toContain(
    'confirm it from',
  )
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('a raise whose time came while the device slept can be confirmed once it is read again', async () => {
  startClock()
  const from = new Date(Date.now() + 3_600_000)
  const pending = { amount: 200, from: from.toISOString(), confirmed: false }
  renderAsPlayer(path, showing(lossLimit({ pending })))
  await screen.findByText(/^200 fkr waits: confirm it from/)
  // No timer runs on meanwhile.
  vi.setSystemTime(from)
  await act(() => refetchCalls('readLimits'))
  await screen.findByRole('button', { name: /^Confirm 200 fkr/ })
})

test('a break that got no answer is asked for again as the same one', async () => {
  const user = renderAsPlayer(path, { takeBreak: 'lost' })
  await user.click(await screen.findByRole('button', { name: '24 hours' }))
  const stop = await screen.findByRole('button', { name: 'Stop for 24 hours' })
  await user.click(stop)
  await screen.findByText('An error occurred. Please try again.')
  answerCalls({ takeBreak: { Data: limits({ break: { kind: 'timeout', until: future } }) } })
  await user.click(stop)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = callsOf('takeBreak').map(({ key }) => key)
  expect(second).toBe(first)
  expect(first).not.toBeNull()
})

test('a break and a limit that got no answer are on the screen where they count', async () => {
  const user = renderAsPlayer(path, { takeBreak: 'lost', setLimit: 'lost' })
  await user.click(await screen.findByRole('button', { name: 'Set the limit: Stake a round' }))
  await user.type(await screen.findByLabelText('Limit'), '75')
  answerCalls(showing(lossLimit({ kind: 'stake', period: null, amount: 75, resetsAt: null })))
  await user.click(screen.getByRole('button', { name: 'Set the limit' }))
  await screen.findByText('75 fkr')
  await user.click(screen.getByRole('button', { name: 'Close' }))

  await user.click(screen.getByRole('button', { name: '24 hours' }))
  answerCalls({ limits: { Data: limits({ break: { kind: 'timeout', until: future } }) } })
  await user.click(await screen.findByRole('button', { name: 'Stop for 24 hours' }))
  await screen.findByText(/^You are on a break until/)
})

test('a time-out is asked for once more, an exclusion twice', async () => {
  const user = renderAsPlayer(path, {
    takeBreak: {
      Data: limits({ break: { kind: 'exclusion', until: '2027-05-22T10:00:00.000Z' } }),
    },
  })
  await user.click(await screen.findByRole('button', { name: '24 hours' }))
  const asked = await screen.findByRole('dialog', { name: 'Take a break?' })
  expect(within(asked).getByRole('button', { name: 'Stop for 24 hours' })).not.toBeNull()
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('button', { name: '6 months' }))
  const sheet = await screen.findByRole('dialog', { name: 'Exclude yourself?' })
  const exclude = within(sheet).getByRole('button', { name: 'Exclude me for 6 months' })
  // A double click at one place, as by accident, begins no exclusion.
  await user.dblClick(exclude)
  const box = within(sheet).getByRole('checkbox', { name: 'I want to be excluded for 6 months' })
  await within(sheet).findByText('Please confirm it here first')
  expect(document.activeElement).toBe(box)
  expect(callsOf('takeBreak')).toEqual([])
  await user.click(box)
  await user.click(exclude)
  expect(await screen.findByText(/You have excluded yourself until 22 May 2027/)).not.toBeNull()
  expect(callsOf('takeBreak').map(({ body }) => body)).toEqual([
    { kind: 'exclusion', length: '6m' },
  ])
})

test('the reminder is chosen from a list', async () => {
  const user = renderAsPlayer(path, { setReminder: { Data: limits({ reminderMinutes: 30 }) } })
  await user.selectOptions(await screen.findByLabelText('Remind me'), 'Every 30 minutes')
  expect(await screen.findByText('A reminder every 30 minutes')).not.toBeNull()
  expect(callsOf('setReminder').map(({ body }) => body)).toEqual([{ minutes: 30 }])
})

test('a reminder that was just chosen is not saved for the player who logs in from another tab', async () => {
  const user = renderAsPlayer(path, { setReminder: { Data: limits({ reminderMinutes: 30 }) } })
  await user.selectOptions(await screen.findByLabelText('Remind me'), 'Every 30 minutes')
  const another = { id: player.userID + 1, name: 'Ravi', mobile: '9000000001' }
  await act(async () => startSession(another))
  const list = await screen.findByLabelText('Remind me')
  expect(list).toHaveProperty('value', 'none')
  expect(callsOf('setReminder')).toEqual([])
})

test('the reminders that arrow keys pass are not saved, only the one where they stop', async () => {
  const user = renderAsPlayer(path, { setReminder: { Data: limits({ reminderMinutes: 15 }) } })
  const list = await screen.findByLabelText('Remind me')
  for (const minutes of [5, 10, 15]) {
    await user.selectOptions(list, `Every ${minutes} minutes`)
    expect(list).toHaveProperty('value', String(minutes))
  }
  await user.tab()
  await screen.findByText('A reminder every 15 minutes')
  expect(callsOf('setReminder').map(({ body }) => body)).toEqual([{ minutes: 15 }])
})

test.each([
  ['another screen', () => goBack()],
  ['another page', () => dispatchEvent(new Event('pagehide'))],
])('a reminder is saved although the player leaves at once for %s', async (_, leave) => {
  history.replaceState(null, '', '/account')
  history.pushState(null, '', path)
  const user = renderAsPlayer(path, { setReminder: { Data: limits({ reminderMinutes: 30 }) } })
  await user.selectOptions(await screen.findByLabelText('Remind me'), 'Every 30 minutes')
  expect(callsOf('setReminder')).toEqual([])
  await leave()
  await waitFor(() => expect(callsOf('setReminder')).toHaveLength(1))
  await screen.findByText('A reminder every 30 minutes')
})

test('limits that cannot be read say so, and are read again', async () => {
  const user = renderAsPlayer(path, { limits: refused('Too many requests. Please wait a little.') })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await user.click(retry)
  expect(callsOf('limits').length).toBeGreaterThan(1)
})

test('a limit that the server refuses to set says why in its form', async () => {
  const user = renderAsPlayer(path, { setLimit: 'lost' })
  await user.click(
    await screen.findByRole('button', { name: 'Set the limit: Deposits in a month' }),
  )
  await user.type(await screen.findByLabelText('Limit'), '50{Enter}')
  expect(await screen.findByText('An error occurred. Please try again.')).not.toBeNull()
})

test('Account and the deposit form lead to it', async () => {
  const user = renderAsPlayer('/account')
  await user.click(await screen.findByRole('link', { name: 'Limits and breaks' }))
  expect(address()).toBe(path)
  expect(await screen.findByRole('heading', { name: 'Limits and breaks' })).not.toBeNull()
})

test('the deposit form says what a limit leaves, and asks no wallet for more', async () => {
  const limit = { kind: 'deposit', amount: 1_000, used: 600, left: 400, warned: true }
  const user = renderAsPlayer('/account/wallet/deposite', showing(lossLimit(limit)))
  const says = /^Your deposit limit for 7 days leaves 400 fkr until 25 Nov 2026/
  expect(await screen.findByText(says)).not.toBeNull()
  expect(
    screen.getByText('You have used 600 of the 1,000 fkr of your deposit limit for 7 days.'),
  ).not.toBeNull()
  await user.selectOptions(screen.getByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500{Enter}')
  await waitFor(() => expect(screen.getAllByText(says)).toHaveLength(2))
})

test('on a break the forms of a deposit and a send, and the invitation, say until when', async () => {
  const break_ = { kind: 'exclusion', until: '2027-05-22T10:00:00.000Z' }
  const limited = { limits: { Data: limits({ break: break_ }) } }
  renderAsPlayer('/account/wallet/deposite', limited)
  const says = /^You have excluded yourself until 22 May 2027/
  expect(await screen.findByText(says)).not.toBeNull()
  cleanup()
  renderAsPlayer('/account/wallet/send-money', limited)
  expect(await screen.findByText(says)).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  cleanup()
  renderAsPlayer('/account/invite', limited)
  expect(await screen.findByText(says)).not.toBeNull()
  expect(screen.queryByText('MEERA1')).toBeNull()
  expect(screen.queryByLabelText('Your invite code')).toBeNull()
})

test('a form that stays open past the end of a break takes a send again', async () => {
  startClock()
  const until = new Date(Date.now() + 600_000).toISOString()
  renderAsPlayer('/account/wallet/send-money', {
    limits: { Data: limits({ break: { kind: 'timeout', until } }) },
  })
  await screen.findByText(/^You are on a break until/)
  answerCalls({ limits: { Data: limits() } })
  await pass(600_000)
  expect(await screen.findByRole('button', { name: 'Send' })).not.toBeNull()
})

test('on a break neither Account nor the team offers to invite', async () => {
  const limited = { limits: { Data: limits({ break: { kind: 'timeout', until: future } }) } }
  renderAsPlayer('/account', limited)
  expect(await screen.findByRole('link', { name: /Level Earning/ })).not.toBeNull()
  await waitFor(() => expect(screen.queryByRole('link', { name: /Referral Link/ })).toBeNull())
  cleanup()
  renderAsPlayer('/account/referral-team', limited)
  expect(await screen.findByText(/^Referral team not found/)).not.toBeNull()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Invite' })).toBeNull())
})
