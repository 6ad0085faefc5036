import { type Database, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import { findRound } from '../find-round.ts'
import type { Signer } from '../receipts.ts'
import type { SeedKeys } from '../seed-keys.ts'
import { showProof } from '../show-round.ts'

const revealed = sql`
  select w.epoch > $2 and not exists (
    select from ledger.rounds r
    where r.player_id = $1 and r.epoch = $2 and r.status = 'pending') as revealed
  from ledger.wallets w where w.player_id = $1`

/**
 * The proof of a settled round, for anyone who has its id. An open round has none, like one that
 * doesn't exist.
 */
export async function readProof(
  deps: { database: Database; signer: Signer; seeds: SeedKeys },
  transactionId: string,
): Promise<Result<'readProof'>> {
  const stored = await findRound(deps, 'anyone', transactionId)
  if (!stored?.end) return refuse('notFound')
  const epoch = await one(
    deps.database.rows<{ revealed: boolean }>(revealed, [stored.player, stored.epoch]),
  )
  const bet = deps.signer.bet(stored)
  const end = deps.signer.end(stored)
  return done<'readProof'>(
    showProof(stored, bet, end, deps.signer, epoch.revealed ? stored.epochSeed : undefined),
  )
}
