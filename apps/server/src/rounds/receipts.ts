import {
  type EndFacts,
  endFacts,
  epochCommitment,
  type Facts,
  type Receipt,
  receiptBytes,
  toHex,
  type VoidFacts,
  voidFacts,
} from '@pipkin/games'
import { LRUCache } from 'lru-cache'
import { ed25519Key } from '../platform/process/ed25519-key.ts'
import { type SignedBet, signBet } from './signed-bet.ts'
import type { StoredRound } from './stored-round.ts'

/**
 * Signs what the house has bound itself to. Ed25519 is deterministic, so any process signs the
 * stored facts again to the same bytes and no receipt is ever stored.
 */
export interface Signer {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** The public keys of before, newest first. */
  readonly older: readonly string[]
  sign<F extends Facts>(facts: F): Receipt<F>
  /**
   * `signBet`, remembered for the rounds that were asked for last: each move of a round asks again.
   * A row never changes in what this reads of it. What is remembered holds round keys, so it is no
   * more than are being played.
   */
  bet(stored: StoredRound): SignedBet
}

/** Up to 6 kB each. */
const mostBets = 500

export function createSigner(secret: Buffer, older: readonly string[] = []): Signer {
  const key = ed25519Key(secret)
  const sign = <F extends Facts>(facts: F): Receipt<F> => ({
    facts,
    signature: key.sign(receiptBytes(facts)).toString('hex'),
  })
  const bets = new LRUCache<string, SignedBet, StoredRound>({
    max: mostBets,
    memoMethod: (_key, _old, { context }) => signBet(context, sign),
  })
  return {
    publicKey: key.publicKey.toString('hex'),
    older,
    sign,
    bet: (stored) => bets.memo(`${stored.player} ${stored.id}`, { context: stored }),
  }
}

/** The receipt of the round's end; null while it is open. */
export const signEnd = (
  { moves, end }: StoredRound,
  bet: SignedBet,
  { sign }: Pick<Signer, 'sign'>,
): Receipt<EndFacts> | null => end && sign(endFacts(bet.receipt.facts, { moves, ...end }))

/** The receipt of the void of the round's epoch; null where no restore has voided it. */
export function signVoid(
  stored: Pick<StoredRound, 'player' | 'generation' | 'epoch' | 'epochSeed' | 'voided'>,
  { sign }: Pick<Signer, 'sign'>,
): Receipt<VoidFacts> | null {
  const { player, generation, epoch, epochSeed, voided } = stored
  return (
    voided &&
    sign(
      voidFacts({
        playerId: String(player),
        generation,
        epoch,
        epochCommitment: toHex(epochCommitment(epochSeed)),
        from: voided.from,
        voidedIn: voided.in,
        voidedAt: voided.at,
      }),
    )
  )
}
