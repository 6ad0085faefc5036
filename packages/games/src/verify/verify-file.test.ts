import { describe, expect, test } from 'vitest'
import { history, proofOf, publicKey } from '../../test/house.ts'
import { verifyFile } from './verify-file.ts'

const proof = proofOf(0, 1, true)
const verify = (content: unknown) => verifyFile(JSON.stringify(content), { publicKey })

test('a proof is known as one, bare or as the API answers it', () => {
  expect(verify(proof)).toMatchObject({ holds: 'a proof', verdict: { ok: true } })
  expect(verify({ Status: true, Message: 'Success', Data: proof })).toMatchObject({
    holds: 'a proof',
    verdict: { ok: true },
  })
})

test('a history is recognized', () => {
  const honest = history()
  expect(verify(honest)).toMatchObject({ holds: 'a history', verdict: { ok: true } })
  expect(verify({ Status: true, Message: 'Success', Data: honest })).toMatchObject({
    holds: 'a history',
    proofs: honest.proofs,
  })
})

test('a complaint about the log is no wrong round', () => {
  const { receipts } = proof
  expect(verify({ complaint: 'The log lacks receipts.', receipts, receiptKeys: [] })).toEqual({
    holds: 'neither',
    why: 'This is a complaint about the log, not a round: verifier/verify_log.py checks it.',
  })
})

describe('what a forger leaves out is missed, not passed over', () => {
  test.each([
    [{ ...proof, receipts: undefined }, 'a proof', 'receipts'],
    [{ ...proof, roundKey: undefined }, 'a proof', 'roundKey'],
    [{ ...history(), head: undefined }, 'a history', 'head'],
    [{ ...history(), proofs: undefined }, 'a history', 'proofs'],
    [{ ...history(), proofs: 'none' }, 'a history', 'proofs'],
  ])('%#', (content, holds, missing) => {
    const found = verify(content)
    expect(found.holds).toBe(holds)
    if (found.holds === 'neither') throw new Error(found.why)
    expect(found.verdict).toMatchObject({ ok: false, steps: [{ name: 'form', computed: missing }] })
  })
})

describe('FAIR-12 a file with a member twice is refused, since readers differ in which counts:', () => {
  test.each([
    '"payout":1,',
    '"p\\u0061yout" : 1,',
    '"rules":{"version":1},',
    '"stake":1,"stake":1,',
  ])('%s', (more) => {
    for (const content of [proof, { Data: proof }, history()]) {
      const text = JSON.stringify(content).replace('"payout":', `${more}$&`)
      expect(verifyFile(text, { publicKey })).toEqual({
        holds: 'neither',
        why: 'This JSON has a member twice: it says two things at once.',
      })
    }
  })

  test('but not one with a text that looks like a member', () => {
    const more = { a: '"stake":1,', b: '\\', c: '\\":', '"stake': 1, ':': [] }
    expect(verify({ ...proof, more })).toMatchObject({ holds: 'a proof', verdict: { ok: true } })
  })
})

test.each([
  '',
  'proof',
  '{"a":1',
  '[]',
  'null',
  '3',
  '{"Data":null}',
  `${'['.repeat(9000)}${']'.repeat(9000)}`,
])('what is neither a proof nor a history: %#', (text) =>
  expect(verifyFile(text, { publicKey }).holds).toBe('neither'),
)
