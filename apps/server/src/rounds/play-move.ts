import type { ChangedBalances } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import {
  canonicalJson,
  finishRound,
  type Move,
  outcomeOf,
  type Played,
  playMove as playByRules,
  type Round,
} from '@pipkin/games'
import { times } from '@pipkin/money'
import { changedBalances } from '../ledger/changed-balances.ts'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { IdempotencyKey, Session } from '../platform/http/call.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { askOfPlay, type PlayDeps } from './ask-of-play.ts'
import type { Signer } from './receipts.ts'
import type { RoundLedger, Stored } from './round-ledger.ts'
import type { SeedKeys } from './seed-keys.ts'
import { showRound } from './show-round.ts'
import {
  asAfter,
  parseStoredRound,
  playStored,
  type StoredRound,
  storedStatus,
} from './stored-round.ts'

export interface MoveDeps extends PlayDeps {
  readonly surroundings: Surroundings
  readonly signer: Signer
  readonly seeds: SeedKeys
  readonly ledger: RoundLedger
}

/** Simultaneous moves can each lose to another; more tries than this are a bug. */
const mostConflicts = 5

/**
 * Makes a move: the rules judge it on the round, and one database call stores it and settles the
 * round if it ends. A repeat of the move answers what was answered then. The first judgement uses
 * the cached round, if there is one; if its result can't be stored, judge again from the database.
 * If the profile asks for it, a move after the end of a play asks the register first, as a bet
 * does.
 */
export async function playMove(
  deps: MoveDeps,
  { player, transactionId, move }: InputOf<'playMove'>,
  key: IdempotencyKey | null,
  session?: Session,
): Promise<Result<'playMove'>> {
  const ref = parseTransactionId(transactionId)
  if (ref?.player !== player) return refuse('notFound')

  const known = deps.ledger.inPlay.find(player, ref.id)
  if (known && placeOf(known, move) === null) {
    const played = judge(deps, known, move)
    const made = played.ok ? await storeMoves(deps, known, played.round, { key, session }) : null
    if (made) return made
  }

  for (let attempt = 0; attempt < mostConflicts; attempt += 1) {
    const read = await deps.ledger.readRound({ player, round: ref.id, ...partsOf(key) })
    if (read.earlier && 'refusal' in read.earlier) return refuse('keyReused')
    if (read.round === null) return refuse('notFound')
    const stored = parseStoredRound(read.round, deps.seeds)
    deps.ledger.inPlay.note(stored)
    if (read.earlier) return answer(deps, stored, read.earlier.answer.moves)

    const place = placeOf(stored, move)
    if (place !== null) return answer(deps, stored, place + 1)
    const played = judge(deps, stored, move)
    if (!played.ok)
      return stored.end
        ? refuse('roundOver')
        : refuse('moveRefused', { parts: { why: played.why } })
    const made = await storeMoves(deps, stored, played.round, { key, session })
    if (made) return made
  }
  return refuse('inProgress')
}

/** The move's index among the moves made; null if it wasn't made. */
function placeOf({ moves }: StoredRound, move: Move): number | null {
  const text = canonicalJson(move)
  const place = moves.findIndex((made) => canonicalJson(made) === text)
  return place < 0 ? null : place
}

/**
 * The round after the move. If its epoch was voided, the player may have seen its end before the
 * restore and must not go on: the house finishes it by the published moves.
 */
function judge({ signer }: MoveDeps, stored: StoredRound, move: Move): Played<{ round: Round }> {
  const round = playStored(signer.bet(stored).dealt, stored)
  if (stored.voided && !stored.end) return { ok: true, round: finishRound(round) }
  return playByRules(round, move)
}

const partsOf = (key: IdempotencyKey | null) => ({
  key: key?.key ?? null,
  inputHash: key?.inputHash ?? null,
})

/**
 * Stores the moves that lead from `stored` to `after`. Null if the round has gone on without them,
 * or they were stored before.
 */
async function storeMoves(
  deps: MoveDeps,
  stored: StoredRound,
  after: Round,
  { key, session }: { key: IdempotencyKey | null; session: Session | undefined },
): Promise<Result<'playMove'> | null> {
  const outcome = outcomeOf(after)
  const payout = outcome && times(stored.stake, outcome.pays)
  const settlement = payout !== null && payout > 0n ? deps.surroundings.newId() : null
  const call = {
    player: stored.player,
    round: stored.id,
    after: stored.moves.length,
    moves: JSON.stringify(after.moves.slice(stored.moves.length)),
    status: outcome && storedStatus[outcome.status],
    payout,
    settlement,
    ...partsOf(key),
    voided: stored.voided !== null,
    idleMinutes: deps.profile.oneOperator?.idleMinutes ?? null,
  }
  const store = () => deps.ledger.storeMoves(call, session)
  let result = await store()
  if (isUnasked(result)) {
    const refused = await askOfPlay(deps, stored.player)
    if (refused) return refused
    result = await store()
    // The register's answer expired in between.
    if (isUnasked(result)) return refuse('registerSilent')
  }
  if (result === null || 'conflict' in result) return null
  if ('refusal' in result) return refuse('keyReused')
  const { moves } = after
  const end =
    outcome && payout !== null && result.settled_at !== null
      ? {
          status: outcome.status,
          payout,
          settledAt: new Date(result.settled_at),
          settlement,
          finishedIn: stored.voided?.in ?? null,
        }
      : null
  const stands = { ...stored, moves, end }
  deps.ledger.inPlay.note(stands)
  return answer(deps, stands, moves.length, result.balances && changedBalances(result.balances))
}

const isUnasked = (result: Stored): boolean =>
  result !== null && 'refusal' in result && result.refusal === 'playUnasked'

/**
 * The round as it was after `moves` moves, and the balances that its end has just left. A repeat
 * has no balances, since they may have changed again.
 */
async function answer(
  { signer }: MoveDeps,
  stored: StoredRound,
  moves: number,
  balances: ChangedBalances | null = null,
) {
  const shown = asAfter(stored, moves)
  await signer.together(shown)
  return done<'playMove'>({
    round: showRound(shown, signer),
    ...(balances && { balances }),
  })
}
