import { one, sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import { isolateFailure } from './isolate-failure.ts'
import type { OperationInFlight } from './operation.ts'
import { findReceipt, sendSigned } from './signed-bytes.ts'

/** An operation whose nonce the chain has free again, though it has ended. */
interface Forgotten extends Pick<OperationInFlight, 'player' | 'id' | 'hashes' | 'raw'> {
  readonly movedNothing: boolean
}

/**
 * Sends the bytes of ended operations again that the chain has forgotten by a reorg deeper than the
 * confirmations, at each look until they are mined: so the chain catches up with the ledger, and
 * what has the next nonces is mined. They have their old nonces, so they are mined once at most.
 */
export async function sendForgotten(worker: ChainWorker): Promise<void> {
  const { database, chain, key, settings } = worker
  const { mined } = await chain.nonces(key.address)
  // What is in flight is followed. A withdrawal in review is judged anew first.
  const forgotten = await database.rows<Forgotten>(
    sql`select o.player_id as player, o.operation_id as id, s.hashes,
               cashier.moved_nothing(o) as "movedNothing", coalesce(m.raw, s.raw) as raw
        from cashier.operations o
        join (
          select player_id, operation_id, array_agg(hash::text order by attempt) as hashes,
                 (array_agg(raw order by attempt desc))[1] as raw
          from cashier.signed where nonce >= $1 group by player_id, operation_id
        ) s using (player_id, operation_id)
        left join cashier.signed m on m.hash = o.mined_hash and not cashier.moved_nothing(o)
        where o.state not in ('signed', 'mined') and (o.state <> 'review' or o.kind = 'deposit')
        order by o.nonce limit $2`,
    [mined, settings.unmined],
  )
  for (const op of forgotten)
    await isolateFailure(worker, op, async () => {
      if ((await findReceipt(worker, op)) === null)
        await sendSigned(worker, op, op.movedNothing ? await voided(worker, op) : op.raw)
    })
}

/**
 * What moved no token might move some now, but the ledger has given the money back, or hasn't
 * credited it. So this takes its nonce with a chain transaction that does nothing, which is stored
 * before it is sent. Answers the bytes to send.
 */
async function voided({ database, key }: ChainWorker, op: Forgotten): Promise<Hex> {
  const signed = await key.signNothing(op.raw)
  if (signed === null) return op.raw
  await one(
    database.rows(sql`select cashier.record_nothing($1, $2, $3::smallint, $4, $5)`, [
      op.player,
      op.id,
      op.hashes.length,
      signed.hash,
      signed.raw,
    ]),
  )
  return signed.raw
}
