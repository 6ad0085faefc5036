import { hundredths } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { history, openBet, proofOf, publicKey, sign } from '../../test/house.ts'
import type { History } from '../fairness/proof.ts'
import { endFacts, type HeadFacts } from '../fairness/receipt.ts'
import { type HistoryVerdict, verifyHistory, verifyingHistory } from './verify-history.ts'
import type { Trust } from './verify-receipt.ts'

const honest = history()
const wrongs = ({ steps }: HistoryVerdict) =>
  steps.filter(({ ok }) => !ok).map(({ name, computed }) => `${name}: ${computed}`)
const verify = (edit: Partial<Record<keyof History, unknown>>) =>
  wrongs(verifyHistory({ ...honest, ...edit }, { publicKey }))
const without = (at: number) => honest.proofs.toSpliced(at, 1)
const headWith = (facts: Partial<HeadFacts>) => sign({ ...honest.head.facts, ...facts })

test('an honest history checks out', () => {
  const verdict = verifyHistory(JSON.parse(JSON.stringify(honest)), { publicKey })
  expect(wrongs(verdict)).toEqual([])
  expect(verdict.rounds).toHaveLength(12)
})

test('a history can be checked a round at a step', () => {
  const steps = verifyingHistory(honest, { publicKey })
  for (let checked = 1; checked <= 12; checked += 1)
    expect(steps.next()).toEqual({ done: false, value: { checked, of: 12 } })
  expect(steps.next()).toMatchObject({ done: true, value: { ok: true } })
})

test('a part of a history checks out, and an empty one', () => {
  const part = headWith({ from: { epoch: 1, nonce: 1 }, next: { epoch: 2, nonce: 1 }, used: [3] })
  expect(verify({ proofs: honest.proofs.slice(6, 9), open: [], head: part })).toEqual([])
  const none = headWith({ next: { epoch: 0, nonce: 0 }, used: [] })
  expect(verify({ proofs: [], open: [], head: none })).toEqual([])
})

test('what cannot be checked is said, also without a settled round', () => {
  expect(verifyHistory(honest, { publicKey }).unchecked).toEqual([
    expect.stringContaining('seed is not revealed'),
  ])
  const none = { ...honest, proofs: [], open: [] }
  expect(verifyHistory(none, { publicKey: null }).unchecked).toEqual([
    expect.stringContaining('no signature was checked'),
  ])
})

