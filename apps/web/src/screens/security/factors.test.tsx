import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { security } from '../../../test/answers.ts'
import { passkeyOptions, signed, useAuthenticator } from '../../../test/authenticator.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { savedFiles } from '../../../test/saved-files.ts'
import { answerCalls, callsOf, type Fate, holdAnswer, refused } from '../../../test/server.ts'

/** The second factors of the account: what there is, what is added and what is removed. */

const phone = {
  id: 'a1',
  name: 'Pixel 9',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-22T10:00:00.000Z',
}
const key = { id: 'b2', name: 'Red key', createdAt: '2026-11-21T10:00:00.000Z', lastUsedAt: null }
const secret = 'JBSWY3DPEHPK3PXP'
const codes = Array.from({ length: 10 }, (_, number) => `7KQ2M-XW9P${'ABCDEFGHJK'[number]}`)
const startedWith = (secret: string) => ({
  Data: { secret, uri: `otpauth://totp/Pipkin:9?secret=${secret}&issuer=Pipkin` },
})
const started = startedWith(secret)

type Answers = Readonly<Record<string, Fate>>
const open = (answers: Answers) => renderAsPlayer('/account/security', answers)

test('an account without factors says so and offers both', async () => {
  useAuthenticator()
  open({ security: security() })
  await screen.findByText('No passkey yet')
  screen.getByRole('button', { name: 'Add a passkey' })
  screen.getByText('Off')
  screen.getByRole('button', { name: 'Set up the app' })
})

test('passkeys with their names and last uses, and what is left of the recovery codes', async () => {
  open({ security: security({ passkeys: [phone, key], totp: true, recoveryCodes: 3 }) })
  const list = within(await screen.findByRole('list', { name: 'Passkeys' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pixel 9Last used 22 Nov 2026',
    'Red keyAdded 21 Nov 2026, not used yet',
  ])
  screen.getByText('3 of 10 recovery codes left')
  screen.getByText(/Few recovery codes are left/)
  screen.getByText("This browser can't add one.")
  expect(screen.getAllByText(/of 10 recovery codes left/)).toHaveLength(1)
})

test('a passkey without the app says how many recovery codes are left, and warns of few', async () => {
  open({ security: security({ passkeys: [phone], recoveryCodes: 3 }) })
  await screen.findByText(/^3 of 10 recovery codes left: set up the authenticator app/)
})

test('the first passkey brings recovery codes, which stay until they are kept', async () => {
  useAuthenticator()
  const user = open({ passkeyOptions, addPasskey: { Data: { recoveryCodes: codes } } })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.type(await screen.findByLabelText('Name (optional)'), 'Phone{Enter}')
  const kept = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }))
  kept.getByText(codes[0] ?? '')
  await user.keyboard('{Escape}')
  await kept.findByText('Keep the codes first: they are shown only once.')
  await user.click(kept.getByLabelText('I have kept them'))
  await user.click(kept.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** Says that the codes on screen are kept, which closes their sheet. */
async function keepCodes(user: ReturnType<typeof open>) {
  const kept = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }))
  await user.click(kept.getByLabelText('I have kept them'))
  await user.click(kept.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('the recovery codes of a first passkey are shown though its sheet was closed before they came', async () => {
  useAuthenticator()
  const { fate, asked, letThrough } = holdAnswer({ Data: { recoveryCodes: codes } })
  const user = open({ passkeyOptions, addPasskey: fate })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.type(await screen.findByLabelText('Name (optional)'), 'Phone{Enter}')
  await asked
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  letThrough()
  await keepCodes(user)
})

test('an outage can be tried again', async () => {
  const user = open({ security: refused('no') })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(callsOf('security').length).toBeGreaterThan(1)
})

test('a passkey is added under its name', async () => {
  useAuthenticator()
  const user = open({ passkeyOptions, addPasskey: { Data: { recoveryCodes: [] } } })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const name = await screen.findByLabelText('Name (optional)')
  await waitFor(() => expect(document.activeElement).toBe(name))
  answerCalls({ security: security({ passkeys: [phone] }) })
  await user.type(name, ' Pixel 9 {Enter}')
  await screen.findByText('Passkey added')
  await screen.findByText('Pixel 9')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('passkeyOptions').map(({ body }) => body)).toEqual([{ for: 'add' }])
  expect(callsOf('addPasskey').map(({ body }) => body)).toEqual([
    { attestation: signed, name: 'Pixel 9' },
  ])
})

