import { roundCommitment, roundKey, toHex } from '@pipkin/games'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

const statement = sql`
  select r.round_id, r.nonce, e.seed
  from ledger.rounds r join ledger.epochs e using (player_id, epoch)
  where r.player_id = $1
    and r.epoch >= (select epoch - 1 from ledger.wallets where player_id = $1)`

/**
 * Which of the player's rounds used this commitment, or null. Commitments are derived, not stored,
 * so this reads the current and the last epoch (at most 2,000 rounds); only a stale commitment
 * asks.
 */
export async function findRoundOfCommitment(
  database: Queryable,
  player: number,
  commitment: string,
): Promise<string | null> {
  const rows = await database.rows<{ round_id: string; nonce: number; seed: Buffer }>(statement, [
    player,
  ])
  const used = rows.find(
    (row) => toHex(roundCommitment(roundKey(row.seed, String(player), row.nonce))) === commitment,
  )
  return used ? transactionIdOf(player, used.round_id) : null
}