describe('a history is refused', () => {
  test('FAIR-03 without a round in the middle', () =>
    expect(verify({ proofs: without(2) })).toEqual(['sequence: epoch 0, nonce 2 is missing']))

  test('without the last round of an ended epoch', () =>
    expect(verify({ proofs: without(4) })).toEqual(['sequence: epoch 0, nonce 4 is missing']))

  test('without its first round', () =>
    expect(verify({ proofs: without(0) })).toEqual(['sequence: epoch 0, nonce 0 is missing']))

  test('FAIR-04 without its tail', () =>
    expect(verify({ proofs: without(11) })).toEqual(['sequence: epoch 2, nonce 4 is missing']))

  test('without its open round', () =>
    expect(verify({ open: [] })).toEqual(['sequence: epoch 2, nonce 2 is missing']))

  test('with a head of its own making', () => {
    const facts = { ...honest.head.facts, next: { epoch: 2, nonce: 4 } }
    expect(verify({ proofs: without(11), head: { ...honest.head, facts } })).toEqual([
      "head signature: not the house's signature",
    ])
  })

  test('with a forged receipt of an open round', () => {
    const open = [{ ...honest.open[0]!, signature: honest.head.signature }]
    expect(verify({ open })).toEqual(["signature at epoch 2, nonce 2: not the house's signature"])
  })

  test('with rounds in another order', () => {
    const [first, second, ...rest] = honest.proofs
    expect(verify({ proofs: [second, first, ...rest] })).toEqual([
      'order: epoch 0, nonce 0 stands too late',
    ])
  })

  test('with a round twice', () =>
    expect(verify({ proofs: [honest.proofs[0], ...honest.proofs] })).toEqual([
      'order: epoch 0, nonce 0 stands too late',
      'sequence: epoch 0, nonce 0 is taken 2 times',
      'ids: round-0-0 is there twice',
    ]))

  test('with a round beyond its head', () =>
    expect(verify({ proofs: [...honest.proofs, proofOf(2, 5, false)] })).toEqual([
      'sequence: epoch 2, nonce 5 is not among them',
    ]))

  test('with an edited round', () => {
    const proofs = honest.proofs.with(3, { ...honest.proofs[3]!, payout: 100 })
    expect(verify({ proofs })).toEqual(['rounds: proof 4: payout, end receipt'])
  })

  test('with something else for a round', () =>
    expect(verify({ proofs: honest.proofs.with(3, null as never) })).toEqual([
      'rounds: proof 4: form',
      'sequence: epoch 0, nonce 3 is missing',
    ]))

  test('with a round that nests without end', () => {
    const deep = JSON.parse(`${'['.repeat(9000)}${']'.repeat(9000)}`)
    const proofs = honest.proofs.with(3, { ...honest.proofs[3]!, moves: deep })
    expect(verify({ proofs })).toEqual([
      'rounds: proof 4: form',
      'sequence: epoch 0, nonce 3 is missing',
    ])
  })

  test("FAIR-05 with another player's head", () =>
    expect(verify({ head: headWith({ playerId: '1' }) })[0]).toMatch(
      /^player: epoch 0, nonce 0 is of/,
    ))

  test('with an epoch of two commitments', () => {
    const { facts } = honest.open[0]!
    const open = [sign({ ...facts, epochCommitment: 'a'.repeat(64) })]
    expect(verify({ open })).toEqual(['epochs: epoch 2 has 2'])
  })

  test('with the seed of an ended epoch in a later one', () => {
    const { facts } = openBet(3, 0)
    const epochCommitment = honest.proofs[0]?.epochCommitment ?? ''
    const open = [...honest.open, sign({ ...facts, epochCommitment })]
    const head = headWith({ next: { epoch: 3, nonce: 1 }, used: [5, 3, 5] })
    expect(verify({ open, head })).toEqual(['epochs: epochs 0 and 3 have the same'])
    expect(verify({ open: [...honest.open, sign(facts)], head })).toEqual([])
  })

  test('FAIR-11 without the seed of an epoch that was over before the last bet', () => {
    const secret = honest.proofs.map(({ epochSeed: _, ...proof }) => proof)
    const from = (nonce: number) => headWith({ from: { epoch: 0, nonce } })
    const lastBetAt = (hour: number) => headWith({ signedAt: `2026-11-20T0${hour}:00:00.001Z` })
    const kept = (...epochs: number[]) => [
      `seeds: ${epochs.map((epoch) => `that of epoch ${epoch} is kept secret`).join('; ')}`,
    ]
    expect(verify({ proofs: secret })).toEqual(kept(0, 1))
    expect(verify({ proofs: honest.proofs.with(1, secret[1]!) })).toEqual(kept(0))
    // Rounds before the first one here may be open, and so may those that ended later were.
    expect(verify({ proofs: secret.slice(1), head: from(1) })).toEqual(kept(1))
    expect(verify({ proofs: secret, head: lastBetAt(4) })).toEqual(kept(1))
    expect(verify({ proofs: secret, head: lastBetAt(2) })).toEqual([])
    const open = [openBet(0, 4), ...honest.open]
    expect(verify({ proofs: secret.toSpliced(4, 1), open })).toEqual(kept(1))
  })

  test('with another bet of an open round than its kept receipt', () => {
    const [bet] = honest.open as [History['open'][number]]
    const open = [sign({ ...bet.facts, clientSeed: 'another' })]
    expect(wrongs(verifyHistory({ ...honest, open }, { publicKey, kept: [bet] }))).toEqual([
      'kept receipts: epoch 2, nonce 2 is not the round of the kept receipt',
    ])
    expect(verifyHistory(honest, { publicKey, kept: [bet] }).ok).toBe(true)
  })

  test('with a round still open whose end the house signed before its head', () => {
    const { facts } = openBet(2, 2)
    const ending = { moves: [], status: 'Loss', payout: hundredths(0n) } as const
    const endedAt = (settledAt: Date) => sign(endFacts(facts, { ...ending, settledAt }))
    const signedAt = new Date(honest.head.facts.signedAt)
    const judge = (kept: Trust['kept']) =>
      wrongs(verifyHistory(honest, { publicKey, kept: kept ?? [] }))
    expect(judge([endedAt(new Date(signedAt.getTime() - 1))])).toEqual([
      'kept receipts: epoch 2, nonce 2 is not the round of the kept receipt',
    ])
    expect(judge([endedAt(signedAt)])).toEqual([])
  })

  test('with members that no one knows in what is signed, or times that are none', () => {
    const others = [
      { open: honest.open.map(({ facts }) => sign(Object.assign({ extra: 1 }, facts))) },
      { head: sign(Object.assign({ extra: 1 }, honest.head.facts)) },
      { head: sign(Object.assign({ constructor: 1 }, honest.head.facts)) },
      { head: headWith({ signedAt: '2026-13-45T99:99:99.000Z' }) },
      { head: headWith({ signedAt: '2026-11-20T12:00:00Z' }) },
    ]
    for (const other of others) expect(verify(other)).toEqual([`form: ${Object.keys(other)}`])
  })

  test('with a head that contradicts itself', () =>
    expect(verify({ head: headWith({ used: [5] }) })).toEqual([
      'sequence: the head contradicts itself',
    ]))

  test.each([null, [], {}, { ...honest, proofs: {} }, { ...honest, head: honest.open[0] }])(
    'that is none: %#',
    (value) =>
      expect(verifyHistory(value, { publicKey }).steps.map(({ ok }) => ok)).toEqual([false]),
  )

  test('FAIR-06 that lacks a round of which the player kept the receipt', () => {
    const kept = [openBet(2, 5)]
    expect(wrongs(verifyHistory(honest, { publicKey, kept }))).toEqual([
      'kept receipts: epoch 2, nonce 5 is not the round of the kept receipt',
    ])
    expect(
      wrongs(
        verifyHistory(honest, { publicKey, kept: [{ ...kept[0]!, signature: 'ab'.repeat(64) }] }),
      ),
    ).toEqual(['kept receipts: epoch 2, nonce 5: the kept receipt was not signed by the house'])
    expect(verifyHistory(honest, { publicKey, kept: [openBet(2, 2), openBet(0, 1)] }).ok).toBe(true)
  })

  test('FAIR-06 that has another open round at the place of a kept receipt of a later time', () => {
    const { facts } = openBet(2, 2)
    const kept = [sign({ ...facts, transactionId: 'first', placedAt: '2027-01-01T00:00:00.000Z' })]
    expect(wrongs(verifyHistory(honest, { publicKey, kept }))).toEqual([
      'kept receipts: epoch 2, nonce 2 is not the round of the kept receipt',
    ])
  })
})
