import { parseTransactionId } from '../ledger/transaction-id.ts'
import { maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from './seed-keys.ts'
import { parseStoredRound, type StoredRound } from './stored-round.ts'

const statement = sql`select ledger.round_record($1, $2) as round`

export interface RoundReader {
  readonly database: Queryable
  readonly seeds: SeedKeys
}

/** The round of a `Transaction_Id`, or null; with a player, only that player's own. */
export async function findRound(
  { database, seeds }: RoundReader,
  player: number | 'anyone',
  transactionId: string,
): Promise<StoredRound | null> {
  const ref = parseTransactionId(transactionId)
  if (!ref || (player !== 'anyone' && ref.player !== player)) return null
  const row = await maybeOne(database.rows<{ round: unknown }>(statement, [ref.player, ref.id]))
  return row?.round ? parseStoredRound(row.round, seeds) : null
}
