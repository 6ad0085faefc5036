import { isDatabaseDown } from '../../platform/database/database-failure.ts'
import { ChainDown } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import type { Operation } from './operation.ts'

/**
 * Works on one operation. Its failure is an alarm and doesn't stop the others; only a node or a
 * database that is down ends the tick, by an error.
 */
export async function withoutStopping(
  worker: ChainWorker,
  op: Operation,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    // Is the node down, or did it fail this call alone? Throws where it is down.
    if (error instanceof ChainDown) await worker.chain.head()
    worker.alarm('operationFailed', { player: op.player, id: op.id, err: error })
  }
}
