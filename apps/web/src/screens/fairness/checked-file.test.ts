import { verifyFile } from '@pipkin/games/verify'
import { describe, expect, test } from 'vitest'
import { history, proofOf, publicKey } from '../../../../../packages/games/test/house.ts'
import { checkedFile } from './checked-file.ts'

const honest = history()
const proof = proofOf(0, 1, true)
const check = (content: unknown) => checkedFile(verifyFile(JSON.stringify(content), { publicKey }))
const failing = (content: unknown) => {
  const { ok, checks, wrong } = check(content)
  expect(ok).toBe(false)
  const named = checks
    .filter(({ state }) => state === 'fails')
    .map(({ title, failed }) => [title, failed])
  return JSON.stringify([named, wrong])
}

test('an honest round and an honest history check out, and can be passed on by a worker', () => {
  for (const content of [proof, honest]) {
    const checked = check(content)
    expect(checked).toMatchObject({ ok: true, wrong: [] })
    expect(structuredClone(checked)).toEqual(checked)
  }
  expect(check(honest).note).toContain('12 settled rounds')
})

describe('what is wrong is named', () => {
  const [first, second, ...rest] = honest.proofs
  test.each<[string, unknown, string[]]>([
    ['an edited round', { ...proof, payout: 7 }, ['Payout', 'another payout']],
    [
      'a forged receipt',
      { ...proof, receipts: [proof.receipts[1], proof.receipts[1]] },
      ['Receipts'],
    ],
    [
      'a history with an edited round',
      { ...honest, proofs: [{ ...first, payout: 7 }, second, ...rest] },
      ['Every round', 'proof 1: payout', 'Epoch 0, round 0'],
    ],
    [
      'a history out of order',
      { ...honest, proofs: [second, first, ...rest] },
      ['stands too late'],
    ],
    [
      'a history with a hole',
      { ...honest, proofs: [first, ...rest] },
      ['None missing', 'epoch 0, nonce 1 is missing'],
    ],
    [
      'a history whose tail is cut',
      { ...honest, proofs: honest.proofs.slice(0, -1) },
      ['epoch 2, nonce 4 is missing'],
    ],
    [
      'a history with a forged end',
      { ...honest, head: { ...honest.head, signature: '0'.repeat(128) } },
      ['Signed end', "not the house's signature"],
    ],
  ])('%s', (_, content, names) => {
    const said = failing(content)
    for (const name of names) expect(said).toContain(name)
  })
})

test('a file that is neither a proof nor a history has nothing to check', () => {
  expect(checkedFile(verifyFile('{', { publicKey }))).toEqual({
    ok: false,
    title: 'There is nothing to check',
    note: 'This is not JSON.',
    checks: [],
    wrong: [],
  })
})
