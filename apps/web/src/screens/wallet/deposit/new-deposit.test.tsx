import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { linkedWallet } from '../../../../test/answers.ts'
import { address, renderAsPlayer } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf } from '../../../../test/server.ts'

test('terms that are due are asked for before the wallet is, and nothing typed is lost', async () => {
  const terms = { id: 'a', version: 2, words: 'Be kind.', effectiveAt: '2026-11-01T00:00:00.000Z' }
  history.replaceState(null, '', '/account')
  const user = renderAsPlayer('/account/wallet/deposite', {
    'verify-user': { New_Terms: true, Terms_Due: true },
    terms: { Data: { current: terms, coming: null } },
    acceptTerms: {},
  })
  const link = { name: 'New terms: please read and accept them' }
  await user.click(await screen.findByRole('button', { name: 'Later' }))
  await screen.findByRole('link', link)
  await user.selectOptions(screen.getByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '512.5{Enter}')
  await screen.findByText('Please read and accept the new terms first')

  await user.click(screen.getByRole('link', link))
  await screen.findByText('Be kind.')
  answerCalls({ 'verify-user': {} })
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByLabelText('Enter Amount')).toHaveProperty('value', '512.5')
  expect(screen.getByLabelText('Payment method')).toHaveProperty('value', 'fkr')
  expect(address()).toBe('/account/wallet/deposite')
  expect(callsOf('acceptTerms').map(({ body }) => body)).toEqual([{ terms: 'a' }])
  expect(screen.queryByRole('link', link)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Deposit 512.50 fkr' }))
  // Only the missing wallet stands in the way.
  expect((await screen.findByText(/^No wallet found/)).textContent).not.toContain('terms')
})

test('a pause is said at once and holds a deposit back; afterwards the next press goes on', async () => {
  history.replaceState(null, '', '/account')
  const paused = { Data: { ...linkedWallet.Data, depositsPaused: true } }
  const user = renderAsPlayer('/account/wallet/deposite', { 'find-walletAdr': paused })
  const said = 'Deposits are paused. Please try again later.'
  await screen.findByText(said)
  await user.selectOptions(screen.getByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500')
  const deposit = () => user.click(screen.getByRole('button', { name: 'Deposit 500 fkr' }))
  const asked = () => callsOf('find-walletAdr').length
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
  const before = asked()
  await deposit()
  await waitFor(() => expect(asked()).toBe(before + 1))
  expect(alerts()).toEqual([said])

  answerCalls({ 'find-walletAdr': linkedWallet })
  await deposit()
  // Only the missing wallet stands in the way.
  await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/^No wallet found/)]))
})
