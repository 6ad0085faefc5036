import { describe, expect, test } from 'vitest'
import { proofOf, publicKey, sign } from '../../test/house.ts'
import type { Proof } from '../fairness/proof.ts'
import type { BetFacts, EndFacts } from '../fairness/receipt.ts'
import { parseKeys } from './parse-keys.ts'
import { type Verdict, verifyProof } from './verify-proof.ts'

const failing = ({ steps }: Verdict) => steps.filter(({ ok }) => !ok).map(({ name }) => name)
const proofs = [0, 1, 2, 3].map((nonce) => proofOf(0, nonce, true))
/** One that pays. */
const mines = [1, 5, 9, 13, 17]
  .map((nonce) => proofOf(0, nonce, true))
  .find(({ status }) => status === 'Win')!
const { epochSeed: _, ...unrevealed } = mines

const hex = (digit: string) => digit.repeat(64)

/** The same receipts with other facts, signed by the house. */
const resigned = (proof: Proof, facts: Partial<EndFacts>): Proof['receipts'] =>
  proof.receipts.map(({ facts: before }) =>
    sign(before.receipt === 'end' ? { ...before, ...facts } : { ...before, ...bound(facts) }),
  )

const bound = ({ root, split, clientSeed }: Partial<EndFacts>): Partial<BetFacts> =>
  Object.fromEntries(
    Object.entries({ root, split, clientSeed }).filter(([, value]) => value !== undefined),
  )

test.each(proofs)('an honest proof of $game checks out', (proof) => {
  const verdict = verifyProof(proof, { publicKey })
  expect(failing(verdict)).toEqual([])
  expect(verdict).toMatchObject({ ok: true, unchecked: [] })
  expect(verdict.round?.moves).toEqual(proof.moves)
})

test('a proof survives a file', () => {
  expect(verifyProof(JSON.parse(JSON.stringify(mines)), { publicKey }).ok).toBe(true)
})

test('what cannot be checked is said', () => {
  const verdict = verifyProof(unrevealed, { publicKey })
  expect(verdict.ok).toBe(true)
  expect(verdict.unchecked).toEqual([expect.stringContaining('seed is not revealed')])
  expect(verifyProof(mines, { publicKey: null }).unchecked).toHaveLength(1)
})

test('a place beyond the end of its epoch is none', () => {
  const [step] = verifyProof(proofOf(0, 1_000, true), { publicKey }).steps
  expect(step).toMatchObject({ name: 'form', ok: false, computed: 'nonce; receipts' })
})

describe('what is edited is named', () => {
  test.each<[string, Partial<Record<keyof Proof, unknown>>, string[]]>([
    ['round key', { roundKey: hex('a') }, ['commitment', 'round key']],
    ['commitment', { commitment: hex('a') }, ['commitment', 'bet receipt', 'end receipt']],
    ['epoch seed', { epochSeed: hex('a') }, ['epoch seed', 'round key']],
    ['player', { playerId: '10020031' }, ['round key', 'bet receipt', 'end receipt']],
    ['nonce', { nonce: 7 }, ['round key', 'bet receipt', 'end receipt']],
    ['rules', { rules: { ...mines.rules, winPercentage: 50 } }, ['rules']],
    [
      'rules of no game',
      { rules: { ...mines.rules, mines: 11 } },
      ['rules', 'bet receipt', 'end receipt'],
    ],
    ['game', { game: 'slot-machine' }, ['rules']],
    ['stake', { stake: 4000 }, ['payout', 'bet receipt', 'end receipt']],
    ['payout', { payout: 12_300 }, ['payout', 'end receipt']],
    ['status', { status: 'Tie' }, ['status', 'end receipt']],
    ['transaction', { transactionId: 'another' }, ['bet receipt', 'end receipt']],
    ['time', { settledAt: '2026-11-21T00:00:00.000Z' }, ['end receipt']],
    ['no receipts', { receipts: [] }, ['receipts']],
    ['one receipt twice', { receipts: [mines.receipts[1], mines.receipts[1]] }, ['receipts']],
    ['no move', { moves: [] }, ['moves', 'end receipt']],
    ['a move too many', { moves: [...mines.moves, { cashOut: true }] }, ['moves', 'end receipt']],
    ['a move of another game', { moves: [{ spin: true }] }, ['moves', 'end receipt']],
  ])('%s', (_name, edit, expected) => {
    const verdict = verifyProof({ ...mines, ...edit }, { publicKey })
    expect(verdict.ok).toBe(false)
    expect(failing(verdict)).toEqual(expect.arrayContaining(expected))
  })

  test.each([
    null,
    'proof',
    [],
    {},
    { ...mines, stake: 150 },
    { ...mines, clientSeed: 'a b' },
    { ...mines, moves: ['\ud800'] },
  ])('no proof at all: %#', (value) =>
    expect(failing(verifyProof(value, { publicKey }))).toEqual(['form']),
  )
})

describe('receipts', () => {
  const [bet, end] = mines.receipts

  test('FAIR-02 a forged signature', () => {
    const receipts = [{ ...bet!, signature: end!.signature }, end!]
    expect(failing(verifyProof({ ...mines, receipts }, { publicKey }))).toEqual(['bet signature'])
  })

  test('a signature by another house', () => {
    const verdict = verifyProof(mines, { publicKey: hex('1') })
    expect(failing(verdict)).toEqual(['bet signature', 'end signature'])
  })

  test.each<{ facts: Partial<EndFacts> }>([
    { facts: { root: hex('b') } },
    { facts: { split: { deposit: 1, bonus: 0, win: 0 } } },
    { facts: { clientSeed: 'other' } },
    { facts: { payout: 5 } },
  ])('other facts, signed by the house: %o', ({ facts }) => {
    const verdict = verifyProof({ ...mines, receipts: resigned(mines, facts) }, { publicKey })
    expect(failing(verdict).length).toBeGreaterThan(0)
    expect(failing(verdict)).not.toContain('bet signature')
  })

  test('facts that the scheme does not know are named', () => {
    const receipts = [sign(Object.assign({ extra: 1 }, bet!.facts)), end!]
    const verdict = verifyProof({ ...mines, receipts }, { publicKey })
    expect(verdict.steps.find(({ ok }) => !ok)?.computed).toBe('another extra')
  })

  test('FAIR-01 a kept receipt of the same place shows a house that changed the round', () => {
    const kept = [sign({ ...bet!.facts, transactionId: 'first', clientSeed: 'mine' })]
    expect(failing(verifyProof(mines, { publicKey, kept }))).toEqual(['kept receipt'])
    expect(verifyProof(mines, { publicKey, kept: [bet!] }).ok).toBe(true)
    expect(verifyProof(proofs[0], { publicKey, kept }).ok).toBe(true)
  })
})

test('receipts from before a change of keys stay good, by the keys that the house names', () => {
  const today = hex('a')
  expect(verifyProof(mines, { publicKey: today, older: [hex('b'), publicKey] }).ok).toBe(true)
  expect(failing(verifyProof(mines, { publicKey: today, older: [hex('b')] }))).toEqual([
    'bet signature',
    'end signature',
  ])
  expect(parseKeys(` ${today}, ${publicKey}`)).toEqual({ publicKey: today, older: [publicKey] })
  expect(parseKeys(' ')).toEqual({ publicKey: null })
  expect(parseKeys(`${today} abc`)).toBeNull()
})
