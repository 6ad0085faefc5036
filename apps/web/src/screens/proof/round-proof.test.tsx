import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { proofOf, publicKey, restoredHistory } from '../../../../../packages/games/test/house.ts'
import { renderAsVisitor } from '../../../test/render-screen.tsx'
import { answerCalls } from '../../../test/server.ts'

/** The proof of a round as anybody sees it who has its link. */

const receiptKey = { Data: { publicKey, older: [] } }
const open = (proof: object) =>
  renderAsVisitor('/fairness/round-0-0', { roundProof: { Data: proof }, receiptKey })
const checks = async () =>
  within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole('listitem')
const marksOf = async () =>
  (await checks()).map((check) => within(check).getByRole('img').getAttribute('aria-label'))

test('a good proof checks out, and every check holds', async () => {
  open(proofOf(0, 0, true))
  await screen.findByRole('heading', { name: 'This round checks out' })
  screen.getByText('Recomputed in your browser just now.')
  expect(new Set(await marksOf())).toEqual(new Set(['holds']))
})

test('a proof of an epoch that goes on waits for its seed alone', async () => {
  open(proofOf(2, 0, false))
  await screen.findByRole('heading', { name: 'This round checks out' })
  expect((await marksOf()).filter((mark) => mark !== 'holds')).toEqual(['not checked yet'])
  screen.getByText(/^Revealed when epoch 2 ends\./)
})

test('a forged payout is named with what was expected and what was found', async () => {
  const proof = proofOf(0, 0, true)
  open({ ...proof, payout: proof.payout + 100 })
  await screen.findByRole('heading', { name: 'This round does not check out' })
  const payout = (await checks()).find((check) => check.textContent?.startsWith('Payout'))
  if (!payout) throw new Error('no check is about the payout')
  within(payout).getByRole('img', { name: 'fails' })
  within(payout).getByText(`Expected: ${(proof.payout + 100) / 100}`)
  within(payout).getByText(`Found: ${proof.payout / 100}`)
})

test('a proof of another house fails by its signatures', async () => {
  renderAsVisitor('/fairness/round-0-0', { roundProof: { Data: proofOf(0, 0, true) } })
  await screen.findByRole('heading', { name: 'This round does not check out' })
  expect(screen.getAllByText('Signature of the bet’s receipt')).not.toEqual([])
})

test('an answer that is no proof is an outage, not a verdict', async () => {
  open({ version: 'none' })
  await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByRole('heading', { name: /check out/ })).toBeNull()
})

test('a round that is still open has no proof yet', async () => {
  const missing = Response.json({ Status: false, Message: 'Not found' }, { status: 404 })
  renderAsVisitor('/fairness/round-0-0', { roundProof: missing })
  await screen.findByText('This round has no proof yet')
})

test('a proof that cannot be read offers Retry', async () => {
  const user = renderAsVisitor('/fairness/round-0-0', { roundProof: 'down', receiptKey })
  await screen.findByText('An error occurred. Please try again.')
  answerCalls({ roundProof: { Data: proofOf(0, 0, true) } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: 'This round checks out' })
})

test('a round of an epoch that a restore has voided later checks out, and says what happened', async () => {
  const [, , finished] = restoredHistory().proofs
  if (!finished) throw new Error('the history has no such round')
  open(finished)
  await screen.findByRole('heading', { name: 'This round checks out' })
  const restored = (await checks()).find((check) => check.textContent?.startsWith('Restored'))
  if (!restored) throw new Error('no check is about the restore')
  within(restored).getByText(/the house restored a backup of its database\. That voided epoch 0/)
  within(restored).getByText(/The house finished this round by the published moves\./)
})

test('a round is shown as it went: each move, back and forth, then its verdict', async () => {
  const proof = proofOf(0, 0, true)
  const user = renderAsVisitor('/rounds/round-0-0', { roundProof: { Data: proof }, receiptKey })
  await screen.findByRole('heading', { name: /, as it went$/ })
  screen.getByRole('heading', { name: 'This round checks out' })
  const moves = proof.moves.length
  screen.getByText(`The end, after move ${moves}`)
  for (let left = moves; left > 0; left -= 1)
    await user.click(screen.getByRole('button', { name: 'Move before' }))
  screen.getByText('Before the first move')
  await user.click(screen.getByRole('button', { name: 'Next move' }))
  screen.getByText(moves === 1 ? 'The end, after move 1' : `After move 1 of ${moves}`)
  await user.click(screen.getByRole('link', { name: 'Every check of its proof' }))
  expect(await checks()).not.toEqual([])
})
