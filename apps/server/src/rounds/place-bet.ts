import type { NextRound } from '@pipkin/contract'
import type { AnswerOf, InputOf } from '@pipkin/contract/schemas'
import { noncesAnEpoch, roundCommitment, toHex } from '@pipkin/games'
import { hundredths, moneyText } from '@pipkin/money'
import { changedBalances } from '../ledger/changed-balances.ts'
import { playSession } from '../ledger/play-session.ts'
import { refuseLimited, refuseOnBreak } from '../ledger/refuse-by-limits.ts'
import { transactionIdOf, uuidOf } from '../ledger/transaction-id.ts'
import { type Database, one, sql } from '../platform/database/database.ts'
import { goneBack } from '../platform/database/stale-database.ts'
import { done, type Result, refuse, refuseWith } from '../platform/http/answer.ts'
import type { IdempotencyKey, Session } from '../platform/http/call.ts'
import { createMemoryLimit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { askOfPlay, type PlayDeps } from './ask-of-play.ts'
import { termsOf } from './profile-terms.ts'
import type { Signer } from './receipts.ts'
import type { Placed, RoundLedger } from './round-ledger.ts'
import { findRules } from './rulebooks.ts'
import type { SeedKeys } from './seed-keys.ts'
import { showRound } from './show-round.ts'
import {
  asAfter,
  keyOf,
  parsePlacedRound,
  parseStoredRound,
  type StoredRound,
} from './stored-round.ts'

export interface BetDeps extends PlayDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly signer: Signer
  readonly seeds: SeedKeys
  /** False lifts the pace of rounds and the rounds a day. */
  readonly paced: boolean
  readonly ledger: RoundLedger
}

/**
 * Places a bet: one database call debits the whole stake and opens the round. A bet on a game with
 * an open round answers that round; a repeat of an accepted bet answers what was answered then. If
 * the profile asks for it, the first bet of a play is sent twice, and the register is asked in
 * between.
 */
export async function placeBet(
  deps: BetDeps,
  bet: InputOf<'placeBet'>,
  key: IdempotencyKey | null,
  session?: Session,
): Promise<Result<'placeBet'>> {
  const id = bet.commitment === undefined ? deps.surroundings.newId() : roundIdOf(bet.commitment)
  // Without one it is the player's id, so the server never chooses it.
  const clientSeed = bet.clientSeed ?? String(bet.player)
  const call = {
    ...termsOf(deps.profile, bet.gameId),
    player: bet.player,
    round: id,
    game: bet.gameId,
    stake: bet.stake,
    clientSeed,
    commitment: bytesOf(bet.commitment),
    rulesHash: bytesOf(bet.rulesHash),
    key: key?.key ?? null,
    inputHash: key?.inputHash ?? null,
    paced: deps.paced,
    seedKeys: deps.seeds.ofPlayer(bet.player),
  }
  const place = () => deps.ledger.placeBet(call, session)
  let answer = await place()
  if ('refusal' in answer && answer.refusal === 'playUnasked') {
    const refused = await askOfPlay(deps, bet.player)
    if (refused) return refused
    answer = await place()
  }
  if ('placed' in answer) {
    const { player, gameId: game, stake } = bet
    const placed = await parsePlacedRound({ player, id, game, clientSeed, stake }, answer.placed, {
      findRules: (hash) => findRules(deps.database, hash),
      seeds: deps.seeds,
    })
    deps.ledger.inPlay.note(placed)
    return accept(deps, placed, {
      balances: changedBalances(answer.balances),
      nextRound: roundAfter(placed),
    })
  }
  if ('round' in answer) {
    const stored = parseStoredRound(answer.round, deps.seeds)
    deps.ledger.inPlay.note(stored)
    const shown = answer.moves === undefined ? stored : asAfter(stored, answer.moves)
    return accept(deps, shown, answer.resumed && { isResumed: answer.resumed })
  }
  return refuseBet(deps, bet, answer)
}

type Refused = Exclude<Placed, { placed: unknown } | { round: unknown }>

async function refuseBet(
  deps: BetDeps,
  bet: InputOf<'placeBet'>,
  answer: Refused,
): Promise<Result<'placeBet'>> {
  switch (answer.refusal) {
    case 'stakeTooSmall':
    case 'stakeTooLarge':
    case 'stakeOffStep':
      return refuse(answer.refusal, { parts: { n: moneyText(hundredths(answer.n)) } })
    case 'limitReached':
      return refuseLimited(answer)
    case 'onBreak':
      return refuseOnBreak(answer)
    case 'reminderDue':
      return refuseWith('placeBet', answer.refusal, {
        reminder: {
          session: playSession(answer.session),
          ...(answer.until !== null && { until: new Date(answer.until) }),
        },
      })
    case 'betTooSoon':
      return refuse(answer.refusal, { retryAfterMs: answer.wait_ms })
    case 'rulesChanged':
      return refuseWith('placeBet', answer.refusal, answer.rules)
    case 'commitmentStale': {
      const usedBy = answer.used_by && transactionIdOf(bet.player, answer.used_by)
      const [fairness, isAhead] = await Promise.all([
        deps.ledger.readFairness(bet.player),
        usedBy === null && keepAhead(deps, bet.player, bet.commitment),
      ])
      if (isAhead) throw goneBack()
      return refuseWith('placeBet', answer.refusal, { fairness, usedBy })
    }
    case 'playUnasked':
      // The register's answer expired before the bet was sent again.
      return refuse('registerSilent')
    default:
      return refuse(answer.refusal)
  }
}

/**
 * The round's id from its commitment (hex): the first half, so that the primary key finds the round
 * of a commitment. 128 bits of a hash collide no more likely than any two UUIDs.
 */
const roundIdOf = (commitment: string): string => uuidOf(commitment.slice(0, 32))

/**
 * `more` is what the bet changed. A repeat leaves it out, since it may have changed again: the
 * browser reads it then.
 */
async function accept(
  { signer }: BetDeps,
  shown: StoredRound,
  more: Omit<AnswerOf<'placeBet'>, 'transactionId' | 'round'> = {},
) {
  await signer.together(shown)
  return done<'placeBet'>({
    transactionId: transactionIdOf(shown.player, shown.id),
    round: showRound(shown, signer),
    ...more,
  })
}

/**
 * Where the next bet will open its round. Undefined after the last round of an epoch, since the
 * next epoch's seed isn't at hand.
 */
function roundAfter(placed: StoredRound): NextRound | undefined {
  const { epoch, nonce: last } = placed
  const nonce = last + 1
  if (nonce >= noncesAnEpoch) return undefined
  return { epoch, nonce, commitment: toHex(roundCommitment(keyOf({ ...placed, nonce }))) }
}

/** Each check takes the database a millisecond, so a flood of stale bets gets only a few. */
const looks = createMemoryLimit({ name: 'ahead', attempts: 3, windowSeconds: 60 })
const aheadStatement = sql`select ledger.keep_ahead($1, $2, $3) as ahead`

/**
 * Whether the player names a commitment that this database hasn't shown yet: then it is from before
 * that, and every process ends within seconds.
 */
async function keepAhead(
  { database, seeds }: BetDeps,
  player: number,
  commitment: string | undefined,
): Promise<boolean> {
  if ((await looks.take(String(player))) !== null) return false
  const values = [player, bytesOf(commitment), seeds.ofPlayer(player)]
  return (await one(database.rows<{ ahead: boolean }>(aheadStatement, values))).ahead
}

const bytesOf = (hex: string | undefined): Buffer | null =>
  hex === undefined ? null : Buffer.from(hex, 'hex')
