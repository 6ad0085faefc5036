import { finishRound, outcomeOf, rulesHash, toHex } from '@pipkin/games'
import { slotRules } from '@pipkin/games/slot-machine'
import { isSignedBy, verifyProof } from '@pipkin/games/verify'
import { fkr, times } from '@pipkin/money'
import { expect, test } from 'vitest'
import { createSigner, type Signer } from './receipts.ts'
import { showRound } from './show-round.ts'
import { playStored, type StoredRound } from './stored-round.ts'

const secret = Buffer.alloc(32, 9)
const at = new Date(Date.UTC(2026, 10, 22, 12))
const players = Array.from({ length: 40 }, (_, place) => 10_000_001 + place)

/** A round whose facts are as long as they get. */
const roundOf = (player: number): StoredRound => ({
  player,
  id: `019ad000-0000-7000-8000-${String(player).padStart(12, '0')}`,
  game: 3,
  rules: slotRules,
  rulesHash: toHex(rulesHash(slotRules)),
  generation: 1_795_000_000,
  epoch: 100_000,
  epochSeed: new Uint8Array(32).fill(player % 256),
  nonce: 999,
  clientSeed: 'c'.repeat(64),
  stake: fkr(1_000_000),
  split: { deposit: fkr(300_000), bonus: fkr(300_000), win: fkr(400_000) },
  placedAt: at,
  moves: [],
  voided: null,
  end: null,
})

function spun(stored: StoredRound, signer: Signer): StoredRound {
  const { moves, ...round } = finishRound(playStored(signer.bet(stored).dealt, stored))
  const outcome = outcomeOf({ ...round, moves })
  if (!outcome) throw new Error('it has not ended')
  const payout = times(stored.stake, outcome.pays)
  const end = { status: outcome.status, payout, settledAt: at, settlement: null, finishedIn: null }
  return { ...stored, moves, end }
}

test('the bets of one moment share a signature, and each receipt is good on its own', async () => {
  const signer = createSigner(secret)
  const rounds = players.map(roundOf)
  await Promise.all(rounds.map((round) => signer.together(round)))
  const receipts = rounds.map((round) => signer.bet(round).receipt)
  expect(receipts.map(({ batch }) => batch?.size)).toEqual(players.map(() => 8))
  expect(new Set(receipts.map(({ signature }) => signature)).size).toBe(players.length / 8)
  for (const receipt of receipts) expect(isSignedBy(receipt, signer.publicKey)).toBe(true)
})

test('TLOG-05 a receipt that was signed at once: other facts, another place, no place', async () => {
  const signer = createSigner(secret)
  const rounds = players.slice(0, 3).map(roundOf)
  await Promise.all(rounds.map((round) => signer.together(round)))
  const [receipt, other] = rounds.map((round) => signer.bet(round).receipt)
  if (!receipt?.batch || !other?.batch) throw new Error('they were signed at once')
  const { batch, ...alone } = receipt
  for (const wrong of [
    alone,
    { ...receipt, batch: other.batch },
    { ...receipt, facts: { ...receipt.facts, stake: 100 } },
    { ...receipt, batch: { ...batch, size: 4 } },
    { ...receipt, batch: { ...batch, path: [...batch.path, 'a'.repeat(64)] } },
  ])
    expect(isSignedBy(wrong, signer.publicKey)).toBe(false)
})

test('the ends of one moment too, and each proof checks out with both receipts', async () => {
  const signer = createSigner(secret)
  const rounds = players.slice(0, 4).map((player) => spun(roundOf(player), createSigner(secret)))
  await Promise.all(rounds.map((round) => signer.together(round)))
  const proofs = rounds.map((round) => showRound(round, signer).proof)
  for (const proof of proofs) {
    expect(proof?.receipts.map(({ batch }) => batch?.size)).toEqual([8, 8])
    expect(verifyProof(proof, { publicKey: signer.publicKey }).ok).toBe(true)
  }
})

test('a receipt that is asked for alone, or again, is signed as ever', async () => {
  const [signer, other] = [createSigner(secret), createSigner(secret)]
  const round = roundOf(10_000_001)
  await signer.together(round)
  expect(signer.bet(round).receipt).toEqual(other.bet(round).receipt)
  expect(signer.bet(round).receipt.batch).toBeUndefined()
  const [one, another] = [roundOf(10_000_002), roundOf(10_000_003)]
  await Promise.all([signer.together(one), signer.together(another)])
  const { receipt } = signer.bet(one)
  await signer.together(one)
  expect(signer.bet(one).receipt).toBe(receipt)
  // Another process doesn't know the batch, and signs the same facts.
  expect(other.bet(one).receipt.facts).toEqual(receipt.facts)
  expect(isSignedBy(other.bet(one).receipt, signer.publicKey)).toBe(true)
})

test('a receipt has at most 1.5 kB, even the longest', async () => {
  const signer = createSigner(secret)
  const moves = Array.from({ length: 25 }, (_, cell) => ({ reveal: cell }))
  const settled = { status: 'PartialWin', settledAt: at, settlement: null } as const
  const end = { ...settled, payout: fkr(100_000_000), finishedIn: 1_795_000_000 }
  const rounds = players.map((player) => ({ ...roundOf(player), moves, end }))
  await Promise.all(rounds.map((round) => signer.together(round)))
  const lengths = rounds.map((round) => JSON.stringify(signer.end(round)).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_500)
})

test('a receipt that several ask for at once is signed once', async () => {
  const signed: string[] = []
  const signer = createSigner(secret, { onSigned: (_, canonical) => signed.push(canonical) })
  const round = roundOf(10_000_001)
  await Promise.all([1, 2, 3].map(() => signer.together(round)))
  expect(signed).toHaveLength(1)
  expect(signer.bet(round).receipt.batch).toBeUndefined()
})
