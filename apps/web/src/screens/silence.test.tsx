import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { balances } from '../../test/answers.ts'
import { pass, startClock } from '../../test/clock.ts'
import { renderAsPlayer } from '../../test/render-screen.tsx'
import { answerCalls, callsOf } from '../../test/server.ts'

/** A connection that is open and brings nothing, as behind a dead tunnel or in a dead spot. */

/** The end of the patience with all calls that follow, and the times that they asked for. */
function patience() {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => late.signal)
  onTestFinished(() => timeout.mockRestore())
  return { end: () => late.abort(), timeout }
}

test('money that is sent into silence can be sent again after half a minute, under its key', async () => {
  const { end, timeout } = patience()
  const user = renderAsPlayer('/account/wallet/send-money', {
    WalletListByUserId: balances(500),
    receiver: { Data: { name: 'M••••' } },
    walletTransfer: 'silent',
  })
  await user.type(await screen.findByLabelText('Reciver ID'), '12345678')
  await user.type(await screen.findByLabelText('Enter Amount'), '100')
  const send = async () => {
    await user.click(screen.getByRole('button', { name: 'Send 100 fkr' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send 100 fkr?' }))
    await user.click(sheet.getByRole('button', { name: 'Send 100 fkr' }))
  }
  await send()
  await waitFor(() => expect(callsOf('walletTransfer')).toHaveLength(1))
  expect(timeout).toHaveBeenLastCalledWith(30_000)
  end()
  await screen.findByText('Some error occured')
  await screen.findByText(/^Your last try got no answer/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  timeout.mockImplementation(() => new AbortController().signal)
  answerCalls({ walletTransfer: { Data: { Transaction_Id: 't', amountToSend: 98 } } })
  await send()
  await screen.findByText('Amount Transfer successful')
  const keys = callsOf('walletTransfer').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('a screen whose reading brings nothing says so', async () => {
  const { end } = patience()
  renderAsPlayer('/account/wallet', { WalletListByUserId: 'silent' })
  await waitFor(() => expect(callsOf('WalletListByUserId')).not.toEqual([]))
  end()
  await screen.findByRole('button', { name: 'Retry' })
})

test('a file whose answer does not begin is given up, and can be asked for again', async () => {
  const user = renderAsPlayer('/account/your-data', { exportAccount: 'silent' })
  const download = await screen.findByRole('button', { name: 'Download my data' })
  startClock()
  await user.click(download)
  await waitFor(() => expect(callsOf('exportAccount')).toHaveLength(1))
  await pass(30_000)
  await screen.findByText('An error occurred. Please try again.')
  await user.click(download)
  await waitFor(() => expect(callsOf('exportAccount')).toHaveLength(2))
})
