import { describe, expect, test } from 'vitest'
import { openBet, proofOf, publicKey, restoredHistory, sign, voidOf } from '../../test/house.ts'
import type { History, Proof } from '../fairness/proof.ts'
import { verifyHistory } from './verify-history.ts'
import { verifyProof } from './verify-proof.ts'
import type { Trust } from './verify-receipt.ts'

const honest = restoredHistory()
const [first, , finished, after] = honest.proofs as [Proof, Proof, Proof, Proof]
const wrongs = (value: unknown, trust: Trust = { publicKey }) =>
  verifyHistory(value, trust)
    .steps.filter(({ ok }) => !ok)
    .map(({ name, computed }) => `${name}: ${computed}`)
const wrongsOf = (proof: unknown, trust: Trust = { publicKey }) =>
  verifyProof(proof, trust)
    .steps.filter(({ ok }) => !ok)
    .map(({ name, computed }) => `${name}: ${computed}`)
const voiding = (...voided: unknown[]) => wrongs({ ...honest, voided })

describe('a history over a restore', () => {
  test('checks out, and says what the restore has voided', () => {
    const { ok, steps } = verifyHistory(JSON.parse(JSON.stringify(honest)), { publicKey })
    expect(ok).toBe(true)
    expect(steps.find(({ name }) => name === 'restores')?.note).toBe(
      'On 2026-11-20 at 12:00 UTC the house restored a backup of its database. That voided epoch 0 from round 3 on and epoch 1: no such round is dealt again.',
    )
  })

  test('is refused where no void explains the gap', () => {
    const { voided: _, ...bare } = honest
    expect(wrongs(bare)).toEqual([
      'sequence: epoch 1 was skipped',
      'restores: no void says why the generation of epoch 0 ended',
    ])
  })

  test('is refused with a void that the house did not sign', () => {
    const [one, other] = honest.voided as [object, object]
    expect(voiding({ ...one, signature: honest.head.signature }, other)).toEqual([
      "signature of the void of epoch 0: not the house's signature",
    ])
  })

  test('RESTORE-11 is refused where a voided round was dealt', () => {
    const history: History = { ...honest, voided: [voidOf(0, 2), voidOf(1, 0)] }
    expect(wrongs(history)).toEqual(['restores: epoch 0, nonce 2 was dealt though it was voided'])
  })

  test('is refused with a voided epoch whose seed stays hidden, or is another', () => {
    const { epochSeed: _, ...hidden } = voidOf(1, 0)
    expect(voiding(voidOf(0, 3), hidden)).toEqual(['restores: the seed of epoch 1 is not revealed'])
    expect(voiding(voidOf(0, 3), { ...hidden, epochSeed: voidOf(0, 3).epochSeed })).toEqual([
      'restores: the seed of epoch 1 is not the one that was committed to',
    ])
  })

  test('needs the seed of a voided epoch without a round after it, once its rounds have ended', () => {
    const { epochSeed: _, ...hidden } = voidOf(0, 3)
    const head = sign({ ...honest.head.facts, next: { epoch: 0, nonce: 3 }, used: [] })
    const settled = { ...honest, proofs: honest.proofs.slice(0, 3), head }
    expect(wrongs({ ...settled, voided: [voidOf(0, 3)] })).toEqual([])
    expect(wrongs({ ...settled, voided: [hidden] })).toEqual([
      'restores: the seed of epoch 0 is not revealed',
    ])
    const proofs = [0, 1].map((nonce) => proofOf(0, nonce, false, { voided: hidden }))
    const open = [openBet(0, 2)]
    expect(wrongs({ ...settled, proofs, open, voided: [hidden] })).toEqual([])
  })

  test('is refused where only another generation has a void', () => {
    expect(voiding(voidOf(3, 0, { generation: 2 }))).toContainEqual(
      expect.stringContaining('no void says why the generation of epoch 0 ended'),
    )
  })

  test('is refused with another commitment of a voided epoch', () => {
    const other = voidOf(0, 3, { epochCommitment: 'ab'.repeat(32) })
    expect(voiding(other, voidOf(1, 0))).toEqual([
      'epochs: epoch 0 has 2',
      'restores: the seed of epoch 0 is not the one that was committed to',
    ])
  })

  test('is refused where one restore has two moments, or a void is of another player', () => {
    expect(voiding(voidOf(0, 3), voidOf(1, 0, { voidedAt: '2026-11-20T12:30:00.000Z' }))).toEqual([
      'restores: generation 1795000000 began twice; generation 1795000000 began twice',
    ])
    expect(voiding(voidOf(0, 3), voidOf(1, 0, { playerId: '7' }))).toEqual([
      'player: epoch 1, nonce 0 is of 7',
    ])
  })

  test('is refused where the old generation dealt on, or a generation comes back', () => {
    const facts = { next: { epoch: 3, nonce: 1 }, used: [3, 0, 2] }
    const head = sign({ ...honest.head.facts, ...facts })
    const back = proofOf(3, 0, false)
    expect(wrongs({ ...honest, proofs: [...honest.proofs, back], head })).toEqual([
      'seeds: that of epoch 2 is kept secret',
      'restores: epoch 3, nonce 0 was dealt though it was voided; epoch 3 is of an earlier generation than epoch 2',
    ])
  })
})