test.for([
  ['InvalidStateError', 'This device has a passkey of yours already.'],
  ['NotAllowedError', 'No passkey was added. Please try again.'],
] as const)('a device that answers %s adds none', async ([error, says]) => {
  const device = useAuthenticator()
  device.refuse(error)
  const user = open({ passkeyOptions })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.type(await screen.findByLabelText('Name (optional)'), 'My phone{Enter}')
  await screen.findByText(says)
  expect(screen.getByLabelText('Name (optional)')).toHaveProperty('value', 'My phone')
  expect(callsOf('addPasskey')).toEqual([])
})

test('a passkey is removed after a question', async () => {
  const user = open({ security: security({ passkeys: [phone, key] }), removePasskey: {} })
  await user.click(await screen.findByRole('button', { name: 'Remove Pixel 9' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Pixel 9?' }))
  await user.click(question.getByRole('button', { name: 'Keep it' }))
  expect(callsOf('removePasskey')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove Pixel 9' }))
  const again = within(await screen.findByRole('dialog', { name: 'Remove Pixel 9?' }))
  answerCalls({ security: security({ passkeys: [key] }) })
  await user.click(again.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Passkey removed')
  await waitFor(() => expect(screen.queryByText('Pixel 9')).toBeNull())
  expect(callsOf('removePasskey').map(({ body }) => body)).toEqual([{ id: 'a1' }])
  const heading = screen.getByRole('heading', { name: 'Passkeys' })
  await waitFor(() => expect(document.activeElement?.contains(heading)).toBe(true))
})

test('removing a passkey that is gone already says so, and keeps the question open', async () => {
  const user = open({
    security: security({ passkeys: [phone] }),
    removePasskey: refused('Not found'),
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Pixel 9' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Pixel 9?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await question.findByText('Not found')
})

test('a factor whose removal got no answer goes from the screen where it is gone', async () => {
  const user = open({ security: security({ passkeys: [phone] }), removePasskey: 'lost' })
  await user.click(await screen.findByRole('button', { name: 'Remove Pixel 9' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Pixel 9?' }))
  answerCalls({ security: security() })
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await question.findByText('An error occurred. Please try again.')
  await screen.findByText('No passkey yet')
})

test('a passkey whose addition got no answer is shown, with the way to recovery codes', async () => {
  useAuthenticator()
  const user = open({ passkeyOptions, addPasskey: 'lost' })
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  answerCalls({ security: security({ passkeys: [phone], recoveryCodes: 10 }) })
  await user.type(await screen.findByLabelText('Name (optional)'), 'Phone{Enter}')
  await screen.findByText('An error occurred. Please try again.')
  await screen.findByText('Pixel 9')
  await screen.findByText(/^10 of 10 recovery codes left\. If you have lost them, the/)
})

/** Sets the app up until the recovery codes are shown. */
async function setUp(user: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  const code = await screen.findByLabelText('Code of your app')
  await user.type(code, '123456{Enter}')
  return within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }))
}
const appAnswers = { startTotp: started, confirmTotp: { Data: { recoveryCodes: codes } } }

test('the app is set up by QR code or key, and a first code', async () => {
  const user = open({
    startTotp: started,
    confirmTotp: refused('That was not right. Please try again.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Set up the app' }))
  sheet.getByRole('img', { name: 'QR code for your authenticator app' })
  sheet.getByText('JBSW Y3DP EHPK 3PXP')
  const code = sheet.getByLabelText('Code of your app')
  await user.type(code, '1{Enter}')
  await sheet.findByText('Please enter the code of your app')
  expect(callsOf('confirmTotp')).toEqual([])
  await user.type(code, '000000{Enter}')
  await sheet.findByText('That was not right. Please try again.')
  expect(callsOf('confirmTotp').map(({ body }) => body)).toEqual([{ code: '000000' }])
  // Left before its first code: the account has no app.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByText('Off')
})

test('the recovery codes stay until they are kept', async () => {
  const user = open(appAnswers)
  const sheet = await setUp(user)
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
  const warning = 'Keep the codes first: they are shown only once.'
  expect(sheet.queryByText(warning)).toBeNull()
  await user.keyboard('{Escape}')
  await sheet.findByText(warning)
  const box = sheet.getByRole('checkbox', { name: 'I have kept them' })
  expect(document.activeElement).toBe(box)
  // A phone's way back, asked for twice: the browser closes the sheet without asking.
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  await act(async () => dialog.close())
  expect(dialog.open).toBe(true)
  await user.click(sheet.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  answerCalls({ security: security({ totp: true, recoveryCodes: 10 }) })
  await user.click(box)
  await user.click(sheet.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an app whose first code got no answer is on, and the sheet says how to get recovery codes', async () => {
  const user = open({ startTotp: started, confirmTotp: 'lost' })
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  const code = await screen.findByLabelText('Code of your app')
  answerCalls({ security: security({ totp: true, recoveryCodes: 10 }) })
  await user.type(code, '123456{Enter}')
  const text = await screen.findByText(/^The app is on: keep it\./)
  await waitFor(() => expect(document.activeElement).toBe(text))
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByText('On')
})

test('the recovery codes of the app are shown though its sheet was closed before they came', async () => {
  const { fate, asked, letThrough } = holdAnswer(appAnswers.confirmTotp)
  const user = open({ ...appAnswers, confirmTotp: fate })
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  await user.type(await screen.findByLabelText('Code of your app'), '123456{Enter}')
  await asked
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  letThrough()
  await keepCodes(user)
})

test('the recovery codes can be copied and downloaded', async () => {
  const user = open(appAnswers)
  const sheet = await setUp(user)
  await user.click(sheet.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Codes copied')
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  await user.click(sheet.getByRole('button', { name: 'Download' }))
  expect(await savedFiles[0]?.file.text()).toContain(codes.join('\n'))
})

test('an app that was removed is set up anew, with recovery codes of its own', async () => {
  const others = codes.map((code) => code.replace('7KQ2M', '8LR3N'))
  const answersOf = (recoveryCodes: readonly string[]) => () => {
    answerCalls({ security: security({ totp: true, recoveryCodes: 10 }) })
    return { Data: { recoveryCodes } }
  }
  const user = open({ ...appAnswers, confirmTotp: answersOf(codes), removeTotp: {} })
  const first = await setUp(user)
  await user.click(first.getByRole('checkbox', { name: 'I have kept them' }))
  await user.click(first.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Remove the app' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the app?' }))
  answerCalls({
    security: security(),
    startTotp: startedWith('KRSXG5CTMVRXEZLU'),
    confirmTotp: answersOf(others),
  })
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const second = await setUp(user)
  expect(second.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(others)
})

test('the app is removed after a question', async () => {
  const user = open({ security: security({ totp: true, recoveryCodes: 10 }), removeTotp: {} })
  await user.click(await screen.findByRole('button', { name: 'Remove the app' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the app?' }))
  answerCalls({ security: security() })
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Authenticator app removed')
  await screen.findByText('Off')
  expect(callsOf('removeTotp')).toHaveLength(1)
})

test('a secret that doesn’t come says so, and can be asked for again', async () => {
  const user = open({ startTotp: 'down' })
  const start = await screen.findByRole('button', { name: 'Set up the app' })
  await user.click(start)
  await screen.findByText('An error occurred. Please try again.')
  expect(isOff(start)).toBe(false)
})
