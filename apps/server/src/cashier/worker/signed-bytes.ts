import { one, sql } from '../../platform/database/database.ts'
import { ChainRefused, type Hex, type Receipt } from '../chain/chain.ts'
import type { Signed } from '../chain/house-key.ts'
import type { ChainWorker } from './chain-worker.ts'
import type { Operation, OperationInFlight } from './operation.ts'

type Stored = 'stored' | 'moved' | 'held' | 'stopped'

/**
 * Stores signed bytes with their nonce, in one database transaction. `moved`: another worker has
 * signed meanwhile, the player has cancelled, or operations of its kind are paused. `held`: it
 * waits for an operator instead. `stopped`: the player's own limit or break has rejected the
 * deposit.
 */
export async function recordSigned(
  { database }: ChainWorker,
  op: Operation,
  { nonce, attempt, gas, signed }: { nonce: bigint; attempt: number; gas: bigint; signed: Signed },
): Promise<Stored> {
  const { stored } = await one(
    database.rows<{ stored: Stored }>(
      sql`select cashier.record_signed($1, $2, $3, $4::smallint, $5, $6, $7) as stored`,
      [op.player, op.id, nonce, attempt, signed.hash, signed.raw, gas],
    ),
  )
  return stored
}

/**
 * Sends stored bytes; the worker repeats it until they are mined. A refusal by the node is only an
 * alarm.
 */
export async function sendSigned(
  { chain, alarm }: ChainWorker,
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

/** The receipt of the one of an operation's hashes that was mined, else null. */
export async function findReceipt(
  { chain }: ChainWorker,
  { hashes }: Pick<OperationInFlight, 'hashes'>,
): Promise<Receipt | null> {
  // All share a nonce, so at most one is mined; the latest replacement is the likeliest.
  for (const hash of hashes.toReversed()) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}