describe('a history with an ended epoch that was voided for its open round', () => {
  const voided = [voidOf(0, 1), voidOf(2, 1), voidOf(3, 0)] as const
  const [{ epochSeed: _, ...ofFirst }, { epochSeed: __, ...ofLast }] = voided
  const restoredIn = ofFirst.facts.voidedIn
  const proofs = [
    proofOf(0, 0, true, { voided: ofFirst, finishedIn: restoredIn }),
    proofOf(1, 0, true),
    proofOf(1, 1, true),
    proofOf(2, 0, true, { voided: ofLast }),
    proofOf(4, 0, false, { generation: restoredIn }),
  ]
  const range = { next: { epoch: 4, nonce: 1 }, used: [1, 2, 1, 0] }
  const history = { ...honest, proofs, voided, head: sign({ ...honest.head.facts, ...range }) }

  test('checks out, with the rounds of the epoch after it', () => {
    expect(wrongs(history)).toEqual([])
    const kept = [openBet(0, 1), openBet(2, 1), openBet(6, 0)]
    expect(wrongs(history, { publicKey, kept })).toEqual([])
  })

  test('RESTORE-24 explains no second round of the epoch after it', () => {
    const kept = [sign({ ...openBet(1, 1).facts, transactionId: 'another round' })]
    expect(wrongs(history, { publicKey, kept })).toContain(
      'kept receipts: epoch 1, nonce 1 is not the round of the kept receipt',
    )
  })
})

describe('a proof from before a restore', () => {
  test('says that its epoch was voided later, and that the house finished the round', () => {
    const note = (proof: Proof) =>
      verifyProof(proof, { publicKey }).steps.find(({ name }) => name === 'void')?.note
    expect(note(first)).toContain('That voided epoch 0 from round 3 on')
    expect(note(finished)).toContain('The house finished this round by the published moves.')
    expect(note(after)).toBe(undefined)
  })

  test('is refused where the house claims to have finished it without a void', () => {
    const { voided: _, ...bare } = finished
    expect(wrongsOf(bare)).toEqual(['void: the house signed none'])
  })

  test('is refused with the void of another epoch, or one that had voided its place', () => {
    const { epochSeed: _, ...other } = voidOf(1, 0)
    expect(wrongsOf({ ...first, voided: other })).toEqual([
      'void: of another epoch; of another commitment',
    ])
    const { epochSeed: __, ...before } = voidOf(0, 0)
    expect(wrongsOf({ ...first, voided: before })).toEqual([
      'void: the round was dealt though its place was voided',
    ])
  })

  test('is refused with a void of a member that no one knows', () => {
    const { voided } = finished
    if (!voided) throw new Error('it was not voided')
    const other = sign(Object.assign({ extra: 1 }, voided.facts))
    expect(wrongsOf({ ...finished, voided: other })).toEqual(['form: voided'])
  })

  test('is refused where its receipts are of another generation', () => {
    expect(wrongsOf({ ...after, generation: 2 })).toEqual([
      'bet receipt: another generation',
      'end receipt: another generation',
    ])
  })
})

