import { createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto'
import { hundredths, times } from '@pipkin/money'
import { openRound, type Round, type Rules, rootOf } from '../src/catalog.ts'
import { toHex } from '../src/fairness/bytes.ts'
import { rulesHash } from '../src/fairness/canonical-json.ts'
import type { History, Proof, Voided } from '../src/fairness/proof.ts'
import {
  type Bet,
  type BetFacts,
  betFacts,
  endFacts,
  type Facts,
  headFacts,
  type Receipt,
  receiptBytes,
  type VoidFacts,
  voidFacts,
} from '../src/fairness/receipt.ts'
import { epochCommitment, roundCommitment, roundKey } from '../src/fairness/seeds.ts'
import { guessRules } from '../src/guess-number/settings.ts'
import { minesRules } from '../src/mines/settings.ts'
import { finishRound, outcomeOf } from '../src/round.ts'
import { slotRules } from '../src/slot-machine/settings.ts'
import { ticTacToeRules } from '../src/tic-tac-toe/settings.ts'

/**
 * A house in a few lines: it deals, finishes and signs rounds of one player, for the verifier's
 * tests. Another implementation than the verifier's makes the signatures.
 */
const privateKey = createPrivateKey({
  // RFC 8410: the PKCS #8 header before the 32 bytes of a secret key.
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)]),
  format: 'der',
  type: 'pkcs8',
})
export const publicKey = toHex(
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
)
const playerId = '10020030'

const rulesAt = (place: number): Rules =>
  [guessRules, minesRules, slotRules][place % 4] ?? ticTacToeRules
const day = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))

/** Signs facts with the key of the tests' house. */
export const sign = <F extends Facts>(facts: F): Receipt<F> => ({
  facts,
  signature: toHex(signBytes(null, receiptBytes(facts), privateKey)),
})

const seedOf = (epoch: number): Uint8Array => new Uint8Array(32).fill(100 + epoch)

/** The generation that a restore began after epoch 1, and when. */
const [restoreIn, restoreAt] = [1_795_000_000, day(12)]

function dealt(
  epoch: number,
  nonce: number,
  generation = 1,
): { round: Round; bet: Bet; key: Uint8Array } {
  const rules = rulesAt(epoch + nonce)
  const key = roundKey(seedOf(epoch), playerId, nonce)
  const clientSeed = `client_${epoch}-${nonce}`
  const round = openRound({ rules, roundKey: key, clientSeed })
  const bet: Bet = {
    transactionId: `round-${epoch}-${nonce}`,
    playerId,
    generation,
    epoch,
    epochCommitment: toHex(epochCommitment(seedOf(epoch))),
    nonce,
    commitment: toHex(roundCommitment(key)),
    clientSeed,
    rulesHash: toHex(rulesHash(rules)),
    stake: hundredths(2000n),
    split: { deposit: hundredths(400n), bonus: hundredths(1500n), win: hundredths(100n) },
    root: rootOf(round),
    placedAt: day(generation === 1 ? nonce : 13 + nonce),
  }
  return { round, bet, key }
}

/** The receipt of a bet whose round is still open. */
export function openBet(epoch: number, nonce: number): Receipt<BetFacts> {
  return sign(betFacts(dealt(epoch, nonce).bet))
}

interface RestoredRound {
  readonly generation?: number
  readonly voided?: Receipt<VoidFacts>
  readonly finishedIn?: number
}

/** What the restore voided of an epoch. */
export function voidOf(epoch: number, from: number, more: Partial<VoidFacts> = {}): Voided {
  const facts = voidFacts({
    playerId,
    generation: 1,
    epoch,
    epochCommitment: toHex(epochCommitment(seedOf(epoch))),
    from,
    voidedIn: restoreIn,
    voidedAt: restoreAt,
  })
  return { ...sign({ ...facts, ...more }), epochSeed: toHex(seedOf(epoch)) }
}

/** A settled round, finished as the house finishes what players leave. */
export function proofOf(
  epoch: number,
  nonce: number,
  revealed: boolean,
  { generation = 1, voided, finishedIn }: RestoredRound = {},
): Proof {
  const { round, bet, key } = dealt(epoch, nonce, generation)
  const ended = finishRound(round)
  const outcome = outcomeOf(ended)
  if (!outcome) throw new Error('the round is still open')
  const { status, pays } = outcome
  const payout = times(bet.stake, pays)
  const bound = betFacts(bet)
  const settledAt = new Date(bet.placedAt.getTime() + 3_600_000)
  const end = endFacts(bound, {
    moves: ended.moves,
    status,
    payout,
    settledAt,
    finishedIn: finishedIn ?? null,
  })
  return {
    version: 'fair-1',
    game: ended.rules.game,
    rules: ended.rules,
    rulesHash: bound.rulesHash,
    playerId,
    ...(generation > 1 && { generation }),
    epoch,
    epochCommitment: bound.epochCommitment,
    nonce,
    commitment: bound.commitment,
    roundKey: toHex(key),
    clientSeed: bound.clientSeed,
    stake: bound.stake,
    moves: end.moves,
    status,
    payout: end.payout,
    transactionId: bound.transactionId,
    placedAt: bound.placedAt,
    settledAt: end.settledAt,
    receipts: [sign(bound), sign(end)],
    ...(revealed ? { epochSeed: toHex(seedOf(epoch)) } : {}),
    ...(finishedIn !== undefined && { finishedIn }),
    ...(voided && { voided }),
  }
}

/**
 * Two ended epochs of five and three rounds, and a third with four settled rounds and an open one
 * between them.
 */
export function history(): History {
  const revealed = [5, 3].flatMap((rounds, epoch) =>
    Array.from({ length: rounds }, (_, nonce) => proofOf(epoch, nonce, true)),
  )
  return {
    version: 'fair-1',
    proofs: [...revealed, ...[0, 1, 3, 4].map((nonce) => proofOf(2, nonce, false))],
    open: [openBet(2, 2)],
    head: sign(
      headFacts({
        playerId,
        from: { epoch: 0, nonce: 0 },
        next: { epoch: 2, nonce: 5 },
        used: [5, 3],
        signedAt: day(20),
      }),
    ),
  }
}

/**
 * Two rounds, an open one that the house finishes after the restore, the restore, which voids what
 * epoch 0 had left and all of epoch 1, and two rounds after it.
 */
export function restoredHistory(): History {
  const voids = [voidOf(0, 3), voidOf(1, 0)] as const
  const { epochSeed: _, ...voided } = voids[0]
  const after = { generation: restoreIn }
  return {
    version: 'fair-1',
    proofs: [
      proofOf(0, 0, true, { voided }),
      proofOf(0, 1, true, { voided }),
      proofOf(0, 2, true, { voided, finishedIn: restoreIn }),
      proofOf(2, 0, false, after),
      proofOf(2, 1, false, after),
    ],
    open: [],
    voided: voids,
    head: sign(
      headFacts({
        playerId,
        from: { epoch: 0, nonce: 0 },
        next: { epoch: 2, nonce: 2 },
        used: [3, 0],
        signedAt: day(20),
      }),
    ),
  }
}
