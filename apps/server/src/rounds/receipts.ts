import { hash } from 'node:crypto'
import {
  type BetFacts,
  batchBytes,
  canonicalJson,
  type EndFacts,
  endFacts,
  epochCommitment,
  type Facts,
  pathTo,
  type Receipt,
  rootOfTree,
  toHex,
  treeOver,
  type VoidFacts,
  voidFacts,
} from '@pipkin/games'
import { LRUCache } from 'lru-cache'
import { batch } from '../platform/database/batch.ts'
import { ed25519Key } from '../platform/process/ed25519-key.ts'
import { dealBet, type SignedBet, signBet } from './signed-bet.ts'
import type { StoredRound } from './stored-round.ts'

/**
 * Signs receipts: what the house has bound itself to. None is stored: any process signs the stored
 * facts again, alone or beside others.
 */
export interface Signer {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** The public keys of before, newest first. */
  readonly older: readonly string[]
  sign<F extends Facts>(facts: F): Receipt<F>
  /** Signs with one signature everything that is asked for at this moment. */
  signTogether<F extends BetFacts | EndFacts>(facts: F): Promise<Receipt<F>>
  /**
   * `signBet`, cached for the rounds that were asked for last, since each move asks again. What it
   * reads of a row never changes. The cache holds round keys, so it is no larger than the number of
   * rounds in play.
   */
  bet(stored: StoredRound): SignedBet
  /** The receipt of the round's end, cached too; null while the round is open. */
  end(stored: StoredRound): Receipt<EndFacts> | null
  /** Fills both caches for a round, with one signature for all rounds of this moment. */
  together(stored: StoredRound): Promise<void>
}

/**
 * The size of each cache; an entry takes up to 6 kB. In a larger cache of a busy API, entries grow
 * old before they are dropped, and collecting them means marking the whole heap. A dropped round is
 * dealt and signed again in 0.08 to 0.16 ms.
 */
const mostBets = 100

/**
 * A receipt's leaf in its batch. OpenSSL hashes it 4 µs faster than the code that browsers check it
 * by.
 */
const leafOf = (canonicalJson: string): Buffer => hash('sha256', `\0${canonicalJson}`, 'buffer')

export interface SignerOptions {
  /** The public keys of before, newest first. */
  readonly older?: readonly string[]
  /**
   * Called for each receipt of a bet or an end that is signed, with the canonical JSON of its
   * facts.
   */
  onSigned?(facts: BetFacts | EndFacts, canonicalJson: string): void
  /** How many receipts share a signature: with 8, the longest one stays below 1.5 kB. */
  readonly mostTogether?: number
}

/** The members that signing adds to a receipt's facts. */
type Signature = Pick<Receipt, 'signature' | 'batch'>

/** Signs texts: each alone, or those of one moment by one signature over their Merkle tree. */
function textSigner(secret: Buffer, mostTogether: number) {
  const key = ed25519Key(secret)
  const alone = (text: string): Signature => ({
    signature: key.sign(Buffer.from(text)).toString('hex'),
  })
  const inTree = (all: readonly string[]): Signature[] => {
    const size = all.length
    if (size < 2) return all.map(alone)
    const leaves = all.map(leafOf)
    const tree = treeOver(size, (place) => leaves[place] ?? new Uint8Array())
    const signature = key.sign(batchBytes(rootOfTree(tree), size)).toString('hex')
    return all.map((_, index) => ({ signature, batch: { index, size, path: pathTo(tree, index) } }))
  }
  return {
    publicKey: key.publicKey.toString('hex'),
    alone,
    together: batch(async (all: readonly string[]) => inTree(all), {
      most: mostTogether,
      canRunAlone: () => false,
    }),
  }
}

/** Signs receipts with the house's key, and caches those of the rounds in play. */
export function createSigner(
  secret: Buffer,
  { older = [], onSigned, mostTogether = 8 }: SignerOptions = {},
): Signer {
  const texts = textSigner(secret, mostTogether)
  const sign = <F extends Facts>(facts: F): Receipt<F> => ({
    facts,
    ...texts.alone(canonicalJson(facts)),
  })
  const signTogether = async <F extends BetFacts | EndFacts>(facts: F): Promise<Receipt<F>> => {
    const text = canonicalJson(facts)
    onSigned?.(facts, text)
    return { ...(await texts.together(text)), facts }
  }
  const bets = new LRUCache<string, SignedBet, StoredRound>({
    max: mostBets,
    memoMethod: (_key, _old, { context }) => signBet(context, sign),
  })
  const ends = new LRUCache<string, Receipt<EndFacts>>({ max: mostBets })
  const keyOf = ({ player, id }: StoredRound): string => `${player} ${id}`
  const bet = (stored: StoredRound) => bets.memo(keyOf(stored), { context: stored })
  async function signLacking(stored: StoredRound): Promise<void> {
    const round = keyOf(stored)
    const { moves, end } = stored
    const known = bets.get(round)
    if (known && (!end || ends.has(round))) return
    const { dealt, roundKey, facts } = known
      ? { ...known, facts: known.receipt.facts }
      : dealBet(stored)
    const [receipt, ended] = await Promise.all([
      known?.receipt ?? signTogether(facts),
      end && (ends.get(round) ?? signTogether(endFacts(facts, { moves, ...end }))),
    ])
    if (!known) bets.set(round, { dealt, roundKey, receipt })
    if (ended) ends.set(round, ended)
  }
  /** What is asked for by several at once is signed once. */
  const underWay = new Map<string, Promise<void>>()
  return {
    publicKey: texts.publicKey,
    older,
    sign,
    signTogether,
    bet,
    end: (stored) =>
      stored.end && (ends.get(keyOf(stored)) ?? signEnd(stored, bet(stored), { sign })),
    together(stored) {
      const what = `${keyOf(stored)} ${stored.end === null ? 'bet' : 'end'}`
      const signing = underWay.get(what) ?? signLacking(stored).finally(() => underWay.delete(what))
      underWay.set(what, signing)
      return signing
    },
  }
}

/** The receipt of the round's end; null while it is open. */
export const signEnd = (
  { moves, end }: StoredRound,
  bet: SignedBet,
  { sign }: Pick<Signer, 'sign'>,
): Receipt<EndFacts> | null => end && sign(endFacts(bet.receipt.facts, { moves, ...end }))

/** The receipt of the void of an epoch, which a restore has voided. */
export const signVoid = (
  {
    player,
    generation,
    epoch,
    epochSeed,
  }: Pick<StoredRound, 'player' | 'generation' | 'epoch' | 'epochSeed'>,
  voided: NonNullable<StoredRound['voided']>,
  { sign }: Pick<Signer, 'sign'>,
): Receipt<VoidFacts> =>
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