describe('receipts that the player kept', () => {
  test('of lost rounds are told apart from rounds that are left out', () => {
    const kept = [openBet(0, 3), openBet(0, 7), openBet(1, 4)]
    const { ok, steps } = verifyHistory(honest, { publicKey, kept })
    expect(ok).toBe(true)
    expect(steps.at(-1)?.note).toBe(
      'A restore has lost 3 rounds whose receipts this browser kept. Show them to Support.',
    )
    const { voided: _, ...bare } = honest
    expect(wrongs(bare, { publicKey, kept }).at(-1)).toContain(
      'epoch 0, nonce 3 is not the round of the kept receipt',
    )
  })

  test('of a place that no restore has voided are proof against the house', () => {
    const [bound] = first.receipts as [Proof['receipts'][number]]
    const kept = [sign({ ...bound.facts, transactionId: 'another round' })]
    expect(wrongs(honest, { publicKey, kept })).toEqual([
      'rounds: proof 1: kept receipt',
      'kept receipts: epoch 0, nonce 0 is not the round of the kept receipt',
    ])
  })

  test('of the old generation, but placed after the restore, are proof against the house', () => {
    const { facts } = openBet(0, 9)
    const kept = [sign({ ...facts, placedAt: '2026-11-20T13:00:00.000Z' })]
    expect(wrongs(honest, { publicKey, kept })).toEqual([
      'kept receipts: epoch 0, nonce 9 is not the round of the kept receipt',
    ])
  })

  test('of an end in the lost time must have the same bet', () => {
    const lost = proofOf(0, 2, true).receipts.map((receipt) =>
      receipt.facts.receipt === 'end'
        ? sign({ ...receipt.facts, moves: [], status: 'Loss' as const, payout: 0 })
        : receipt,
    )
    expect(wrongsOf(finished, { publicKey, kept: lost })).toEqual([])
    const other = lost.map(({ facts }) => sign({ ...facts, stake: 5_000 }))
    expect(wrongsOf(finished, { publicKey, kept: other })).toContain(
      'kept receipt: another stake; a split that is not the stake',
    )
  })

  test('of an end in the lost time are no proof that the round isn’t open again', () => {
    const kept = proofOf(0, 2, true).receipts
    const reopened = { ...honest, proofs: honest.proofs.toSpliced(2, 1), open: [openBet(0, 2)] }
    expect(wrongs(reopened, { publicKey, kept })).toEqual([])
    const { voided: _, ...bare } = reopened
    expect(wrongs(bare, { publicKey, kept })).toContain(
      'kept receipts: epoch 0, nonce 2 is not the round of the kept receipt',
    )
  })

  test('of another end of a round that the house has not finished so are proof against it', () => {
    const otherEnd = ({ receipts }: Proof, changed: object = {}) =>
      receipts
        .filter(({ facts }) => facts.receipt === 'end')
        .map(({ facts }) => sign({ ...facts, payout: 1, ...changed }))
    const lost = proofOf(0, 2, true)
    // It ended before the restore, by the player.
    expect(wrongsOf(first, { publicKey, kept: otherEnd(first) })).toHaveLength(1)
    // The house claims to have finished it, but its epoch was never voided.
    const { voided: _, ...bare } = finished
    expect(wrongsOf(bare, { publicKey, kept: otherEnd(lost) })).toHaveLength(2)
    // The other end was signed after the restore.
    const late = otherEnd(lost, { settledAt: '2026-11-20T12:00:00.001Z' })
    expect(wrongsOf(finished, { publicKey, kept: late })).toHaveLength(1)
  })

  test('RESTORE-25 of a restore that a later one of an older backup undid are of lost rounds', () => {
    const { facts } = openBet(2, 0)
    const undone = { generation: 1_794_999_999, transactionId: 'lost' }
    const kept = [sign({ ...facts, ...undone })]
    const { ok, steps } = verifyHistory(honest, { publicKey, kept })
    expect(ok).toBe(true)
    expect(steps.at(-1)?.note).toBe(
      'A restore has lost 1 round whose receipts this browser kept. Show them to Support.',
    )
    // It was placed after the later restore, or its generation began after it.
    for (const wrong of [
      { placedAt: '2026-11-20T13:00:00.000Z' },
      { generation: 1_795_000_001, placedAt: '2026-11-20T10:00:00.000Z' },
    ])
      expect(
        wrongs(honest, { publicKey, kept: [sign({ ...facts, ...undone, ...wrong })] }),
      ).toEqual(['kept receipts: epoch 2, nonce 0 is not the round of the kept receipt'])
  })

  test('of an end by a restore that a later one undid must have the same bet', () => {
    const ends = (finishedIn: number, changed: object = {}) =>
      proofOf(0, 2, true).receipts.flatMap(({ facts }) =>
        facts.receipt === 'end'
          ? [sign({ ...facts, settledAt: '2026-11-20T11:00:00.000Z', finishedIn, ...changed })]
          : [],
      )
    expect(wrongsOf(finished, { publicKey, kept: ends(1_794_999_999) })).toEqual([])
    const other = ends(1_794_999_999, { stake: 5_000 })
    expect(wrongsOf(finished, { publicKey, kept: other })).toContain(
      'kept receipt: another stake; a split that is not the stake',
    )
    const same = finished.finishedIn ?? 0
    expect(wrongsOf(finished, { publicKey, kept: ends(same) })).toEqual([
      'kept receipt: another settledAt',
    ])
  })

  test('of one place in two generations are two rounds', () => {
    const lost = sign({ ...openBet(2, 0).facts, transactionId: 'lost' })
    expect(wrongs(honest, { publicKey, kept: [lost] })).toEqual([])
  })
})
