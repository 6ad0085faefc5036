import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances } from '../../../../test/answers.ts'
import { renderAsPlayer } from '../../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../../test/server.ts'

const message = 'The fee has changed and is 3 fkr now. Look at what arrives and try again.'

test('a send names the fee that it shows; where it changed, the form shows the new one', async () => {
  const user = renderAsPlayer('/account/wallet/send-money', {
    WalletListByUserId: balances(500),
    receiver: { Data: { name: 'M••••' } },
    walletTransfer: () => {
      answerCalls({
        fees: { Data: { send: 300, withdrawal: 1_000, depositFrom: 500, depositTo: 10_000 } },
      })
      return { ...refused(message), Data: { fee: 3 } }
    },
  })
  await user.type(await screen.findByLabelText('Reciver ID'), '12345678')
  await user.type(await screen.findByLabelText('Enter Amount'), '100')
  const send = async () => {
    // The sheet of the send before has such a button, too, until it has gone.
    await user.click(await screen.findByRole('button', { name: 'Send 100 fkr' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send 100 fkr?' }))
    await user.click(sheet.getByRole('button', { name: 'Send 100 fkr' }))
  }
  await send()
  await screen.findByText(message)
  await waitFor(() => expect(screen.getByLabelText('Amount to send')).toHaveProperty('value', '97'))
  await send()
  await waitFor(() =>
    expect(callsOf('walletTransfer').map(({ body }) => Object(body).fee)).toEqual([2, 3]),
  )
  await screen.findByText(message)
})

test.each(['12.50', '1,000'])(
  'an amount of %j is refused, and never read as another',
  async (text) => {
    const user = renderAsPlayer('/account/wallet/send-money', {
      WalletListByUserId: balances(5_000),
    })
    await user.type(await screen.findByLabelText('Reciver ID'), '51907263')
    const amount = screen.getByLabelText('Enter Amount')
    await user.click(amount)
    await user.paste(text)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Enter valid amount')
    expect(amount).toHaveProperty('value', text)
    expect(callsOf('receiver')).toEqual([])
  },
)

test('a send of more than half the balance whose answer got lost is repeated, and done once', async () => {
  const user = renderAsPlayer('/account/wallet/send-money', {
    WalletListByUserId: balances(100),
    receiver: { Data: { name: 'M••••' } },
    walletTransfer: () => {
      answerCalls({ WalletListByUserId: balances(20) })
      return 'lost'
    },
  })
  await user.type(await screen.findByLabelText('Reciver ID'), '12345678')
  await user.type(await screen.findByLabelText('Enter Amount'), '80')
  const send = async () => {
    await user.click(await screen.findByRole('button', { name: 'Send 80 fkr' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send 80 fkr?' }))
    await user.click(sheet.getByRole('button', { name: 'Send 80 fkr' }))
  }
  await send()
  await screen.findByText(/^Your last try got no answer/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The server had carried it out.
  await screen.findByText('20')
  answerCalls({ walletTransfer: { Data: { Transaction_Id: 't', amountToSend: 78 } } })
  await send()
  await screen.findByText('Amount Transfer successful')
  const keys = callsOf('walletTransfer').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test.each([
  'What you received can leave this account from 3 Dec, 10:15.',
  "This player can't receive this amount now",
])('a send that is refused for a reason of its own says it at the form: %s', async (reason) => {
  const user = renderAsPlayer('/account/wallet/send-money', {
    WalletListByUserId: balances(500),
    receiver: { Data: { name: 'M••••' } },
    walletTransfer: refused(reason),
  })
  await user.type(await screen.findByLabelText('Reciver ID'), '12345678')
  await user.type(await screen.findByLabelText('Enter Amount'), '100')
  await user.click(await screen.findByRole('button', { name: 'Send 100 fkr' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Send 100 fkr?' }))
  await user.click(sheet.getByRole('button', { name: 'Send 100 fkr' }))
  await screen.findByText('Some error occured')
  await screen.findByText(reason)
})
