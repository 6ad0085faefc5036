import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { player } from '../../../test/answers.ts'
import { passkeyOptions, signed, useAuthenticator } from '../../../test/authenticator.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { address, isOff, renderAsVisitor } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, type Fate, refused } from '../../../test/server.ts'

/** The second step of a log-in, and a log-in by a passkey alone. */

const entered = { Data: [{ id: player.userID, name: player.name, Mobile_No: player.mobile }] }
type Answers = Readonly<Record<string, Fate>>

/** Gives number and password, as a player who has these second factors. */
async function logIn(factors: readonly string[], answers: Answers = {}) {
  const user = renderAsVisitor('/login', {
    userLogin: { Data: { secondFactor: factors } },
    passkeyOptions,
    secondFactor: entered,
    ...answers,
  })
  await user.type(await screen.findByLabelText('Mobile number'), player.mobile)
  await user.type(screen.getByLabelText('Password'), 'small-pots-1')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { level: 1, name: 'One more step' })
  return user
}

const given = () => callsOf('secondFactor').map(({ body }) => body)
const who = () => JSON.parse(localStorage.getItem('userGame') ?? 'null')

test('a code of the app opens the session', async () => {
  const user = await logIn(['totp'])
  const code = screen.getByLabelText('Code of your app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(who()).toBeNull()
  await user.type(code, '123456{Enter}')
  await waitFor(() => expect(address()).toBe('/'))
  expect(given()).toEqual([{ code: '123456' }])
  expect(who()).toEqual(player)
})

test('a wrong code and a recovery code', async () => {
  const user = await logIn(['totp'], {
    secondFactor: refused('That was not right. Please try again.'),
  })
  await user.type(screen.getByLabelText('Code of your app'), '123456{Enter}')
  await screen.findByText('That was not right. Please try again.')
  answerCalls({ secondFactor: entered })
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), '7KQ2M-XW9PD{Enter}')
  await waitFor(() => expect(address()).toBe('/'))
  expect(given()).toEqual([{ code: '123456' }, { code: '7KQ2M-XW9PD' }])
})

test('a passkey as the second step', async () => {
  useAuthenticator()
  const user = await logIn(['totp', 'passkey'])
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(given()).toEqual([{ assertion: signed }])
  expect(callsOf('passkeyOptions').at(-1)?.body).toEqual({ for: 'logIn' })
})

test('a step that took too long leads back to the form, with what was typed', async () => {
  const user = await logIn(['totp'], {
    secondFactor: refused('That took too long. Please start again.'),
  })
  await user.type(screen.getByLabelText('Code of your app'), '123456{Enter}')
  await screen.findByText('That took too long. Please start again.')
  expect(screen.getByLabelText('Mobile number')).toHaveProperty('value', player.mobile)
  expect(who()).toBeNull()
})

const frozen = refused('This account is frozen. Set a new password to open it again.')

test('a frozen account says what to do, and leads to a new password', async () => {
  const user = renderAsVisitor('/login', { userLogin: frozen })
  await user.type(await screen.findByLabelText('Mobile number'), player.mobile)
  await user.type(screen.getByLabelText('Password'), 'small-pots-1')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  const said = await screen.findByRole('heading', { name: 'This account is frozen.' })
  expect(document.activeElement).toBe(said)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to number and password' }))
  expect(await screen.findByLabelText('Mobile number')).toHaveProperty('value', player.mobile)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await user.click(await screen.findByRole('link', { name: 'Set a new password' }))
  expect(address()).toBe('/forgot-password')
})

