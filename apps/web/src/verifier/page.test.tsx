import { readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { history, proofOf, publicKey } from '../../../../packages/games/test/house.ts'
import { logKey, logOf, witnessKey } from '../../test/log.ts'

/** `verify.html`, the verifier in one file: what it says of proofs and of histories. */

const source = readFileSync('apps/web/verify.html', 'utf8')

beforeEach(async () => {
  const page = new DOMParser().parseFromString(source, 'text/html')
  document.body.replaceChildren(...page.body.children)
  vi.resetModules()
  await import('./page.ts')
})

const file = (content: object, name = 'proof.json') => new File([JSON.stringify(content)], name)
const choose = () => screen.getByLabelText("A round's JSON, or your whole history")
const report = () => within(screen.getByRole('status'))

async function check(content: object, key = publicKey): Promise<void> {
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByLabelText("The house's key"))
  await user.paste(key)
  await user.upload(choose(), file(content))
}

test('a good proof checks out, check by check', async () => {
  await check(proofOf(0, 0, true))
  await report().findByRole('heading', { name: /This round checks out/ })
  const marks = report().getAllByRole('img')
  expect(marks.length).toBeGreaterThan(5)
  expect(new Set(marks.map((mark) => mark.ariaLabel))).toEqual(new Set(['holds']))
})

test('a forged proof names what was expected and what was found', async () => {
  const proof = proofOf(0, 0, true)
  await check({ ...proof, payout: proof.payout + 100 })
  await report().findByRole('heading', { name: /This round does not check out/ })
  report().getByText(`Expected: ${(proof.payout + 100) / 100}`)
  report().getByText(`Found: ${proof.payout / 100}`)
})

test('a history checks out, with its open round named and each settled one to unfold', async () => {
  await check(history())
  await report().findByRole('heading', { name: /This history checks out/ })
  report().getByText(/^12 settled rounds/)
  expect(report().getAllByRole('group')).toHaveLength(12)
})

test('a history with a round left out does not check out', async () => {
  const { proofs, ...rest } = history()
  await check({ ...rest, proofs: proofs.slice(1) })
  await report().findByRole('heading', { name: /This history does not check out/ })
})

test('a round that is still open is one that the history is signed for', async () => {
  await check({ ...history(), open: [] })
  await report().findByRole('heading', { name: /This history does not check out/ })
  expect(report().getAllByRole('img', { name: 'fails' })).not.toEqual([])
})

test('a file with proofs of the log: both receipts are in it, and its keys are to be compared', async () => {
  const proof = proofOf(0, 0, true)
  const { proofOf: inLog } = logOf(proof.receipts)
  const proofs = ['bet', 'end'].map((kind) => inLog(proof.transactionId, kind))
  const log = { key: logKey, witnesses: [witnessKey], proofs }
  await check({ ...proof, log })
  await report().findByRole('heading', { name: /This round checks out/ })
  report().getByText(/^Entry 1 of 3, cosigned by witness\.example/)
  report().getByText(`${logKey} ${witnessKey}`)
  const [bet, ...more] = proofs
  for (const wrong of [
    { ...log, proofs: [bet?.replace('index 1', 'index 2'), ...more] },
    { ...log, proofs: [] },
    { ...log, key: 'none' },
  ]) {
    await userEvent.upload(choose(), file({ ...proof, log: wrong }))
    await report().findByRole('heading', { name: /This round does not check out/ })
  }
})

test('a key that is none is refused before anything is checked', async () => {
  await check(proofOf(0, 0, true), 'no key')
  await report().findByRole('heading', { name: /This is not a key/ })
})

test('what is neither a proof nor a history is said to be neither', async () => {
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByLabelText('Or paste it'))
  await user.paste('[1, 2]')
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await report().findByRole('heading', { name: /not check out|nothing to check/ })
})

test('of what can’t be read it says so, and checks nothing that it read before', async () => {
  await check(proofOf(0, 0, true))
  await report().findByRole('heading', { name: /This round checks out/ })
  const gone = Object.assign(file({}), { text: () => Promise.reject(new Error('gone')) })
  await userEvent.upload(choose(), gone)
  await report().findByText(/can't be read/)
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  await report().findByText('This is not JSON.')
})

test('a file that was changed and is chosen again is checked as it is now', async () => {
  const proof = proofOf(0, 0, true)
  let content: object = proof
  const changing = Object.assign(file({}), { text: async () => JSON.stringify(content) })
  await userEvent.upload(choose(), changing)
  await report().findByRole('heading', { name: /This round checks out/ })
  content = { ...proof, payout: proof.payout + 100 }
  await userEvent.upload(choose(), changing)
  await report().findByRole('heading', { name: /This round does not check out/ })
})

test('of two files, the later one is checked, however long the other takes to be read', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  await userEvent.upload(choose(), Object.assign(file({}), { text: () => promise }))
  await check(proofOf(0, 0, true))
  await report().findByRole('heading', { name: /This round checks out/ })
  resolve('{}')
  await promise
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  await report().findByRole('heading', { name: /This round checks out/ })
})
