import { one, sql } from '../../platform/database/database.ts'
import { isDatabaseDown } from '../../platform/database/database-failure.ts'
import { ChainDown } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import type { Operation } from './operation.ts'

/**
 * Works on one operation. Its failure is an alarm and doesn't stop the others; only a chain node or
 * a database that is down ends the tick, by an error.
 */
export async function isolateFailure(
  worker: ChainWorker,
  op: Pick<Operation, 'player' | 'id'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // If the database itself is down, this throws too, or says that it only reads. On a cluster
    // only this player's node may be down.
    if (isDatabaseDown(error) && (await onlyReads(worker))) throw error
    // If the node itself is down, this throws too; else it failed this one call.
    if (error instanceof ChainDown) await worker.chain.head()
    worker.alarm('operationFailed', { player: op.player, id: op.id, err: error })
  }
}

const readOnly = sql`select current_setting('transaction_read_only')::boolean as is_so`

/** Whether the database writes nothing now, as a standby before its promotion. */
const onlyReads = async ({ database }: ChainWorker): Promise<boolean> =>
  (await one(database.rows<{ is_so: boolean }>(readOnly))).is_so
