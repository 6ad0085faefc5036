import type { Money } from '@pipkin/money'
import type { Outcome } from '../game.ts'
import { hash, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { rootOfWay, type Way } from './merkle.ts'

/** A round's place among all rounds of its player, in one generation. */
export type SeedPosition = { readonly epoch: number; readonly nonce: number }

/**
 * The generation of the house's database in which an epoch's seed was drawn: a restore of a backup
 * begins a new one. The first has the number 1, which is left out of everything that is signed. The
 * number of a later one is the second in which it began (Unix time).
 */
export type OfGeneration = { readonly generation?: number }

/** The number of a generation that may be left out. */
export const generationOf = ({
  generation = 1,
}: {
  readonly generation?: number | undefined
}): number => generation

/** The number as it is signed: the first is left out. */
export const signedGeneration = (generation: number): OfGeneration =>
  generation === 1 ? {} : { generation }

/** From which wallets a stake came, in 1/100 fkr. */
export type StakeSplit<A = number> = { readonly deposit: A; readonly bonus: A; readonly win: A }

/**
 * What the house signs when it accepts a bet. Amounts are 1/100 fkr, byte strings hex, times ISO
 * 8601 UTC.
 */
export type BetFacts = SeedPosition &
  OfGeneration & {
    readonly version: 'fair-1'
    readonly receipt: 'bet'
    readonly transactionId: string
    readonly playerId: string
    readonly epochCommitment: string
    readonly commitment: string
    readonly clientSeed: string
    readonly rulesHash: string
    readonly stake: number
    readonly split: StakeSplit
    /** The root over a Mines layout; null in the other games. */
    readonly root: string | null
    readonly placedAt: string
  }

/** What the house signs when a round has ended: the facts of the bet, and how it went. */
export type EndFacts = Omit<BetFacts, 'receipt'> & {
  readonly receipt: 'end'
  readonly moves: readonly unknown[]
  readonly status: Outcome['status']
  readonly payout: number
  readonly settledAt: string
  /** The generation in which the house finished it, if its epoch was voided before its end. */
  readonly finishedIn?: number
}

/**
 * What the house signs when a restore voids an epoch: it deals no nonce from `from` on, not even
 * those that it may have dealt in the lost time.
 */
export type VoidFacts = OfGeneration & {
  readonly version: 'fair-1'
  readonly receipt: 'void'
  readonly playerId: string
  readonly epoch: number
  readonly epochCommitment: string
  readonly from: number
  /** The generation that began with the restore. */
  readonly voidedIn: number
  readonly voidedAt: string
}

/**
 * What the house signs for an exported history: it has all rounds from `from` up to, not including,
 * `next`. `used` reveals missing rounds, at the ends and between two epochs too.
 */
export type HeadFacts = {
  readonly version: 'fair-1'
  readonly receipt: 'head'
  readonly playerId: string
  readonly from: SeedPosition
  readonly next: SeedPosition
  /**
   * How many nonces each epoch from `from.epoch` up to, not including, `next.epoch` used in all.
   */
  readonly used: readonly number[]
  readonly signedAt: string
}

export type Facts = BetFacts | EndFacts | HeadFacts | VoidFacts

/** Facts with the house's Ed25519 signature (hex) over `signedBytes` of the receipt. */
export type Receipt<F extends Facts = Facts> = {
  readonly facts: F
  readonly signature: string
  /** If the house signed several receipts at once, this one's place in the tree over them. */
  readonly batch?: Way
}

/** The bytes that are signed for a receipt that is signed alone. */
export const receiptBytes = (facts: Facts): Uint8Array => utf8(canonicalJson(facts))

/** The bytes that are signed for several receipts at once: of the root (hex) of their tree. */
export const batchBytes = (root: string, size: number): Uint8Array =>
  utf8(canonicalJson({ version: 'fair-1', receipt: 'batch', root, size }))

/** The leaf of a receipt in the tree over those that are signed at once. */
export const batchLeaf = (facts: Facts): Uint8Array => hash(Uint8Array.of(0), receiptBytes(facts))

/** The bytes that a receipt's signature signs; null if its place in the batch is malformed. */
export function signedBytes({ facts, batch }: Receipt): Uint8Array | null {
  if (!batch) return receiptBytes(facts)
  const root = rootOfWay(batchLeaf(facts), batch)
  return root === null ? null : batchBytes(root, batch.size)
}

/**
 * The facts of a bet with its money as money: `stake` and its split are whole hundredths of fkr.
 */
export type Bet = Omit<BetFacts, 'version' | 'receipt' | 'stake' | 'split' | 'placedAt'> & {
  readonly generation: number
  readonly stake: Money
  readonly split: StakeSplit<Money>
  readonly placedAt: Date
}

/** Takes the facts alone from a record that may hold more: what is signed is public. */
export function betFacts(bet: Bet): BetFacts {
  const {
    transactionId,
    playerId,
    epoch,
    epochCommitment,
    nonce,
    commitment,
    clientSeed,
    rulesHash,
  } = bet
  const { generation, stake, split, root, placedAt } = bet
  return {
    version: 'fair-1',
    receipt: 'bet',
    transactionId,
    playerId,
    ...signedGeneration(generation),
    epoch,
    epochCommitment,
    nonce,
    commitment,
    clientSeed,
    rulesHash,
    stake: Number(stake),
    split: { deposit: Number(split.deposit), bonus: Number(split.bonus), win: Number(split.win) },
    root,
    placedAt: placedAt.toISOString(),
  }
}

/** The bet's facts alone, which a receipt of its end has too. */
export function betOf(facts: BetFacts | EndFacts): BetFacts {
  if (facts.receipt === 'bet') return facts
  const { moves: _, status: __, payout: ___, settledAt: ____, finishedIn: _____, ...bet } = facts
  return { ...bet, receipt: 'bet' }
}

export interface End {
  readonly moves: readonly unknown[]
  readonly status: Outcome['status']
  readonly payout: Money
  readonly settledAt: Date
  readonly finishedIn?: number | null
}

/** What the house signs of a round's end: the facts of its bet, and how it ended. */
export function endFacts(
  bet: BetFacts,
  { moves, status, payout, settledAt, finishedIn }: End,
): EndFacts {
  return {
    ...bet,
    receipt: 'end',
    moves,
    status,
    payout: Number(payout),
    settledAt: settledAt.toISOString(),
    ...(finishedIn && { finishedIn }),
  }
}

/** A voided epoch. */
export type VoidedEpoch = Omit<VoidFacts, 'version' | 'receipt' | 'voidedAt'> & {
  readonly generation: number
  readonly voidedAt: Date
}

/** What the house signs of an epoch that a restore has voided. */
export function voidFacts(voided: VoidedEpoch): VoidFacts {
  const { generation, playerId, epoch, epochCommitment, from, voidedIn, voidedAt } = voided
  return {
    version: 'fair-1',
    receipt: 'void',
    playerId,
    ...signedGeneration(generation),
    epoch,
    epochCommitment,
    from,
    voidedIn,
    voidedAt: voidedAt.toISOString(),
  }
}

export type Head = Omit<HeadFacts, 'version' | 'receipt' | 'signedAt'> & { readonly signedAt: Date }

/** What the house signs of a history: which places have a round. */
export function headFacts({ playerId, from, next, used, signedAt }: Head): HeadFacts {
  return {
    version: 'fair-1',
    receipt: 'head',
    playerId,
    from: { epoch: from.epoch, nonce: from.nonce },
    next: { epoch: next.epoch, nonce: next.nonce },
    used,
    signedAt: signedAt.toISOString(),
  }
}
