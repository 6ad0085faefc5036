import { sql } from '../../platform/database/database.ts'
import { type Block, ChainDown, ChainRefused } from '../chain/chain.ts'
import type { Agreement, ChainWorker } from './chain-worker.ts'
import { fillLostNonce } from './fill-lost-nonce.ts'
import { followOperation } from './follow-operation.ts'
import { isolateFailure } from './isolate-failure.ts'
import { operationsInFlight } from './operation.ts'
import { scanTransfers } from './scan-transfers.ts'
import { sendForgotten } from './send-forgotten.ts'
import { signRequested } from './sign-requested.ts'
import { traceAddresses } from './trace-addresses.ts'

/**
 * Moves every open operation on by one step. Throws where the node or the database is down; the
 * next tick starts over.
 */
export async function tick(worker: ChainWorker): Promise<void> {
  const { chain, database, key } = worker
  const head = await chain.head()
  await database.rows(sql`select cashier.record_head($1)`, [head.number])
  const agreement = await scan(worker, head)
  const inFlight = await operationsInFlight(database)
  for (const few of inGroups(inFlight, 8))
    await Promise.all(
      few.map((op) =>
        isolateFailure(worker, op, () => followOperation(worker, op, head, agreement)),
      ),
    )
  await sendForgotten(worker)
  const [fees, coin] = await Promise.all([chain.fees(), chain.coin(key.address)])
  await database.rows(sql`select cashier.record_gas($1, $2)`, [fees.most, coin])
  await fillLostNonce(worker, inFlight, fees)
  await signRequested(worker, fees)
  await traceAddresses(worker, inFlight, head)
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )

async function scan(worker: ChainWorker, head: Block): Promise<Agreement> {
  try {
    return await scanTransfers(worker, head)
  } catch (error) {
    // If the node itself is down, this throws too; else it failed this one call.
    if (error instanceof ChainDown) await worker.chain.head()
    else if (!(error instanceof ChainRefused)) throw error
    worker.alarm('scanFailed', { why: error.message })
    return 'unknown'
  }
}
