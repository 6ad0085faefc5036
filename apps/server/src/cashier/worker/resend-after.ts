import { sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import { sendSigned } from './send-signed.ts'
import type { Worker } from './worker.ts'

/**
 * After a reorg that reached below what had ended: the same bytes are sent again, so that the chain
 * catches up with the ledger. They have their old nonces, so they happen once at most, and nothing
 * is credited or paid a second time.
 */
export async function resendAfter(worker: Worker, block: bigint): Promise<void> {
  const mined = await worker.database.rows<{ player: number; id: string; raw: Hex }>(
    sql`select o.player_id as player, o.operation_id as id, s.raw
        from cashier.operations o join cashier.signed s on s.hash = o.mined_hash
        where o.mined_block > $1 order by s.nonce`,
    [block],
  )
  for (const { raw, ...op } of mined) await sendSigned(worker, op, raw)
}
