import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { security } from '../../../test/answers.ts'
import { address, renderAsPlayer, renderAsVisitor } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer, refused } from '../../../test/server.ts'

const link = '/not-me#a-token'
const press = async (user: ReturnType<typeof renderAsVisitor>) =>
  user.click(await screen.findByRole('button', { name: 'Freeze my account' }))

test('opening the link freezes nothing; the button does, and leads to a new password', async () => {
  const user = renderAsVisitor(link, { freezeAccount: {} })
  await screen.findByRole('heading', { name: "This wasn't me" })
  await screen.findByRole('heading', { name: 'Freeze your account?' })
  expect(callsOf('freezeAccount')).toEqual([])
  await press(user)
  const done = await screen.findByRole('heading', { name: 'Your account is frozen.' })
  await waitFor(() => expect(document.activeElement).toBe(done))
  expect(callsOf('freezeAccount').map(({ body }) => body)).toEqual([{ token: 'a-token' }])
  await user.click(screen.getByRole('link', { name: 'Set a new password' }))
  await waitFor(() => expect(address()).toBe('/forgot-password'))
})

test('a link that is over says so, and still leads to a new password', async () => {
  const user = renderAsVisitor(link, { freezeAccount: refused('This link is no longer valid.') })
  await press(user)
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
  screen.getByRole('link', { name: 'Set a new password' })
})

test('an address without a token is a link that is over', async () => {
  renderAsVisitor('/not-me')
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
})

test('if the server is away the button can be pressed again, and what the first press did is said', async () => {
  const user = renderAsVisitor(link, { freezeAccount: 'down' })
  await press(user)
  await screen.findByText('An error occurred. Please try again.')
  answerCalls({ freezeAccount: refused('This link is no longer valid.') })
  await press(user)
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
  screen.getByText(/^Your last try got no answer. It may have frozen the account/)
  expect(callsOf('freezeAccount')).toHaveLength(2)
})

test('while it is sent it is pressed once', async () => {
  const held = holdAnswer()
  const user = renderAsVisitor(link, { freezeAccount: held.fate })
  await press(user)
  await held.asked
  await press(user)
  expect(callsOf('freezeAccount')).toHaveLength(1)
  held.letThrough()
  await screen.findByRole('heading', { name: 'Your account is frozen.' })
})

test('a browser that was logged in to the account isn’t any more', async () => {
  const user = renderAsPlayer(link, {
    freezeAccount: () => {
      answerCalls({ 'verify-user': refused('No') })
      return {}
    },
    security: security(),
  })
  await screen.findByRole('heading', { name: 'Freeze your account?' })
  await waitFor(() => expect(callsOf('verify-user')).toHaveLength(1))
  expect(localStorage.getItem('userGame')).not.toBeNull()
  await press(user)
  await waitFor(() => expect(localStorage.getItem('userGame')).toBeNull())
})
