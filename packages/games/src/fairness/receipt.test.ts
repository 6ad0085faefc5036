import { fkr, hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import { type Bet, betFacts, endFacts, headFacts, receiptBytes } from './receipt.ts'

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

test('a record that holds more lends nothing to what is signed', () => {
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

test('a head', () => {
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
