import { sql } from '../../platform/database.ts'
import { type Block, ChainRefused } from '../chain/chain.ts'
import { followOperation } from './follow-operation.ts'
import { operationsInFlight } from './operation.ts'
import { scanTransfers } from './scan-transfers.ts'
import { signRequested } from './sign-requested.ts'
import { withoutStopping } from './without-stopping.ts'
import type { Agreement, Worker } from './worker.ts'

/** One look at everything that is open. Throws where the node or the database is down; the next tick begins anew. */
export async function tick(worker: Worker): Promise<void> {
  const { chain, database } = worker
  const head = await chain.head()
  await database.rows(sql`select cashier.record_head($1)`, [head.number])
  const agreement = await scan(worker, head)
  for (const op of await operationsInFlight(database))
    await withoutStopping(worker, op, () => followOperation(worker, op, head, agreement))
  await signRequested(worker)
}

async function scan(worker: Worker, head: Block): Promise<Agreement> {
  try {
    return await scanTransfers(worker, head)
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    worker.alarm('scanFailed', { why: error.message })
    return 'unknown'
  }
}