test('an account that the house has frozen leads to support, not to a new password', async () => {
  const house = refused('We have frozen this account. Write to support to have it looked at.')
  const user = await logIn(['totp'], { secondFactor: house })
  await user.type(screen.getByLabelText('Code of your app'), '123456{Enter}')
  await screen.findByText(/A new password doesn't open it/)
  expect(screen.queryByRole('link', { name: 'Set a new password' })).toBeNull()
  expect(screen.queryByText(/was pressed in a mail/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Write to support' }))
  expect(address()).toBe('/support')
})

test('a second step and a passkey of a frozen account say the same', async () => {
  const user = await logIn(['totp'], { secondFactor: frozen })
  await user.type(screen.getByLabelText('Code of your app'), '123456{Enter}')
  await screen.findByRole('heading', { name: 'This account is frozen.' })
  const device = useAuthenticator({ autofill: true })
  await user.click(screen.getByRole('button', { name: 'Back to number and password' }))
  await waitFor(() => expect(device.requests()).toBeGreaterThan(0))
  device.pick()
  await screen.findByRole('heading', { name: 'This account is frozen.' })
  expect(who()).toBeNull()
})

test('the player can go back to number and password', async () => {
  const user = await logIn(['passkey'])
  await screen.findByText(/this browser can't use one/)
  await user.click(screen.getByRole('button', { name: 'Back to number and password' }))
  expect(await screen.findByLabelText('Mobile number')).toHaveProperty('value', player.mobile)
  expect(isOff(screen.getByRole('button', { name: 'Login' }))).toBe(false)
})

test('a browser that knows no passkeys asks for none', async () => {
  renderAsVisitor('/login')
  const mobile = await screen.findByLabelText('Mobile number')
  expect(mobile.getAttribute('autocomplete')).toMatch(/ webauthn$/)
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  expect(callsOf('passkeyOptions')).toEqual([])
})

test('a passkey that is picked in the field of the number logs in by itself', async () => {
  const device = useAuthenticator({ autofill: true })
  renderAsVisitor('/login', { passkeyOptions, secondFactor: entered })
  await waitFor(() => expect(device.requests()).toBeGreaterThan(0))
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  device.pick()
  await waitFor(() => expect(address()).toBe('/'))
  expect(given()).toEqual([{ assertion: signed }])
  expect(who()).toEqual(player)
})

test('a passkey that no account knows is offered again, with a new challenge, but not for ever', async () => {
  const device = useAuthenticator({ autofill: true })
  renderAsVisitor('/login', {
    passkeyOptions,
    secondFactor: refused('This passkey belongs to no account here'),
  })
  await waitFor(() => expect(device.requests()).toBeGreaterThan(0))
  for (let refusals = 1; refusals <= 5; refusals += 1) {
    const requests = device.requests()
    device.pick()
    await waitFor(() => expect(given()).toHaveLength(refusals))
    if (refusals < 5) await waitFor(() => expect(device.requests()).toBe(requests + 1))
  }
  await screen.findAllByText('This passkey belongs to no account here')
  // It stops even where a browser picks by itself.
  expect(callsOf('passkeyOptions')).toHaveLength(device.requests())
})

test('the challenge of an open log-in is renewed before it is over', async () => {
  startClock()
  const device = useAuthenticator({ autofill: true })
  renderAsVisitor('/login', { passkeyOptions, secondFactor: entered })
  await waitFor(() => expect(device.requests()).toBeGreaterThan(0))
  const before = callsOf('passkeyOptions').length
  await pass(240_000)
  await waitFor(() => expect(callsOf('passkeyOptions')).toHaveLength(before + 1))
  device.pick()
  await waitFor(() => expect(address()).toBe('/'))
})

test('an outage stops the offer of passkeys, without a message: a button takes its place', async () => {
  useAuthenticator({ autofill: true })
  const user = renderAsVisitor('/login', { passkeyOptions: 'down', secondFactor: entered })
  const press = await screen.findByRole('button', { name: 'Log in with a passkey' })
  expect(screen.queryByRole('alert')).toBeNull()
  answerCalls({ passkeyOptions })
  await user.click(press)
  await waitFor(() => expect(address()).toBe('/'))
})

test('a picked passkey whose answer is lost says so, and a button takes the place of the offer', async () => {
  const device = useAuthenticator({ autofill: true })
  const user = renderAsVisitor('/login', { passkeyOptions, secondFactor: 'lost' })
  await waitFor(() => expect(device.requests()).toBeGreaterThan(0))
  device.pick()
  await screen.findByText('An error occurred. Please try again.')
  answerCalls({ secondFactor: entered })
  await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('if the field can’t offer passkeys there is a button', async () => {
  const device = useAuthenticator()
  device.refuse('NotAllowedError')
  const user = renderAsVisitor('/login', { passkeyOptions, secondFactor: entered })
  const press = await screen.findByRole('button', { name: 'Log in with a passkey' })
  expect(callsOf('passkeyOptions')).toEqual([])
  await user.click(press)
  await waitFor(() => expect(isOff(press)).toBe(false))
  expect(given()).toEqual([])
  useAuthenticator()
  await user.click(press)
  await waitFor(() => expect(address()).toBe('/'))
  expect(given()).toEqual([{ assertion: signed }])
})

test('Back leads back to number and password', async () => {
  const user = await logIn(['totp'])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Mobile number')).toHaveProperty('value', player.mobile)
  expect(address()).toBe('/login')
})
