import { sql } from '../../platform/database/database.ts'
import { type Block, ChainDown, ChainRefused } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import type { Operation } from './operation.ts'

/** How many times the scanner's blocks a look goes back. */
const looksBack = 5n
const trace = sql`
  select referral.trace_address($1, address) from unnest($2::text[]) address order by address`

/**
 * Notes which addresses funded, or were paid by, the address of each operation on its way: rewards
 * wait where friends share one. It looks once for an operation. No deposit or withdrawal waits for
 * it, nor fails where the node can't answer.
 */
export async function traceAddresses(
  worker: ChainWorker,
  operations: readonly Operation[],
  head: Block,
): Promise<void> {
  const { memory } = worker
  const already = memory.traced
  memory.traced = new Set(operations.map(({ id }) => id))
  for (const op of operations) if (!already.has(op.id)) await traceOperation(worker, op, head)
}

async function traceOperation(worker: ChainWorker, op: Operation, head: Block): Promise<void> {
  const { chain, database, key, settings } = worker
  const others = new Set<string>()
  try {
    for (let look = 0n; look < looksBack; look += 1n) {
      const to = head.number - look * settings.scanBlocks
      if (to < 0n) break
      const from = to - settings.scanBlocks + 1n
      for (const transfer of await chain.transfers(op.address, from > 0n ? from : 0n, to))
        others.add(transfer.from === op.address ? transfer.to : transfer.from)
    }
  } catch (error) {
    if (!(error instanceof ChainDown || error instanceof ChainRefused)) throw error
  }
  others.delete(op.address)
  others.delete(key.address)
  if (others.size > 0) await database.rows(trace, [op.player, [...others]])
}
