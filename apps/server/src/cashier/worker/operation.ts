import type { Money } from '@pipkin/money'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'

/** A deposit or withdrawal, as the chain worker needs it. */
export interface Operation {
  readonly player: number
  readonly id: string
  readonly kind: 'deposit' | 'withdrawal'
  /** As requested, with a withdrawal's fee. */
  readonly amount: Money
  readonly fee: Money
  /** The player's wallet. */
  readonly address: Hex
  /** Since it was asked for, or an operator released it. */
  readonly ageMs: number
}

/** An operation that was signed and has not ended. */
export interface OperationInFlight extends Operation {
  readonly state: 'signed' | 'mined'
  readonly nonce: bigint
  readonly minedHash: Hex | null
  readonly minedBlock: bigint | null
  /** The hash of each attempt, the first one first. */
  readonly hashes: readonly Hex[]
  /** The bytes of the last attempt. */
  readonly raw: Hex
  readonly signedAgoMs: number
}

/** The next operations of a kind after `after` that are not signed, oldest first. */
export const requestedOperations = (
  database: Queryable,
  kind: Operation['kind'],
  after: string,
  limit: number,
) =>
  database.rows<Operation>(
    sql`select player_id as player, operation_id as id, kind, amount, fee, address,
               extract(epoch from clock_timestamp() - coalesce(released_at, at))::float8
                 * 1000 as "ageMs"
        from cashier.operations
        where state = 'requested' and kind = $1 and operation_id > $2
          and not (select case $1 when 'deposit' then deposits_paused else payouts_paused end
                   from cashier.settings)
        order by operation_id limit $3`,
    [kind, after, limit],
  )

/** All operations that are signed and have not ended, by nonce. */
export const operationsInFlight = (database: Queryable) =>
  database.rows<OperationInFlight>(
    sql`select o.player_id as player, o.operation_id as id, o.kind, o.amount, o.fee,
               o.address, o.state, o.nonce,
               extract(epoch from clock_timestamp() - coalesce(o.released_at, o.at))::float8
                 * 1000 as "ageMs",
               o.mined_hash as "minedHash", o.mined_block as "minedBlock",
               s.hashes, s.raw,
               extract(epoch from clock_timestamp() - s.signed_at)::float8 * 1000 as "signedAgoMs"
        from cashier.operations o
        cross join lateral (
          select array_agg(hash::text order by attempt) as hashes,
                 (array_agg(raw order by attempt desc))[1] as raw, max(signed_at) as signed_at
          from cashier.signed s where s.player_id = o.player_id and s.operation_id = o.operation_id
        ) s
        where o.state in ('signed', 'mined')
        order by o.nonce`,
  )

/** Sets an operation aside for an operator. `block` is the judged receipt's. */
export async function putToReview(
  { database, alarm }: ChainWorker,
  op: Operation,
  block: bigint,
  reason: string,
): Promise<void> {
  const { stored } = await one(
    database.rows<{ stored: boolean }>(
      sql`select cashier.put_to_review($1, $2, $3, $4) as stored`,
      [op.player, op.id, block, reason],
    ),
  )
  if (stored) alarm('review', { player: op.player, id: op.id, reason })
}
