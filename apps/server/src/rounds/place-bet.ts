import type { NextRound } from '@pipkin/contract'
import type { AnswerOf, InputOf } from '@pipkin/contract/schemas'
import { noncesAnEpoch, roundCommitment, toHex } from '@pipkin/games'
import { hundredths, moneyText } from '@pipkin/money'
import { changedBalances } from '../ledger/changed-balances.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import type { Database } from '../platform/database/database.ts'
import { done, type Result, refuse, refuseWith } from '../platform/http/answer.ts'
import type { IdempotencyKey } from '../platform/http/call.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { findRoundOfCommitment } from './find-round-of-commitment.ts'
import { readFairness } from './read-fairness.ts'
import type { Signer } from './receipts.ts'
import type { RoundLedger } from './round-ledger.ts'
import { findRules } from './rulebooks.ts'
import { showRound } from './show-round.ts'
import {
  asAfter,
  keyOf,
  parsePlacedRound,
  parseStoredRound,
  type StoredRound,
} from './stored-round.ts'

export interface BetDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly signer: Signer
  /** False lifts the pace of rounds and the rounds a day. */
  readonly paced: boolean
  readonly ledger: RoundLedger
}

/**
 * Places a bet: one database call debits the whole stake and opens the round. A bet on a game with
 * an open round answers that round; a repeat of an accepted bet answers what was answered then.
 */
export async function placeBet(
  deps: BetDeps,
  bet: InputOf<'placeBet'>,
  key: IdempotencyKey | null,
): Promise<Result<'placeBet'>> {
  const id = deps.surroundings.newId()
  // Without one it is the player's id: the server never chooses it.
  const clientSeed = bet.clientSeed ?? String(bet.player)
  const answer = await deps.ledger.placeBet([
    bet.player,
    id,
    bet.gameId,
    bet.stake,
    clientSeed,
    bytesOf(bet.commitment),
    bytesOf(bet.rulesHash),
    key?.key ?? null,
    key?.inputHash ?? null,
    deps.paced,
  ])
  if ('placed' in answer) {
    const { player, gameId: game, stake } = bet
    const find = (hash: string) => findRules(deps.database, hash)
    const placed = await parsePlacedRound(
      { player, id, game, clientSeed, stake },
      answer.placed,
      find,
    )
    deps.ledger.inPlay.note(placed)
    return accept(deps, placed, {
      balances: changedBalances(answer.balances),
      nextRound: roundAfter(placed),
    })
  }
  if ('round' in answer) {
    const stored = parseStoredRound(answer.round)
    deps.ledger.inPlay.note(stored)
    const shown = answer.moves === undefined ? stored : asAfter(stored, answer.moves)
    return accept(deps, shown, answer.resumed && { isResumed: answer.resumed })
  }
  switch (answer.refusal) {
    case 'stakeTooSmall':
    case 'stakeTooLarge':
    case 'stakeOffStep':
      return refuse(answer.refusal, { parts: { n: moneyText(hundredths(BigInt(answer.n))) } })
    case 'betTooSoon':
      return refuse(answer.refusal, { retryAfterMs: answer.wait_ms })
    case 'rulesChanged':
      return refuseWith('placeBet', answer.refusal, answer.rules)
    case 'commitmentStale': {
      const [fairness, usedBy] = await Promise.all([
        readFairness(deps.database, bet.player),
        findRoundOfCommitment(deps.database, bet.player, bet.commitment ?? ''),
      ])
      return refuseWith('placeBet', answer.refusal, { fairness, usedBy })
    }
    default:
      return refuse(answer.refusal)
  }
}

/**
 * `more` is what the bet changed. A repeat has none of it: since then it may have changed again, so
 * the browser reads it.
 */
const accept = (
  { signer }: BetDeps,
  shown: StoredRound,
  more: Omit<AnswerOf<'placeBet'>, 'transactionId' | 'round'> = {},
) =>
  done<'placeBet'>({
    transactionId: transactionIdOf(shown.player, shown.id),
    round: showRound(shown, signer),
    ...more,
  })

/**
 * Where the next bet opens its round; undefined after the last round of an epoch, since the next
 * epoch's seed isn't at hand.
 */
function roundAfter(placed: StoredRound): NextRound | undefined {
  const { epoch, nonce: last } = placed
  const nonce = last + 1
  if (nonce >= noncesAnEpoch) return undefined
  return { epoch, nonce, commitment: toHex(roundCommitment(keyOf({ ...placed, nonce }))) }
}

const bytesOf = (hex: string | undefined): Buffer | null =>
  hex === undefined ? null : Buffer.from(hex, 'hex')
