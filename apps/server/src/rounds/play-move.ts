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

/** What `ledger.read_round` answers: the round, null where the player has none such, and what was answered under the key. */
export interface RoundRead {
  readonly round: unknown
  readonly earlier: { refusal: 'keyReused' } | { answer: { moves: number } } | null
}
/** What `ledger.store_moves` answers. */
export type Stored =
  | { stored: true; settled_at: string | null }
  | { conflict: true }
  | { refusal: 'keyReused' }

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
    const keyValues = [key?.key ?? null, key?.inputHash ?? null]
    const read = await deps.ledger.readRound([player, ref.id, ...keyValues])
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
    const payout = outcome && times(stored.stake, outcome.pays)
    const settlement = deps.surroundings.newId()
    const result = await deps.ledger.storeMoves([
      player,
      ref.id,
      stored.moves.length,
      JSON.stringify([move]),
      outcome && storedStatus[outcome.status],
      payout,
      settlement,
      ...keyValues,
    ])
    if ('refusal' in result) return refuse('keyReused')
    if ('conflict' in result) continue
    const moves = [...stored.moves, move]
    const end =
      outcome && payout !== null && result.settled_at !== null
        ? {
            status: outcome.status,
            payout,
            settledAt: new Date(result.settled_at),
            settlement: payout > 0n ? settlement : null,
          }
        : null
    return answer({ ...stored, moves, end }, moves.length)
  }
  return refuse('inProgress')
}
