import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, linkedWallet } from '../../../../test/answers.ts'
import { address, isOff, renderAsPlayer } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../../test/server.ts'
import { refetchCalls } from '../../../api/queries.ts'

/** A withdrawal of money in Win: one press moves it, then it is confirmed like any other. */

function withWinnings(answers: object = {}) {
  return renderAsPlayer('/account/wallet/withdraw', {
    WalletListByUserId: balances(104, { Winning_Amount: 525 }),
    'find-walletAdr': linkedWallet,
    internalTransfer: () => {
      answerCalls({ WalletListByUserId: balances(500, { Winning_Amount: 129 }) })
      return { Data: { Transaction_Id: 'move-1' } }
    },
    paymentWithdrawal: {
      Data: { Transaction_Id: 'out-1', amountToSend: 450, address: '0x', state: 'requested' },
    },
    withdrawalStatus: { Data: { state: 'requested', amount: 500 } },
    ...answers,
  })
}
type User = ReturnType<typeof withWinnings>

async function fill(user: User, method = 'fkr') {
  if (method) await user.selectOptions(await screen.findByLabelText('Payment method'), method)
  await user.type(await screen.findByLabelText('Enter Amount'), '500')
  await screen.findByText('525 in Win. A move to Deposit is free.')
  const move = await screen.findByRole('button', { name: 'Move 396 and withdraw 500' })
  await waitFor(() => expect(isOff(move)).toBe(false))
  return move
}

const confirm = async (user: User) =>
  user.click(
    within(await screen.findByRole('dialog', { name: 'Withdraw 500 fkr?' })).getByRole('button', {
      name: 'Withdraw 500 fkr',
    }),
  )

test('one press moves what is lacking, and the withdrawal goes on to its confirmation', async () => {
  const user = withWinnings()
  await user.click(await fill(user))
  await confirm(user)
  await waitFor(() => expect(address()).toBe('/account/wallet'))
  expect(callsOf('internalTransfer').map(({ body, key }) => [body, key])).toEqual([
    [expect.objectContaining({ transferAmount: 396, transferType: 'Winning' }), expect.any(String)],
  ])
  expect(callsOf('paymentWithdrawal')).toHaveLength(1)
})

test('where a withdrawal fails after its move, the move is kept and said, and the form keeps its fields', async () => {
  const user = withWinnings({ paymentWithdrawal: refused('Please try again later') })
  await user.click(await fill(user))
  await confirm(user)
  await screen.findByText('Please try again later')
  screen.getByText('Moved 396 fkr from Win to Deposit.')
  expect(screen.getByLabelText('Enter Amount')).toHaveProperty('value', '500')
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('a form that is not in order moves nothing', async () => {
  const user = withWinnings()
  await user.click(await fill(user, ''))
  await screen.findByText('Please select payment method')
  expect(callsOf('internalTransfer')).toEqual([])
})

test('where the move before a withdrawal fails, no withdrawal is sent', async () => {
  const user = withWinnings({ internalTransfer: refused('Winning Insufficient Balance') })
  await user.click(await fill(user))
  await screen.findByText('Insufficient balance in Winning wallet')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf('paymentWithdrawal')).toEqual([])
})

test('what is named to the server is the fee that the sheet showed when it opened', async () => {
  const user = withWinnings({ WalletListByUserId: balances(500) })
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(await screen.findByLabelText('Enter Amount'), '500')
  await screen.findByText('Fee, 10 %')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdraw 500 fkr?' }))
  answerCalls({
    fees: { Data: { send: 200, withdrawal: 2_000, depositFrom: 500, depositTo: 10_000 } },
  })
  await act(() => refetchCalls('readFees'))
  // The form behind it follows the change.
  await screen.findByText('Fee, 20 %')
  sheet.getByText('Fee, 10 %')
  await confirm(user)
  await waitFor(() =>
    expect(callsOf('paymentWithdrawal').map(({ body }) => Object(body).fee)).toEqual([50]),
  )
})

test('where a withdrawal got no answer, nothing is moved for it before it is repeated', async () => {
  const user = withWinnings({
    WalletListByUserId: balances(500, { Winning_Amount: 525 }),
    paymentWithdrawal: () => {
      answerCalls({ WalletListByUserId: balances(0, { Winning_Amount: 525 }) })
      return 'lost'
    },
  })
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(await screen.findByLabelText('Enter Amount'), '500')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await confirm(user)
  await screen.findByText(/^Your last try got no answer/)
  await waitFor(() => expect(callsOf('WalletListByUserId').length).toBeGreaterThan(1))
  await screen.findByText('0')
  expect(screen.queryByText('525 in Win. A move to Deposit is free.')).toBeNull()
  answerCalls({ paymentWithdrawal: refused('Insufficient balance') })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await confirm(user)
  await screen.findByText('525 in Win. A move to Deposit is free.')
})
