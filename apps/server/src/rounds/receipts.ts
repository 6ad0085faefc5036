import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  type BetFacts,
  betFacts,
  type EndFacts,
  endFacts,
  type Facts,
  type Receipt,
  type Round,
  receiptBytes,
  rootOf,
  rulesHash,
  toHex,
} from '@pipkin/games'
import { transactionIdOf } from '../platform/transaction-id.ts'
import { commitmentOf, epochCommitmentOf, type StoredRound } from './stored-round.ts'

/**
 * Signs what the house has bound itself to. Ed25519 is deterministic, so any process signs the stored facts again to the
 * same bytes and no receipt is ever stored.
 */
export interface Signer {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** The public keys of before, newest first. */
  readonly older: readonly string[]
  sign<F extends Facts>(facts: F): Receipt<F>
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 secret in PKCS #8. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createSigner(secret: Buffer, older: readonly string[] = []): Signer {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8Head, secret]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(-32).toString('hex'),
    older,
    sign: (facts) => ({ facts, signature: sign(null, receiptBytes(facts), key).toString('hex') }),
  }
}

/** The facts of a stored bet, as the receipts have them. */
function betOf(stored: StoredRound, round: Round) {
  return {
    transactionId: transactionIdOf(stored.player, stored.id),
    playerId: String(stored.player),
    epoch: stored.epoch,
    epochCommitment: toHex(epochCommitmentOf(stored)),
    nonce: stored.nonce,
    commitment: toHex(commitmentOf(stored)),
    clientSeed: stored.clientSeed,
    rulesHash: toHex(rulesHash(stored.rules)),
    stake: stored.stake,
    split: stored.split,
    root: rootOf(round),
    placedAt: stored.placedAt,
  }
}

export const betFactsOf = (stored: StoredRound, round: Round): BetFacts => betFacts(betOf(stored, round))

/** Null while the round is open. */
export const endFactsOf = (stored: StoredRound, round: Round): EndFacts | null =>
  stored.end && endFacts(betOf(stored, round), { moves: stored.moves, ...stored.end })
