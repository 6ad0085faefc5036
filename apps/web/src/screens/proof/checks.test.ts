import { verifyProof } from '@pipkin/games/verify'
import { describe, expect, test } from 'vitest'
import { proofOf, publicKey, sign } from '../../../../../packages/games/test/house.ts'
import { type Check, checksOf } from './checks.ts'

const revealed = proofOf(0, 1, true)
const unrevealed = proofOf(2, 1, false)
const checksFor = (proof: unknown, trust = { publicKey } as Parameters<typeof verifyProof>[1]) =>
  checksOf(proof, verifyProof(proof, trust))
const inState = (checks: readonly Check[], state: Check['state']) =>
  checks.filter((check) => check.state === state).map(({ title }) => title)

test('an honest proof of an ended epoch: every part holds', () => {
  const checks = checksFor(revealed)
  expect(inState(checks, 'holds')).toEqual([
    'Commitment, before the bet',
    'Key, after the round',
    'Your seed',
    'Rules',
    'Layout replayed',
    'Payout',
    'Receipts',
    'Epoch seed',
  ])
  expect(checks).toHaveLength(8)
})

test.each([0, 1, 2, 3])('no step of a verdict is left out, of game %i', (nonce) => {
  const proof = proofOf(0, nonce, true)
  const verdict = verifyProof(proof, { publicKey, kept: proof.receipts })
  const failing = { ...verdict, steps: verdict.steps.map((step) => ({ ...step, ok: false })) }
  const failed = checksOf(proof, failing).flatMap((check) => check.failed)
  expect(new Set(failed.map(({ name }) => name)).size).toBe(
    new Set(verdict.steps.map(({ name }) => name)).size,
  )
})

test('a step that is new here is shown all the same', () => {
  const verdict = verifyProof(revealed, { publicKey })
  const step = { name: 'weather', expected: 'sun', computed: 'rain', ok: false }
  expect(checksOf(revealed, { ...verdict, steps: [...verdict.steps, step] }).at(-1)).toEqual({
    title: 'Other checks',
    state: 'fails',
    failed: [step],
  })
})

test('what could not be checked is neither ticked nor crossed', () => {
  expect(inState(checksFor(unrevealed), 'waits')).toEqual(['Epoch seed'])
  expect(inState(checksFor(revealed, { publicKey: null }), 'waits')).toEqual(['Signatures'])
  expect(inState(checksFor({ ...revealed, rules: {} }), 'waits')).toEqual([
    'Layout replayed',
    'Payout',
  ])
})

describe('what fails is named with both sides', () => {
  test('an edited payout', () => {
    const checks = checksFor({ ...revealed, payout: 12_300 })
    expect(inState(checks, 'fails')).toEqual(['Payout', 'Receipts'])
    expect(checks.find(({ title }) => title === 'Payout')?.failed).toMatchObject([
      { name: 'Payout', expected: '123' },
    ])
  })

  test('a key of another round', () => {
    expect(inState(checksFor({ ...revealed, roundKey: 'ab'.repeat(32) }), 'fails')).toEqual(
      expect.arrayContaining(['Key, after the round', 'Epoch seed', 'Receipts']),
    )
  })

  test('no receipts: their signatures are not ticked', () => {
    const checks = checksFor({ ...revealed, receipts: [] })
    expect(inState(checks, 'fails')).toEqual(['Receipts'])
    expect(inState(checks, 'waits')).toEqual(['Signatures'])
    expect(checks.flatMap(({ failed }) => failed)).toMatchObject([
      { expected: 'bet, end', computed: 'nothing' },
    ])
  })

  test('no proof at all', () => {
    const checks = checksFor({ ...revealed, stake: 'all of it' })
    expect(checks).toHaveLength(1)
    expect(checks[0]?.failed[0]?.computed).toBe('missing or not as it must be: stake')
  })

  test('a receipt that this browser kept and that says otherwise', () => {
    const [bet] = unrevealed.receipts
    if (!bet) throw new Error('there is no receipt')
    const other = sign({ ...bet.facts, clientSeed: 'mine' })
    expect(inState(checksFor(unrevealed, { publicKey, kept: [other] }), 'fails')).toEqual([
      'Receipts in this browser',
    ])
    const agreeing = checksFor(unrevealed, { publicKey, kept: unrevealed.receipts })
    expect(agreeing.find(({ title }) => title === 'Receipts in this browser')).toMatchObject({
      state: 'holds',
      note: 'The 2 kept since the round say the same',
    })
  })
})
