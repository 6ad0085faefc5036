import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address, renderAsVisitor } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../test/server.ts'

const opened = { Data: { id: 48_213_075 } }
const taken = 'This mobile number already has an account'

async function fill(user: UserEvent, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.paste(text)
  }
}

/** Fills the form, sends it, and types a code that the server takes for right. */
async function verify(user: UserEvent, says?: RegExp): Promise<void> {
  await user.click(await screen.findByRole('checkbox'))
  await fill(user, {
    Name: 'Meera Nair',
    Phone: '9000000000',
    Password: 'small-pots-1',
    Email: 'meera@example.com',
  })
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  await giveCode(user, says)
}

async function giveCode(user: UserEvent, says = /^We sent a 4-digit code to/): Promise<void> {
  const popup = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
  await popup.findByText(says)
  await user.type(popup.getByLabelText('4-digit code'), '1234')
  await user.click(popup.getByRole('button', { name: 'Continue' }))
}

test('after a right code the sign-up goes on by itself', async () => {
  const user = renderAsVisitor('/signup', { accountVerification: {}, signUp: opened })
  await verify(user)
  await screen.findByText('Welcome back')
  expect(address()).toBe('/login')
  expect(callsOf('signUp')).toHaveLength(1)
})

test('where no answer says that the code was sent it may have been, and it is taken', async () => {
  const user = renderAsVisitor('/signup', {
    accountVerification: () => {
      answerCalls({ accountVerification: {} })
      return 'lost'
    },
    signUp: opened,
  })
  await verify(user, /^A 4-digit code may be on its way to/)
  await screen.findByText('Welcome back')
})

test('what was typed is there again where the phone has discarded the tab; the password is not stored', async () => {
  const user = renderAsVisitor('/signup?code=FRIEND42')
  await fill(user, { Name: 'Meera Nair', Phone: '9000000000', Password: 'small-pots-1' })
  await fill(user, { 'Referral code (optional)': 'OTHER7' })
  await user.click(screen.getByRole('checkbox'))
  const stored = Object.entries(sessionStorage)
  expect(JSON.stringify(stored)).not.toContain('small-pots')
  cleanup()
  sessionStorage.clear()
  for (const [key, text] of stored) sessionStorage.setItem(key, text)

  renderAsVisitor('/signup?code=FRIEND42')
  const value = async (label: string) => Object(await screen.findByLabelText(label)).value
  expect(await value('Name')).toBe('Meera Nair')
  expect(await value('Phone')).toBe('9000000000')
  expect(await value('Referral code (optional)')).toBe('OTHER7')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})

test('an invite code that the visitor has taken out stays out', async () => {
  const user = renderAsVisitor('/signup?code=FRIEND42')
  const field = () => screen.findByLabelText('Referral code (optional)')
  await user.clear(await field())
  await user.click(screen.getByRole('link', { name: 'Terms and Conditions' }))
  await user.click(await screen.findByRole('button', { name: 'Agree' }))
  expect(Object(await field()).value).toBe('')
  expect(address()).toBe('/signup?code=FRIEND42')
})

test('an invite link that is opened in the same tab brings its code', async () => {
  const codeAt = async (path: string) => {
    // As a link from outside does, which loads the page anew.
    const before = Object.entries(sessionStorage)
    cleanup()
    for (const [key, text] of before) sessionStorage.setItem(key, text)
    const user = renderAsVisitor(path)
    const field = await screen.findByLabelText('Referral code (optional)')
    return { user, code: Object(field).value }
  }
  const { user } = await codeAt('/signup')
  await fill(user, { Name: 'Meera' })
  expect((await codeAt('/signup?code=FRIEND42')).code).toBe('FRIEND42')
  await fill(user, { Name: 'Meera N' })
  expect((await codeAt('/signup?code=OTHER123')).code).toBe('OTHER123')
  expect(Object(screen.getByLabelText('Name')).value).toBe('Meera N')
})

test('nothing typed is kept after a sign-up, or once the form is left', async () => {
  const user = renderAsVisitor('/signup', { accountVerification: {}, signUp: opened })
  await verify(user)
  await screen.findByText('Welcome back')
  expect(JSON.stringify(sessionStorage)).not.toContain('Meera')
  await user.click(screen.getByRole('link', { name: /Create/ }))
  await fill(user, { Name: 'Ravi' })
  expect(JSON.stringify(sessionStorage)).toContain('Ravi')
  await user.click(screen.getByRole('link', { name: 'Login' }))
  await screen.findByText('Welcome back')
  expect(JSON.stringify(sessionStorage)).not.toContain('Ravi')
})

test('after a refused sign-up the address stays verified, and another one is not', async () => {
  const user = renderAsVisitor('/signup', { accountVerification: {}, signUp: refused(taken) })
  await verify(user)
  await screen.findByText(taken)
  screen.getByText('Verified')
  await fill(user, { Email: 'other@example.com' })
  expect(screen.queryByText('Verified')).toBeNull()

  await fill(user, { Email: 'meera@example.com', Phone: '9000000001' })
  screen.getByText('Verified')
  answerCalls({ signUp: opened })
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  await screen.findByText('Welcome back')
  // One code was asked for, and one was checked.
  expect(callsOf('accountVerification')).toHaveLength(2)
})

test('where the server no longer holds it for verified, the address is verified again', async () => {
  const lapsed = refused('Please verify your email address first')
  const user = renderAsVisitor('/signup', { accountVerification: {}, signUp: lapsed })
  await verify(user)
  await waitFor(() => expect(callsOf('signUp')).toHaveLength(1))
  answerCalls({ signUp: opened })
  await giveCode(user)
  await screen.findByText('Welcome back')
  // Within its minute the code that was mailed is the newest: asked for once, checked twice.
  expect(callsOf('accountVerification')).toHaveLength(3)
})
