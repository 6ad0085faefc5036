import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances } from '../../../../test/answers.ts'
import { renderAsPlayer } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../../test/server.ts'

async function fromWin() {
  const user = renderAsPlayer('/account/wallet/internal-trasnfer', {
    WalletListByUserId: balances(0, { Winning_Amount: 285.5 }),
    internalTransfer: {},
  })
  await user.click(await screen.findByRole('radio', { name: /Winning/ }))
  return { user, amount: screen.getByLabelText('Enter Amount') }
}

test.each(['12.50', '1,000'])('an amount of %j that is typed is refused', async (text) => {
  const { user, amount } = await fromWin()
  await user.type(amount, text)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await screen.findByText('Enter valid amount')
  expect(amount).toHaveProperty('value', text)
  expect(callsOf('internalTransfer')).toEqual([])
})

test('Move all takes the hundredths along', async () => {
  const { user } = await fromWin()
  await user.click(await screen.findByRole('button', { name: 'Move all' }))
  await user.click(screen.getByRole('button', { name: 'Move 285.50 fkr' }))
  await waitFor(() =>
    expect(callsOf('internalTransfer')).toMatchObject([{ body: { transferAmount: 285.5 } }]),
  )
})

test('a transfer that is refused for a reason of its own says it at the form', async () => {
  const { user, amount } = await fromWin()
  answerCalls({ internalTransfer: refused('Please wait a minute') })
  await user.type(amount, '100')
  await user.click(screen.getByRole('button', { name: 'Move 100 fkr' }))
  await screen.findByText('Some error occured')
  await screen.findByText('Please wait a minute')
})
