import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  address,
  goBack,
  goForward,
  renderAsPlayer,
  renderAsVisitor,
} from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer, refused } from '../../../test/server.ts'

const version = (id: string, nth: number, words: string) => ({
  id,
  version: nth,
  words,
  effectiveAt: '2026-12-01T00:00:00.000Z',
})

test('the terms that the app comes with, until others are in effect', async () => {
  renderAsVisitor('/account/terms-conditions', {
    terms: { Data: { current: null, coming: version('b', 2, 'Be kind.') } },
  })
  await screen.findByText('In plain words. Version 1, 1 Sep 2026.')
  expect(screen.queryByText('Be kind.')).toBeNull()
  screen.getByRole('button', { name: 'Agree' })
})

test('before the terms can be read there is nothing to agree to', async () => {
  const held = holdAnswer('down')
  const user = renderAsVisitor('/account/terms-conditions', { terms: held.fate })
  await held.asked
  const nothing = () => {
    expect(screen.queryByText(/Version 1/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Agree|Accept/ })).toBeNull()
  }
  await screen.findByText('Loading')
  nothing()
  held.letThrough()
  await screen.findByRole('button', { name: 'Retry' })
  nothing()
  answerCalls({ terms: { Data: { current: version('a', 2, 'Be kind.'), coming: null } } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Be kind.')
  screen.getByRole('button', { name: 'Agree' })
})

test('a player who has terms to accept accepts none that can’t be read', async () => {
  renderAsPlayer('/account/terms-conditions', {
    'verify-user': { New_Terms: true, Terms_Due: true },
    terms: refused('Please try again later'),
  })
  await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByText(/Version 1/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Agree|Accept/ })).toBeNull()
})

const two = {
  Data: { current: version('a', 2, 'Be kind.'), coming: version('b', 3, '<b>Be</b> kinder.') },
}
const accepted = () => callsOf('acceptTerms').map(({ body }) => Object(body).terms)

test('of two versions to accept, the one in effect comes first', async () => {
  const user = renderAsPlayer('/account/terms-conditions', {
    'verify-user': { New_Terms: true, Terms_Due: true },
    terms: two,
    acceptTerms: {},
  })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText('<b>Be</b> kinder.')
  expect(screen.queryByText('Be kind.')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Terms & Conditions')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(accepted()).toEqual(['a', 'b']))
})

test('new terms are offered once a visit, read, and accepted by their id', async () => {
  const user = renderAsPlayer('/account', {
    'verify-user': { New_Terms: true },
    terms: two,
    acceptTerms: {},
  })
  await user.click(await screen.findByRole('button', { name: 'Read the terms' }))
  await screen.findByText('<b>Be</b> kinder.')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText('Accepted')
  expect(accepted()).toEqual(['b'])
})

test('a player who has left before the answer stays where they are', async () => {
  const { fate, asked, letThrough } = holdAnswer()
  history.replaceState(null, '', '/support')
  history.pushState(null, '', '/account')
  history.pushState(null, '', '/account/terms-conditions')
  const user = renderAsPlayer('/account/terms-conditions', {
    'verify-user': { New_Terms: true },
    terms: { Data: { current: version('a', 2, 'Be kind.'), coming: null } },
    acceptTerms: fate,
  })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await asked
  await goBack()
  expect(address()).toBe('/account')
  letThrough()
  await screen.findByText('Accepted')
  // A step back of the app's own would come before this one.
  await goForward()
  expect(address()).toBe('/account/terms-conditions')
})

test('terms that were replaced meanwhile are not accepted', async () => {
  const user = renderAsPlayer('/account/terms-conditions', {
    'verify-user': { New_Terms: true },
    terms: { Data: { current: version('a', 2, 'Be kind.'), coming: null } },
    acceptTerms: refused('There are newer terms: please read them first'),
  })
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText('There are newer terms: please read them first')
})
