import {
  type BetFacts,
  betFacts,
  epochCommitment,
  type Facts,
  openRound,
  type Receipt,
  type Round,
  rootOf,
  roundCommitment,
  toHex,
} from '@pipkin/games'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { keyOf, type StoredRound } from './stored-round.ts'

/** All that a bet fixes, before any move. */
interface DealtBet {
  /** As it was dealt, before its first move. */
  readonly dealt: Round
  /** Hex. The player's to see when the round has ended, and not before. */
  readonly roundKey: string
  readonly facts: BetFacts
}

/** The same, with the house's signature. */
export interface SignedBet extends Omit<DealtBet, 'facts'> {
  readonly receipt: Receipt<BetFacts>
}

/**
 * Deals a stored round again: the same from the same row at any time, its moves and its end put
 * aside.
 */
export function dealBet(stored: StoredRound): DealtBet {
  const { player, id, rules, rulesHash, generation, epoch, nonce } = stored
  const { clientSeed, stake, split, placedAt } = stored
  const roundKey = keyOf(stored)
  const dealt = openRound({ rules, roundKey, clientSeed })
  const facts = betFacts({
    transactionId: transactionIdOf(player, id),
    playerId: String(player),
    generation,
    epoch,
    epochCommitment: toHex(epochCommitment(stored.epochSeed)),
    nonce,
    commitment: toHex(roundCommitment(roundKey)),
    clientSeed,
    rulesHash,
    stake,
    split,
    root: rootOf(dealt),
    placedAt,
  })
  return { dealt, roundKey: toHex(roundKey), facts }
}

/** Deals a stored round again and signs its bet. */
export function signBet(
  stored: StoredRound,
  sign: <F extends Facts>(facts: F) => Receipt<F>,
): SignedBet {
  const { dealt, roundKey, facts } = dealBet(stored)
  return { dealt, roundKey, receipt: sign(facts) }
}
