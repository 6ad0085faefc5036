import type { GameName } from '../catalog.ts'
import type { Outcome } from '../game.ts'
import type { BetFacts, EndFacts, HeadFacts, OfGeneration, Receipt, VoidFacts } from './receipt.ts'

/**
 * All that determines a settled round, so that anyone can replay it. Amounts are 1/100 fkr, byte
 * strings hex, times ISO 8601 UTC.
 */
export type Proof = OfGeneration & {
  readonly version: 'fair-1'
  readonly game: GameName
  readonly rules: Readonly<Record<string, unknown>>
  readonly rulesHash: string
  readonly playerId: string
  readonly epoch: number
  readonly epochCommitment: string
  readonly nonce: number
  readonly commitment: string
  readonly roundKey: string
  readonly clientSeed: string
  readonly stake: number
  readonly moves: readonly unknown[]
  readonly status: Outcome['status']
  readonly payout: number
  readonly transactionId: string
  readonly placedAt: string
  readonly settledAt: string
  /** The bet's and the end's. */
  readonly receipts: readonly Receipt<BetFacts | EndFacts>[]
  /** There once the epoch and its last round have ended. */
  readonly epochSeed?: string
  /** As in the end's receipt, if the epoch was voided before the round's end. */
  readonly finishedIn?: number
  /** The void, if the epoch was voided after the bet. */
  readonly voided?: Receipt<VoidFacts>
}

/** A voided epoch, with its seed once its last round has ended. */
export type Voided = Receipt<VoidFacts> & { readonly epochSeed?: string }

/**
 * A player's rounds in the order of their places; of open rounds only the bet's receipt.
 */
export type History = {
  readonly version: 'fair-1'
  readonly proofs: readonly Proof[]
  readonly open: readonly Receipt<BetFacts>[]
  /** The epochs among them that a restore has voided; left out if there are none. */
  readonly voided?: readonly Voided[]
  readonly head: Receipt<HeadFacts>
}
