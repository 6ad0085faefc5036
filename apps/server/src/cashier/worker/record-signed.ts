import { one, sql } from '../../platform/database/database.ts'
import type { Signed } from '../chain/house-key.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/**
 * Stores signed bytes with their nonce, in one database transaction. False where somebody else has
 * signed meanwhile.
 */
export async function recordSigned(
  { database }: Worker,
  op: Operation,
  { nonce, attempt, signed }: { nonce: bigint; attempt: number; signed: Signed },
): Promise<boolean> {
  const { stored } = await one(
    database.rows<{ stored: boolean }>(
      sql`select cashier.record_signed($1, $2, $3, $4::smallint, $5, $6) as stored`,
      [op.player, op.id, nonce, attempt, signed.hash, signed.raw],
    ),
  )
  return stored
}
