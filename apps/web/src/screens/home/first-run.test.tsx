import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, limits } from '../../../test/answers.ts'
import { renderAsPlayer } from '../../../test/render-screen.tsx'

/** The card for players without money that they can use. */

const title = 'Start with a deposit, or try for free'

const homeWith = (deposit: number, more: object = {}) =>
  renderAsPlayer('/', { WalletListByUserId: balances(deposit, more) })

test('is offered to a player without money', async () => {
  homeWith(0)
  await screen.findByRole('heading', { name: title })
  screen.getByRole('link', { name: 'Deposit' })
  screen.getByRole('link', { name: 'Try a demo' })
})

test('is offered where all money is locked rewards', async () => {
  homeWith(0, { Bonus: 25, ReferalAmount: 100, Locked: { Bonus: 25, ReferalAmount: 100 } })
  await screen.findByRole('heading', { name: title })
})

test.each([
  ['a hundredth in Deposit', 0.01, {}],
  ['unlocked rewards', 0, { ReferalAmount: 100 }],
  ['a stake in an open round', 0, { OnHold: 10 }],
])('is not offered with %s', async (_, deposit, more) => {
  homeWith(deposit, more)
  await screen.findByRole('heading', { name: /popular games/i })
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

test('is not offered on a break', async () => {
  const held = { kind: 'timeout', until: new Date(Date.now() + 3_600_000).toISOString() }
  renderAsPlayer('/', {
    WalletListByUserId: balances(0),
    limits: { Data: limits({ break: held }) },
  })
  await screen.findByRole('heading', { name: /popular games/i })
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
  expect(screen.queryByRole('link', { name: 'Deposit' })).toBeNull()
})
