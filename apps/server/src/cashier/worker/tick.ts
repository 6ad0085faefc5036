import { sql } from '../../platform/database/database.ts'
import { type Block, ChainDown, ChainRefused } from '../chain/chain.ts'
import { followOperation } from './follow-operation.ts'
import { operationsInFlight } from './operation.ts'
import { scanTransfers } from './scan-transfers.ts'
import { signRequested } from './sign-requested.ts'
import { withoutStopping } from './without-stopping.ts'
import type { Agreement, Worker } from './worker.ts'

/**
 * One look at everything that is open. Throws where the node or the database is down; the next tick
 * begins anew.
 */
export async function tick(worker: Worker): Promise<void> {
  const { chain, database } = worker
  const head = await chain.head()
  await database.rows(sql`select cashier.record_head($1)`, [head.number])
  const agreement = await scan(worker, head)
  for (const few of inGroups(await operationsInFlight(database), 8))
    await Promise.all(
      few.map((op) =>
        withoutStopping(worker, op, () => followOperation(worker, op, head, agreement)),
      ),
    )
  await signRequested(worker)
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )

async function scan(worker: Worker, head: Block): Promise<Agreement> {
  try {
    return await scanTransfers(worker, head)
  } catch (error) {
    // Is it the node, or only this question to it?
    if (error instanceof ChainDown) await worker.chain.head()
    else if (!(error instanceof ChainRefused)) throw error
    worker.alarm('scanFailed', { why: error.message })
    return 'unknown'
  }
}
