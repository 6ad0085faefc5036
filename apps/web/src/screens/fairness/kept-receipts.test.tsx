import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { history, publicKey } from '../../../../../packages/games/test/house.ts'
import { logOf } from '../../../test/log.ts'
import { answerCalls, callsOf } from '../../../test/server.ts'
import { keepReceipt, readReceipts } from '../../play/receipts.ts'
import KeptReceipts from './kept-receipts.tsx'

const receiptKey = { Data: { publicKey, older: [] } }
const receipts = history()
  .proofs.slice(0, 3)
  .flatMap((proof) => proof.receipts)

async function find(inLog: typeof receipts, more: object = {}) {
  for (const receipt of receipts) keepReceipt(receipt)
  answerCalls({ ...logOf(inLog).answers, receiptKey, ...more })
  render(<KeptReceipts />)
  await userEvent.click(screen.getByRole('button', { name: 'Find my receipts in the log' }))
}

test('all receipts that this browser keeps are in the log', async () => {
  await find(receipts)
  await screen.findByText(/^6 of the 6 newest receipts/)
  expect(callsOf('receiptProof')).toHaveLength(6)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a receipt that the log lacks is named and makes a complaint', async () => {
  await find(receipts.slice(1))
  await screen.findByText(/^5 of the 6 newest receipts/)
  screen.getByRole('list', { name: 'The log' })
  screen.getByRole('button', { name: 'Save the complaint' })
})

test('a receipt of a time that a restore has lost is no complaint', async () => {
  const restores = [{ generation: 1_795_000_000, at: '2026-11-21T00:00:00.000Z' }]
  await find(receipts.slice(1), { receiptKey: { Data: { publicKey, older: [], restores } } })
  await screen.findByText(/^5 of the 6 newest receipts/)
  screen.getByText('A restore since then may have lost this round')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a receipt from long before the backup of a restore is a complaint all the same', async () => {
  const reached = '2026-11-20T23:00:00.000Z'
  const restores = [{ generation: 1_795_000_000, at: '2026-11-21T00:00:00.000Z', reached }]
  await find(receipts.slice(1), { receiptKey: { Data: { publicKey, older: [], restores } } })
  await screen.findByText(/^5 of the 6 newest receipts/)
  screen.getByRole('button', { name: 'Save the complaint' })
})

test('an end that a restore has made anew is no complaint, unlike another bet', async () => {
  const restores = [{ generation: 1_795_000_000, at: '2026-11-21T00:00:00.000Z' }]
  const other = (receipt: (typeof receipts)[number]) => ({
    ...receipt,
    facts: { ...receipt.facts, payout: 1 },
  })
  const [bet, end] = receipts
  if (bet?.facts.receipt !== 'bet' || end?.facts.receipt !== 'end') throw new Error('another order')
  const more = { receiptKey: { Data: { publicKey, older: [], restores } } }
  await find([bet, other(end), ...receipts.slice(2)], more)
  await screen.findByText(/^5 of the 6 newest receipts/)
  screen.getByText('A restore since then may have ended this round anew')
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await find([other(bet), end, ...receipts.slice(2)], more)
  await screen.findByText(/something else at this place/)
  screen.getByRole('alert')
})

test('what none of the house’s keys signed is no complaint', async () => {
  await find([], { receiptKey: { Data: { publicKey: 'ab'.repeat(32), older: [] } } })
  await screen.findByText(/^0 of the 6 newest receipts/)
  expect(screen.getAllByText("None of the house's keys signed this")).toHaveLength(6)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(callsOf('receiptProof')).toEqual([])
})

test('a browser without receipts offers no search of the log', () => {
  const { container } = render(<KeptReceipts />)
  expect(container.textContent).toBe('')
})

test('receipts that were signed at once are kept each, and the same facts once', () => {
  const [one, other] = receipts
  if (!one || !other) throw new Error('a history has receipts')
  for (const receipt of [one, { ...other, signature: one.signature }, one]) keepReceipt(receipt)
  keepReceipt({ ...one, signature: 'signed again' })
  expect(readReceipts().map(({ facts }) => facts)).toEqual([one.facts, other.facts])
})
