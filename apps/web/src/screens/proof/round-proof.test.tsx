import { act, screen, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  history,
  proofOf,
  publicKey,
  restoredHistory,
} from '../../../../../packages/games/test/house.ts'
import { player } from '../../../test/answers.ts'
import { logKey, logOf, witnessKey } from '../../../test/log.ts'
import { renderAsPlayer, renderAsVisitor } from '../../../test/render-screen.tsx'
import { savedFiles } from '../../../test/saved-files.ts'
import { answerCalls, callsOf, refused } from '../../../test/server.ts'

/** The proof of a round as anyone sees it who has its link. */

const receiptKey = { Data: { publicKey, older: [] } }
const all = [...history().proofs, ...restoredHistory().proofs].flatMap(({ receipts }) => receipts)
const { answers: log } = logOf(all)
const open = (proof: object, answers: object = log) =>
  renderAsVisitor('/fairness/round-0-0', { roundProof: { Data: proof }, receiptKey, ...answers })
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
  renderAsVisitor('/fairness/round-0-0', {
    ...log,
    roundProof: { Data: proofOf(0, 0, true) },
    receiptKey: { Data: { publicKey: '00'.repeat(32), older: [] } },
  })
  await screen.findByRole('heading', { name: 'This round does not check out' })
  expect(screen.getAllByText("Signature of the bet's receipt")).not.toEqual([])
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
  const user = renderAsVisitor('/fairness/round-0-0', { ...log, roundProof: 'down', receiptKey })
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

const inLog = async () =>
  within(await screen.findByRole('list', { name: 'The log' })).getAllByRole('listitem')
/** The file that was saved last, as JSON. */
const lastSaved = async () => JSON.parse((await savedFiles.at(-1)?.file.text()) ?? 'null')

test('both receipts are in the log, and the file takes their proofs along', async () => {
  const user = open(proofOf(0, 0, true))
  const rows = await inLog()
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Bet in the logEntry \d+ of \d+, cosigned by witness\.example$/),
    expect.stringMatching(/^End in the logEntry \d+ of \d+, cosigned by witness\.example$/),
  ])
  await user.click(screen.getByRole('button', { name: 'Download as JSON' }))
  const file = await lastSaved()
  expect(file.log).toMatchObject({ key: logKey, witnesses: [witnessKey] })
  expect(file.log.proofs).toHaveLength(2)
})

test('TLOG-06 a receipt that the log lacks after ten minutes is a complaint', async () => {
  const proof = proofOf(0, 0, true)
  const [bet, end] = proof.receipts
  const others = all.filter(({ facts }) => facts.transactionId !== proof.transactionId)
  const user = open(proof, logOf(others).answers)
  const alert = await screen.findByRole('alert')
  expect((await inLog())[0]?.textContent).toMatch(/signed this receipt more than ten minutes ago/)
  await user.click(within(alert).getByRole('button', { name: 'Save the complaint' }))
  const complaint = await lastSaved()
  expect(complaint.receipts[0]).toMatchObject({ facts: bet?.facts, signature: bet?.signature })
  expect(complaint.receipts.map(({ facts }: { facts: object }) => facts)).toContainEqual(end?.facts)
  expect(complaint).toMatchObject({
    receiptKeys: [publicKey],
    log: { key: logKey, witnesses: [witnessKey], checkpoint: expect.stringContaining('witness') },
  })
})

test('a log that has something else for a receipt is a complaint as well', async () => {
  const proof = proofOf(0, 0, true)
  const other = logOf(
    all.map((receipt) => ({ ...receipt, facts: { ...receipt.facts, playerId: '1' } })),
  )
  open(proof, other.answers)
  await screen.findByRole('alert')
  for (const row of await inLog()) expect(row.textContent).toMatch(/something else at this place/)
})

test('a log that can’t be read says so, and is asked again; the verdict doesn’t wait', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  open(proofOf(0, 0, true), { ...log, '/log/key': 'down' })
  await screen.findByText("The log can't be read now.")
  screen.getByRole('heading', { name: 'This round checks out' })
  answerCalls(log)
  act(() => void vi.advanceTimersByTime(30_000))
  expect(await inLog()).toHaveLength(2)
})

