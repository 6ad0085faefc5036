import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsPlayer, renderAsVisitor } from '../../../test/render-screen.tsx'
import { callsOf, refused } from '../../../test/server.ts'

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

test('new terms are offered once a visit, read, and accepted by their id', async () => {
  const user = renderAsPlayer('/account', {
    'verify-user': { New_Terms: true },
    terms: {
      Data: { current: version('a', 2, 'Be kind.'), coming: version('b', 3, '<b>Be</b> kinder.') },
    },
    acceptTerms: {},
  })
  await user.click(await screen.findByRole('button', { name: 'Read the terms' }))
  await screen.findByText('<b>Be</b> kinder.')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText('Accepted')
  expect(callsOf('acceptTerms').map(({ body }) => body)).toEqual([{ terms: 'b' }])
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
