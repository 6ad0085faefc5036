import { createHash } from 'node:crypto'
import { fkr, hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import { pathTo, rootOfTree, treeOver } from './merkle.ts'
import {
  type Bet,
  batchBytes,
  batchLeaf,
  betFacts,
  endFacts,
  headFacts,
  receiptBytes,
  signedBytes,
} from './receipt.ts'

const bet: Bet = {
  transactionId: 't1',
  playerId: '10020030',
  generation: 1,
  epoch: 2,
  epochCommitment: 'e'.repeat(64),
  nonce: 7,
  commitment: 'c'.repeat(64),
  clientSeed: 'mine',
  rulesHash: 'd'.repeat(64),
  stake: fkr(20),
  split: { deposit: fkr(4), bonus: hundredths(1_550n), win: hundredths(50n) },
  root: null,
  placedAt: new Date(Date.UTC(2026, 10, 20, 12)),
}

test('the signed bytes of a bet', () => {
  const text = new TextDecoder().decode(receiptBytes(betFacts(bet)))
  expect(text).toBe(
    `{"clientSeed":"mine","commitment":"${'c'.repeat(64)}","epoch":2,"epochCommitment":"${'e'.repeat(64)}","nonce":7,` +
      '"placedAt":"2026-11-20T12:00:00.000Z","playerId":"10020030","receipt":"bet","root":null,' +
      `"rulesHash":"${'d'.repeat(64)}","split":{"bonus":1550,"deposit":400,"win":50},"stake":2000,` +
      '"transactionId":"t1","version":"fair-1"}',
  )
})

test('further fields of a record aren’t signed', () => {
  const record = { ...bet, roundKey: 'secret', split: { ...bet.split, referral: fkr(1) } }
  expect(betFacts(record)).toEqual(betFacts(bet))
})

test('the end has all facts of the bet and its own', () => {
  const end = endFacts(betFacts(bet), {
    moves: [{ spin: true }],
    status: 'PartialWin',
    payout: fkr(30),
    settledAt: new Date(Date.UTC(2026, 10, 20, 13)),
  })
  expect(end).toEqual({
    ...betFacts(bet),
    receipt: 'end',
    moves: [{ spin: true }],
    status: 'PartialWin',
    payout: 3000,
    settledAt: '2026-11-20T13:00:00.000Z',
  })
})

test('the bytes of a head', () => {
  const places = { from: { epoch: 0, nonce: 0 }, next: { epoch: 1, nonce: 3 }, used: [9] }
  const head = headFacts({ playerId: '1', ...places, signedAt: bet.placedAt })
  expect(toHex(receiptBytes(head))).toBe(
    toHex(
      new TextEncoder().encode(
        '{"from":{"epoch":0,"nonce":0},"next":{"epoch":1,"nonce":3},"playerId":"1","receipt":"head",' +
          '"signedAt":"2026-11-20T12:00:00.000Z","used":[9],"version":"fair-1"}',
      ),
    ),
  )
})

const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

test('the signed bytes of three receipts at once, by Node’s own hashes', () => {
  const facts = [1, 2, 3].map((nonce) => betFacts({ ...bet, nonce }))
  const [a, b, c] = facts.map((one) => sha256(Buffer.of(0), receiptBytes(one)))
  const root = sha256(Buffer.of(1), sha256(Buffer.of(1), a!, b!), c!).toString('hex')
  const text = `{"receipt":"batch","root":"${root}","size":3,"version":"fair-1"}`
  const ways = [[b!, c!], [a!, c!], [sha256(Buffer.of(1), a!, b!)]]
  for (const [index, way] of ways.entries()) {
    const batch = { index, size: 3, path: way.map((node) => node.toString('hex')) }
    const bytes = signedBytes({ facts: facts[index]!, signature: '', batch })
    expect(new TextDecoder().decode(bytes!)).toBe(text)
  }
})

test('each place of a batch of any size leads to what was signed, and no other does', () => {
  for (let size = 2; size <= 17; size += 1) {
    const facts = Array.from({ length: size }, (_, nonce) => betFacts({ ...bet, nonce }))
    const tree = treeOver(size, (place) => batchLeaf(facts[place]!))
    const signed = toHex(batchBytes(rootOfTree(tree), size))
    for (const [index, one] of facts.entries()) {
      const batch = { index, size, path: pathTo(tree, index) }
      const bytesOf = (more: object) => {
        const bytes = signedBytes({ facts: one, signature: '', batch: { ...batch, ...more } })
        return bytes && toHex(bytes)
      }
      expect(bytesOf({})).toBe(signed)
      for (const wrong of [
        { index: (index + 1) % size },
        { index: -1 },
        { index: size },
        { index: 0.5 },
        { size: size + 1 },
        { size: size * 2 },
        { path: [] },
        { path: [...batch.path, 'a'.repeat(64)] },
        { path: ['b'.repeat(64), ...batch.path.slice(1)] },
        { path: ['none', ...batch.path.slice(1)] },
      ])
        expect(bytesOf(wrong), JSON.stringify(wrong)).not.toBe(signed)
    }
  }
})

test('a malformed place in a batch has no signed bytes, so no signature can fit it', () => {
  const batch = { index: 3, size: 3, path: [] }
  expect(signedBytes({ facts: betFacts(bet), signature: '', batch })).toBeNull()
})
