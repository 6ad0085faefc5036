import type { AnswerOf } from '@pipkin/contract'
import { type Round, rulesHash, toHex, viewOf } from '@pipkin/games'
import { moneyToWire, times, zero } from '@pipkin/money'
import { transactionIdOf } from '../platform/transaction-id.ts'
import { betFactsOf, endFactsOf, type Signer } from './receipts.ts'
import { commitmentOf, epochCommitmentOf, keyOf, replayStored, type StoredRound } from './stored-round.ts'

type RoundAnswer = AnswerOf<'playRound'>['Data']
type ProofAnswer = AnswerOf<'roundProof'>['Data']

/**
 * What the player sees of a round. Hidden state is left out by the rules' own view; the round key comes with the proof, when
 * the round has ended and not before.
 */
export function showRound(stored: StoredRound, signer: Signer): RoundAnswer {
  const round = replayStored(stored)
  const end = endFactsOf(stored, round)
  return {
    Transaction_Id: transactionIdOf(stored.player, stored.id),
    Game_Id: stored.game,
    game: stored.rules.game,
    Bet_Amt: stored.stake,
    Status: stored.end?.status ?? 'Pending',
    Return_Amt: stored.end?.payout ?? zero,
    commitment: toHex(commitmentOf(stored)),
    nonce: stored.nonce,
    clientSeed: stored.clientSeed,
    rules: stored.rules,
    moves: [...stored.moves],
    state: showState(stored, round),
    receipt: signer.sign(end ?? betFactsOf(stored, round)),
    ...(end && { proof: showProof(stored, signer) }),
  } as RoundAnswer
}

/** The rules know no money: the win amount of Mines becomes fkr here. */
function showState(stored: StoredRound, round: Round) {
  const view = viewOf(round)
  return 'winAmount' in view ? { ...view, winAmount: moneyToWire(times(stored.stake, view.winAmount)) } : view
}

/** Everything that anybody needs to check a settled round. `epochSeed` only once the epoch's seed is revealed. */
export function showProof(stored: StoredRound, signer: Signer, epochSeed?: Uint8Array): ProofAnswer {
  if (!stored.end) throw new Error('an open round has no proof')
  const round = replayStored(stored)
  const bet = betFactsOf(stored, round)
  const end = endFactsOf(stored, round)
  return {
    version: 'fair-1',
    game: stored.rules.game,
    rules: stored.rules,
    rulesHash: toHex(rulesHash(stored.rules)),
    playerId: String(stored.player),
    epoch: stored.epoch,
    epochCommitment: toHex(epochCommitmentOf(stored)),
    nonce: stored.nonce,
    commitment: toHex(commitmentOf(stored)),
    roundKey: toHex(keyOf(stored)),
    clientSeed: stored.clientSeed,
    stake: Number(stored.stake),
    moves: [...stored.moves],
    status: stored.end.status,
    payout: Number(stored.end.payout),
    transactionId: transactionIdOf(stored.player, stored.id),
    placedAt: stored.placedAt,
    settledAt: stored.end.settledAt,
    receipts: [signer.sign(bet), ...(end ? [signer.sign(end)] : [])],
    ...(epochSeed && { epochSeed: toHex(epochSeed) }),
  }
}