/** A round that the log lacks, `minutes` after it by this browser's clock. */
function openMissing(minutes: number, cosignedAfter: number | null) {
  const proof = proofOf(0, 0, true)
  const at = Date.parse(proof.placedAt)
  const others = all.filter(({ facts }) => facts.transactionId !== proof.transactionId)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at + minutes * 60_000)
  onTestFinished(() => clock.mockRestore())
  const cosigned = cosignedAfter === null ? null : at / 1_000 + cosignedAfter * 60
  return open(proof, logOf(others, cosigned).answers)
}

test('a receipt of a minute ago may still come: no complaint, and the file goes without the log', async () => {
  const user = openMissing(1, 0.5)
  for (const row of await inLog()) within(row).getByRole('img', { name: 'not checked yet' })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Download as JSON' }))
  expect(await lastSaved()).toMatchObject({ transactionId: 'round-0-0' })
  expect(await lastSaved()).not.toHaveProperty('log')
})

test('a log that no witness has seen since makes no complaint, even by a wrong clock', async () => {
  openMissing(10_000, 9)
  for (const row of await inLog()) expect(row.textContent).toMatch(/checkpoint is too old to tell$/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a clock of the browser that is behind hides no missing receipt', async () => {
  openMissing(-10_000, 80)
  await screen.findByRole('alert')
})

test('where no witness cosigned, the browser’s clock counts', async () => {
  openMissing(80, null)
  await screen.findByRole('alert')
})

test('a round is shown as it went: each move, back and forth, then its verdict', async () => {
  const proof = proofOf(0, 0, true)
  const user = renderAsVisitor('/rounds/round-0-0', {
    ...log,
    roundProof: { Data: proof },
    receiptKey,
  })
  await screen.findByRole('heading', { name: /, as it went$/ })
  screen.getByRole('heading', { name: 'This round checks out' })
  // The picture and the figures are shown once.
  expect(screen.getAllByRole('img')).toHaveLength(1)
  expect(screen.getAllByText('Return')).toHaveLength(1)
  const moves = proof.moves.length
  screen.getByText(`The end, after move ${moves}`)
  const next = screen.getByRole('button', { name: 'Next move' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  for (let left = moves; left > 0; left -= 1)
    await user.click(screen.getByRole('button', { name: 'Move before' }))
  screen.getByText('Before the first move')
  await user.click(screen.getByRole('button', { name: 'Next move' }))
  screen.getByText(moves === 1 ? 'The end, after move 1' : `After move 1 of ${moves}`)
  await user.click(screen.getByRole('link', { name: 'Every check of its proof' }))
  expect(await checks()).not.toEqual([])
})

describe('the name of a replay', () => {
  const proof = { ...proofOf(0, 0, true), playerId: String(player.userID) }
  const answers = { ...log, roundProof: { Data: proof }, receiptKey }
  const named = (name: string | null) => ({ roundName: { Data: { name } } })

  test('a visitor sees it where the player gave it, and no switch', async () => {
    renderAsVisitor('/rounds/round-0-0', { ...answers, ...named('Meera N.') })
    await screen.findByText('Played by Meera N.')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('the name is shown as text, with any signs in it', async () => {
    const name = '<img src=x> N.'
    renderAsVisitor('/rounds/round-0-0', { ...answers, ...named(name) })
    await screen.findByText(`Played by ${name}`)
  })

  test('the player gives the name and takes it back; others can’t', async () => {
    const user = renderAsPlayer('/rounds/round-0-0', { ...answers, ...named(null) })
    await screen.findByText("Off: the link doesn't say whose round it was")
    answerCalls({ nameRound: { Data: { name: 'Meera N.' } }, ...named('Meera N.') })
    await user.click(screen.getByRole('switch', { name: 'With my name', checked: false }))
    await screen.findByText('The link says that Meera N. played it')
    expect(callsOf('nameRound')).toMatchObject([
      { body: { User_Id: player.userID, Transaction_Id: 'round-0-0', Named: true } },
    ])
    answerCalls({ nameRound: refused('Not found') })
    await user.click(await screen.findByRole('switch', { name: 'With my name', checked: true }))
    await screen.findByText('Not found')
    await screen.findByRole('switch', { name: 'With my name', checked: true })
  })
})
