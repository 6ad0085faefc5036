import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderAsVisitor } from '../../../test/render-screen.tsx'
import { allCalls, answerCalls, callsOf, refused } from '../../../test/server.ts'

const link = '/reset-password#a-token'

async function give(user: ReturnType<typeof renderAsVisitor>, password: string) {
  await user.type(await screen.findByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Confirm password'), password)
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
}

test('the log-in leads to the form, whose answer is the same without an account', async () => {
  const user = renderAsVisitor('/login', { forgotPassword: {} })
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await user.type(await screen.findByLabelText('Email'), ' meera@example.com ')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  const done = await screen.findByRole('heading', { name: 'Look into your mail' })
  await waitFor(() => expect(document.activeElement).toBe(done))
  screen.getByText('If this address belongs to an account, a mail is on its way.')
  expect(callsOf('forgotPassword').map(({ body }) => body)).toEqual([
    { email: 'meera@example.com' },
  ])
  await user.click(screen.getByRole('button', { name: 'Send another link' }))
  await screen.findByLabelText('Email')
})

test.for([
  ['', 'Please enter your email'],
  ['meera', 'Please enter a valid email address'],
] as const)('%j is no address, and nothing is sent', async ([email, says]) => {
  const user = renderAsVisitor('/forgot-password')
  const field = await screen.findByLabelText('Email')
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByText(says)
  expect(callsOf('forgotPassword')).toEqual([])
})

test('a link sets the password, and leads to the log-in', async () => {
  const user = renderAsVisitor(link, { resetPassword: {} })
  await give(user, 'big-pots-2')
  await screen.findByRole('heading', { name: 'Your password has been updated.' })
  expect(callsOf('resetPassword').map(({ body }) => body)).toEqual([
    { token: 'a-token', password: 'big-pots-2' },
  ])
  await user.click(screen.getByRole('link', { name: 'Login' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test('AUTH-23 the token of a link goes out in the body of its call alone', async () => {
  const user = renderAsVisitor(link, { resetPassword: {} })
  await give(user, 'big-pots-2')
  await screen.findByRole('heading', { name: 'Your password has been updated.' })
  const sent = [...new Set(allCalls())].flatMap(callsOf)
  const withToken = sent.filter((request) => JSON.stringify(request).includes('a-token'))
  expect(withToken.map(({ path, query }) => ({ path, query }))).toEqual([
    { path: 'resetPassword', query: {} },
  ])
  await user.click(screen.getByRole('link', { name: 'Login' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test('a link that is over says so, and leads to a new one', async () => {
  const user = renderAsVisitor(link, {
    resetPassword: refused('This link is no longer valid.'),
  })
  await give(user, 'big-pots-2')
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
  expect(screen.queryByText(/no answer/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Ask for a new link' }))
  await screen.findByLabelText('Email')
})

test('a newer link that is opened in the same tab sets the password', async () => {
  const user = renderAsVisitor(link, {
    resetPassword: refused('This link is no longer valid.'),
  })
  await give(user, 'big-pots-2')
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
  answerCalls({ resetPassword: {} })
  location.hash = 'newer'
  await give(user, 'big-pots-2')
  await screen.findByRole('heading', { name: 'Your password has been updated.' })
  expect(callsOf('resetPassword')[1]?.body).toMatchObject({ token: 'newer' })
})

test('what was typed stays when the server is away', async () => {
  const user = renderAsVisitor(link, { resetPassword: 'down' })
  await give(user, 'big-pots-2')
  await screen.findByText('An error occurred. Please try again.')
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'big-pots-2')
})

test('a link that is over by a try without an answer says that the password may be set', async () => {
  const user = renderAsVisitor(link, { resetPassword: 'lost' })
  await give(user, 'big-pots-2')
  await screen.findByText('An error occurred. Please try again.')
  answerCalls({ resetPassword: refused('This link is no longer valid.') })
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
  screen.getByText(/^Your last try got no answer. It may have set the new password/)
  await user.click(screen.getByRole('link', { name: 'try to log in with it' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test('an address without a token is a link that is over', async () => {
  renderAsVisitor('/reset-password')
  await screen.findByRole('heading', { name: 'This link is no longer valid.' })
})
