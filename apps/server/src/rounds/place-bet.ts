import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths, type Money, moneyText } from '@pipkin/money'
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
import { asAfter, parsePlacedRound, parseStoredRound, type StoredRound } from './stored-round.ts'

export interface Bet {
  readonly player: PlayerId
  readonly game: number
  readonly stake: Money
  /** Without one it is the player's id: the server never chooses it. */
  readonly clientSeed?: string | undefined
  /** Hex. The round commitment that the player saw. */
  readonly commitment?: string | undefined
  /** Hex. The rules that the player saw. */
  readonly rulesHash?: string | undefined
}

export interface BetDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly signer: Signer
  /** False lifts the pace of rounds and the rounds a day. */
  readonly paced: boolean
  readonly ledger: RoundLedger
}

/** What `ledger.place_bet` answers. */
export type Placed =
  | { placed: unknown }
  | { round: unknown; moves?: number; resumed?: true }
  | { refusal: 'stakeTooSmall' | 'stakeTooLarge' | 'stakeOffStep'; n: number }
  | { refusal: 'betTooSoon'; wait_ms: number }
  | { refusal: 'rulesChanged'; rules: Record<string, unknown> }
  | {
      refusal:
        | 'keyReused'
        | 'gameNotLive'
        | 'roundsOfToday'
        | 'commitmentStale'
        | 'insufficientFunds'
    }

/**
 * Places a bet: one database call debits the whole stake and opens the round. A bet on a game with
 * an open round answers that round; a repeat of an accepted bet answers what was answered then.
 */
export async function placeBet(
  deps: BetDeps,
  bet: Bet,
  key: IdempotencyKey | null,
): Promise<Result<'addTransaction'>> {
  const id = deps.surroundings.newId()
  const clientSeed = bet.clientSeed ?? String(bet.player)
  const answer = await deps.ledger.placeBet([
    bet.player,
    id,
    bet.game,
    bet.stake,
    clientSeed,
    fromWireHex(bet.commitment),
    fromWireHex(bet.rulesHash),
    key?.key ?? null,
    key?.inputHash ?? null,
    deps.paced,
  ])
  if ('placed' in answer) {
    const { player, game, stake } = bet
    const find = (hash: string) => findRules(deps.database, hash)
    const placed = await parsePlacedRound(
      { player, id, game, clientSeed, stake },
      answer.placed,
      find,
    )
    deps.ledger.inPlay.note(placed)
    return accept(deps, placed)
  }
  if ('round' in answer) {
    const stored = parseStoredRound(answer.round)
    deps.ledger.inPlay.note(stored)
    const shown = answer.moves === undefined ? stored : asAfter(stored, answer.moves)
    return accept(deps, shown, answer.resumed)
  }
  switch (answer.refusal) {
    case 'stakeTooSmall':
    case 'stakeTooLarge':
    case 'stakeOffStep':
      return refuse(answer.refusal, { parts: { n: moneyText(hundredths(BigInt(answer.n))) } })
    case 'betTooSoon':
      return refuse(answer.refusal, { retryAfterMs: answer.wait_ms })
    case 'rulesChanged':
      return refuseWith('addTransaction', answer.refusal, answer.rules)
    case 'commitmentStale': {
      const [fairness, usedBy] = await Promise.all([
        readFairness(deps.database, bet.player),
        findRoundOfCommitment(deps.database, bet.player, bet.commitment ?? ''),
      ])
      return refuseWith('addTransaction', answer.refusal, { fairness, usedBy })
    }
    default:
      return refuse(answer.refusal)
  }
}

const accept = ({ signer }: BetDeps, shown: StoredRound, resumed?: true) =>
  done<'addTransaction'>({
    Transaction_Id: transactionIdOf(shown.player, shown.id),
    Data: showRound(shown, signer),
    ...(resumed && { Resumed: resumed }),
  })

const fromWireHex = (hex: string | undefined): Buffer | null =>
  hex === undefined ? null : Buffer.from(hex, 'hex')
