import { isDatabaseDown } from '../../platform/database/database-failure.ts'
import { ChainDown } from '../chain/chain.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/**
 * Works on one operation; whatever goes wrong with it is an alarm and doesn't stop the others. Only
 * where the node or the database itself is down there is nothing more to do in this tick: that
 * throws.
 */
export async function withoutStopping(
  worker: Worker,
  op: Operation,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    // Is it the node, or only this question to it?
    if (error instanceof ChainDown) await worker.chain.head()
    worker.alarm('operationFailed', { player: op.player, id: op.id, err: error })
  }
}
