import type { AnswerOf } from '@pipkin/contract'
import { type EndFacts, type Fields, type Receipt, type Round, toHex, viewOf } from '@pipkin/games'
import { moneyToWire, times, zero } from '@pipkin/money'
import { type Signer, signEnd } from './receipts.ts'
import type { SignedBet } from './signed-bet.ts'
import { playStored, type StoredRound } from './stored-round.ts'

type RoundAnswer = AnswerOf<'playRound'>['Data']
type ProofAnswer = AnswerOf<'roundProof'>['Data']

/**
 * What the player sees of a round. Hidden state is left out by the rules' own view; the round key
 * comes with the proof, when the round has ended and not before.
 */
export function showRound(stored: StoredRound, signer: Signer): RoundAnswer {
  const bet = signer.bet(stored)
  const end = signEnd(stored, bet, signer)
  const { transactionId, commitment } = bet.receipt.facts
  return {
    Transaction_Id: transactionId,
    Game_Id: stored.game,
    game: stored.rules.game,
    Bet_Amt: stored.stake,
    Status: stored.end?.status ?? 'Pending',
    Return_Amt: stored.end?.payout ?? zero,
    commitment,
    nonce: stored.nonce,
    clientSeed: stored.clientSeed,
    rules: stored.rules,
    moves: [...stored.moves],
    state: showState(stored, playStored(bet.dealt, stored)),
    receipt: end ?? bet.receipt,
    ...(end && { proof: showProof(stored, bet, end) }),
  } as RoundAnswer
}

/** The rules know no money: what they count in hundredths of the stake becomes fkr here. */
function showState(stored: StoredRound, round: Round): object {
  const fields: Fields = round.game.viewFields
  return Object.fromEntries(
    Object.entries(viewOf(round)).map(([name, value]) => [
      name,
      fields[name] === 'ofStake' ? moneyToWire(times(stored.stake, value)) : value,
    ]),
  )
}

/**
 * Everything that anybody needs to check a settled round. `epochSeed` only once the epoch's seed is
 * revealed.
 */
export function showProof(
  stored: StoredRound,
  bet: SignedBet,
  end: Receipt<EndFacts> | null,
  epochSeed?: Uint8Array,
): ProofAnswer {
  if (!stored.end || !end) throw new Error('an open round has no proof')
  const { facts } = end
  return {
    version: facts.version,
    game: stored.rules.game,
    rules: stored.rules,
    rulesHash: facts.rulesHash,
    playerId: facts.playerId,
    epoch: facts.epoch,
    epochCommitment: facts.epochCommitment,
    nonce: facts.nonce,
    commitment: facts.commitment,
    roundKey: bet.roundKey,
    clientSeed: facts.clientSeed,
    stake: facts.stake,
    moves: [...stored.moves],
    status: facts.status,
    payout: facts.payout,
    transactionId: facts.transactionId,
    placedAt: stored.placedAt,
    settledAt: stored.end.settledAt,
    receipts: [bet.receipt, end],
    ...(epochSeed && { epochSeed: toHex(epochSeed) }),
  }
}
