import { ChainRefused, type Hex } from '../chain/chain.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/**
 * Sends stored bytes, again and again until they are mined. What the node thinks of them is an
 * alarm and decides nothing.
 */
export async function sendSigned(
  { chain, alarm }: Worker,
  op: Pick<Operation, 'player' | 'id'>,
  raw: Hex,
): Promise<void> {
  try {
    await chain.send(raw)
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    alarm('sendRefused', { player: op.player, id: op.id, why: error.message })
  }
}
