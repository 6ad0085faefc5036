import { publicView, type RoundProof, type RoundView } from '@pipkin/contract'
import { type EndFacts, type Receipt, signedGeneration, toHex, viewOf } from '@pipkin/games'
import { zero } from '@pipkin/money'
import { type Signer, signVoid } from './receipts.ts'
import type { SignedBet } from './signed-bet.ts'
import { playStored, type StoredRound } from './stored-round.ts'

/**
 * What the player sees of a round. Hidden state is left out by the rules' own view; the round key
 * comes with the proof, when the round has ended and not before.
 */
export function showRound(stored: StoredRound, signer: Signer): RoundView {
  const bet = signer.bet(stored)
  const end = signer.end(stored)
  const round = playStored(bet.dealt, stored)
  const { transactionId, commitment } = bet.receipt.facts
  return {
    transactionId,
    gameId: stored.game,
    game: stored.rules.game,
    stake: stored.stake,
    status: stored.end?.status ?? 'Pending',
    payout: stored.end?.payout ?? zero,
    commitment,
    nonce: stored.nonce,
    clientSeed: stored.clientSeed,
    rules: stored.rules,
    moves: stored.moves,
    view: publicView(round.game.viewFields, viewOf(round), stored.stake),
    receipt: end ?? bet.receipt,
    ...(end && { proof: showProof(stored, bet, end, signer) }),
  }
}

/**
 * Everything that anyone needs to check a settled round. `epochSeed` only once the epoch's seed is
 * revealed.
 */
export function showProof(
  stored: StoredRound,
  bet: SignedBet,
  end: Receipt<EndFacts> | null,
  signer: Pick<Signer, 'sign'>,
  epochSeed?: Uint8Array,
): RoundProof {
  if (!stored.end || !end) throw new Error('an open round has no proof')
  const { facts } = end
  const voided = stored.voided && signVoid(stored, stored.voided, signer)
  return {
    version: facts.version,
    game: stored.rules.game,
    rules: stored.rules,
    rulesHash: facts.rulesHash,
    playerId: facts.playerId,
    ...signedGeneration(stored.generation),
    epoch: facts.epoch,
    epochCommitment: facts.epochCommitment,
    nonce: facts.nonce,
    commitment: facts.commitment,
    roundKey: bet.roundKey,
    clientSeed: facts.clientSeed,
    stake: facts.stake,
    moves: stored.moves,
    status: facts.status,
    payout: facts.payout,
    transactionId: facts.transactionId,
    placedAt: facts.placedAt,
    settledAt: facts.settledAt,
    receipts: [bet.receipt, end],
    ...(epochSeed && { epochSeed: toHex(epochSeed) }),
    ...(facts.finishedIn !== undefined && { finishedIn: facts.finishedIn }),
    ...(voided && { voided }),
  }
}
