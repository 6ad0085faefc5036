import type { InputOf } from '@pipkin/contract/schemas'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { findRound, type RoundReader } from './find-round.ts'
import type { StoredRound } from './stored-round.ts'

/**
 * The specification lets the client credit its own wins. Here these calls only compare its claim
 * with the server's record: they answer true or false and never change anything.
 */

// A statement without `ledger.round_record`: a cluster would run it at the player's node, which
// doesn't have that function.
const latestSettled = sql`
  select round_id as id from ledger.rounds
  where player_id = $1 and game = $2 and status <> 'pending'
  order by placed_at desc, round_id desc limit 1`

/** A credit: the settlement's own id, where the server settled exactly that. */
export async function acknowledgeCredit(
  deps: RoundReader,
  claim: InputOf<'acknowledgeCredit'>,
): Promise<Result<'acknowledgeCredit'>> {
  const stored =
    claim.betTransactionId === undefined
      ? await latestSettledRound(deps, claim.player, claim.gameId)
      : await findRound(deps, claim.player, claim.betTransactionId)
  if (!stored)
    return claim.betTransactionId === undefined ? refuse('notConfirmed') : refuse('notFound')
  const { end } = stored
  if (
    stored.game !== claim.gameId ||
    !end?.settlement ||
    end.status !== claim.status ||
    end.payout !== claim.payout
  )
    return refuse('notConfirmed')
  return done<'acknowledgeCredit'>({
    transactionId: transactionIdOf(stored.player, end.settlement),
  })
}

async function latestSettledRound(
  deps: RoundReader,
  player: number,
  game: number,
): Promise<StoredRound | null> {
  const row = await maybeOne(deps.database.rows<{ id: string }>(latestSettled, [player, game]))
  return row ? findRound(deps, player, transactionIdOf(player, row.id)) : null
}

/** A round: true where the record says exactly this. */
export async function acknowledgeRound(
  deps: RoundReader,
  claim: InputOf<'acknowledgeRound'>,
): Promise<Result<'acknowledgeRound'>> {
  const stored = await findRound(deps, claim.player, claim.transactionId)
  if (!stored) return refuse('notFound')
  const agrees =
    stored.game === claim.gameId &&
    stored.stake === claim.stake &&
    (stored.end?.status ?? 'Pending') === claim.status &&
    (stored.end?.payout ?? 0n) === claim.payout
  return agrees ? done<'acknowledgeRound'>({}) : refuse('notConfirmed')
}

/** A loss: true where the bet was lost. */
export async function acknowledgeLoss(
  deps: RoundReader,
  claim: InputOf<'acknowledgeLoss'>,
): Promise<Result<'acknowledgeLoss'>> {
  const stored = await findRound(deps, claim.player, claim.transactionId)
  if (!stored) return refuse('notFound')
  const agrees = stored.game === claim.gameId && stored.end?.status === 'Loss'
  return agrees ? done<'acknowledgeLoss'>({}) : refuse('notConfirmed')
}
