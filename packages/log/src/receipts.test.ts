import { describe, expect, test } from 'vitest'
import { emptyLogPart, judgeReceipt, logPartOf, trustIn } from './receipts.ts'

const logKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const witnessKey = 'witness.localhost+f9183ed8+BOnqd1s55CY27Lc86ZjEk0fg4h1gwlyP8m8+f9umieS8'

describe('the log’s part of a file', () => {
  const part = { key: logKey, witnesses: [witnessKey], proofs: ['a proof'] }

  test.each([null, 5, 'log', [], {}])('%j has none', (file) => {
    expect(logPartOf(file)).toBe(null)
  })

  test('is its member `log`, without what else is in it', () => {
    expect(logPartOf({ log: { ...part, more: 1 } })).toEqual(part)
  })

  test.each([
    null,
    'a log',
    { ...part, key: 5 },
    { ...part, witnesses: witnessKey },
    { ...part, witnesses: [witnessKey, 5] },
    { ...part, proofs: undefined },
    { ...part, proofs: ['a proof', null] },
  ])('%j counts as one that shows nothing', (log) => {
    expect(logPartOf({ log })).toBe(emptyLogPart)
  })
})

test('keys are those of a log and of witnesses, and not the other way round', () => {
  const trust = trustIn(`${logKey}\n`, [witnessKey])
  expect(trust?.logs.map(({ name }) => name)).toEqual(['example.com/foo'])
  expect(trust?.witnesses.map(({ name }) => name)).toEqual(['witness.localhost'])
  expect(trustIn(witnessKey, [])).toBe(null)
  expect(trustIn(logKey, [witnessKey, logKey])).toBe(null)
  expect(trustIn(logKey, ['no key'])).toBe(null)
})

test('a receipt without a proof is not in the log', () => {
  const trust = trustIn(logKey, [])
  if (!trust) throw new Error('this is a key')
  expect(judgeReceipt({ kind: 'bet', canonicalJson: '{}' }, [], trust)).toEqual({
    ok: false,
    why: 'There is no proof of it.',
  })
})
