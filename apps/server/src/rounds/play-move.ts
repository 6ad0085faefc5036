import { canonicalJson, type Move, outcomeOf, playMove as playByRules } from '@pipkin/games'
import { times } from '@pipkin/money'
import { done, type Result, refuse } from '../platform/answer.ts'
import type { IdempotencyKey } from '../platform/call.ts'
import type { Surroundings } from '../platform/clock.ts'
import { parseTransactionId } from '../platform/transaction-id.ts'
import type { Signer } from './receipts.ts'
import type { RoundLedger } from './round-ledger.ts'
import { showRound } from './show-round.ts'
import { asAfter, parseStoredRound, playStored, type StoredRound, storedStatus } from './stored-round.ts'

export interface MoveDeps {
  readonly surroundings: Surroundings
  readonly signer: Signer
  readonly ledger: RoundLedger
}

/** A round before a move, and what was answered to the move's idempotency key. */
export interface BeforeMove {
  readonly round: unknown
  readonly earlier: { refusal: 'keyReused' } | { answer: { moves: number } } | null
}
/** What `ledger.store_moves` answers. */
export type Stored = { round: unknown; moves?: number } | { conflict: true } | { refusal: 'keyReused' }

/** Two moves of the same moment can each find that the other came first; more often than this is a bug. */
const mostConflicts = 5

/**
 * Makes a move: the rules judge it on the stored round, one database call stores it and settles the round where it ends. The
 * same move again answers what it answered then.
 */
export async function playMove(
  deps: MoveDeps,
  { player, transactionId, move }: { player: number; transactionId: string; move: Move },
  key: IdempotencyKey | null,
): Promise<Result<'playRound'>> {
  const ref = parseTransactionId(transactionId)
  if (ref?.player !== player) return refuse('notFound')
  const answer = (stored: StoredRound, moves: number) =>
    done<'playRound'>({ Data: showRound(asAfter(stored, moves), deps.signer) })

  for (let attempt = 0; attempt < mostConflicts; attempt += 1) {
    const read = await deps.ledger.readBeforeMove([player, ref.id, key?.key ?? null, key?.inputHash ?? null])
    if (read.earlier && 'refusal' in read.earlier) return refuse('keyReused')
    if (read.round === null) return refuse('notFound')
    const stored = parseStoredRound(read.round)
    if (read.earlier) return answer(stored, read.earlier.answer.moves)

    const same = stored.moves.findIndex((made) => canonicalJson(made) === canonicalJson(move))
    if (same >= 0) return answer(stored, same + 1)
    const played = playByRules(playStored(deps.signer.bet(stored).dealt, stored), move)
    if (!played.ok)
      return stored.end ? refuse('roundOver') : refuse('moveRefused', { parts: { why: played.why } })

    const outcome = outcomeOf(played.round)
    const result = await deps.ledger.storeMoves([
      player,
      ref.id,
      stored.moves.length,
      JSON.stringify([move]),
      outcome && storedStatus[outcome.status],
      outcome && times(stored.stake, outcome.pays),
      deps.surroundings.newId(),
      key?.key ?? null,
      key?.inputHash ?? null,
    ])
    if ('refusal' in result) return refuse('keyReused')
    if ('conflict' in result) continue
    return answer(parseStoredRound(result.round), result.moves ?? Number.POSITIVE_INFINITY)
  }
  return refuse('inProgress')
}
