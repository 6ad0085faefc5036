import { toHex } from '@pipkin/games'
import { hundredths, type Money } from '@pipkin/money'
import { atOneMoment } from '../ledger/at-one-moment.ts'
import {
  type Database,
  maybeOne,
  one,
  type Queryable,
  type Statement,
  sql,
} from '../platform/database/database.ts'
import { isOvertaken } from '../platform/database/database-failure.ts'
import { buildTree } from './build-tree.ts'
import { solvencyStatement } from './statement.ts'

/** What a snapshot needs of the chain, and of the house's key. */
interface Reserves {
  /** The number of the newest block. */
  head(): Promise<bigint>
  /** How many blocks, its own among them, a block needs before it counts. */
  readonly confirmations: number
  /** What the house holds at a block; null where the node doesn't have that block any more. */
  heldAt(block: bigint): Promise<Money | null>
  /** The house's signature on a text (EIP-191), hex. */
  attest(text: string): Promise<string>
}

export interface SnapshotDeps {
  /** Patient: a snapshot of many players is one long transaction. */
  readonly database: Database
  readonly reserves: Reserves
}

/** A snapshot is announced for the block that comes this many after the head. */
const blocksAhead = 2n

// One worker announces at a time, until its transaction ends.
const takeTurn = sql`select pg_try_advisory_xact_lock(18, 1) as is_so`
// What was announced and not taken in six hours never will be: a restored database may hold such a
// row, and its block is long gone.
const forgetStale = sql`
  delete from solvency.snapshots
  where taken_at is null and announced_at < now() - interval '6 hours'`
const findOpen = sql`select snapshot, block from solvency.snapshots where taken_at is null`
/**
 * One worker takes it: another finds the row locked, or changed since its own snapshot of the
 * database.
 */
const claim = sql`
  select snapshot from solvency.snapshots
  where snapshot = $1 and taken_at is null for update skip locked`
// If the ledger is read too late, it may contain a deposit or a payout of a block after the
// announced one, and the sums owed and held would be of different moments.
const isLate = sql`
  select exists (
    select player_id from cashier.operations
    where state = 'confirmed' and mined_block > $1) as is_so`
const isDue = sql`
  select exists (select player_id from ledger.wallets limit 1) and (
    exists (
      select at from solvency.requests r
      where not exists (select from solvency.snapshots s where s.snapshot = r.snapshot))
    or not exists (
      select snapshot from solvency.snapshots where taken_at > now() - interval '1 day')) as is_so`
const announce = sql`
  insert into solvency.snapshots (snapshot, block)
    values (to_char(now() at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'), $1)
  on conflict do nothing returning snapshot`
const answerRequests = sql`
  update solvency.requests r set snapshot = $1
    where at < now()
      and not exists (select from solvency.snapshots s where s.snapshot = r.snapshot)`
const forget = sql`delete from solvency.snapshots where snapshot = $1 and taken_at is null`
const finish = sql`
  update solvency.snapshots
    set taken_at = now(), owed = $2, ledger_owes = $3, held = $4, root = $5, size = $6,
        players = $7, signature = $8
    where snapshot = $1`
// Proofs of older ones aren't given; what was owed and held stays for ever.
const forgetTrees = sql`
  delete from solvency.nodes where snapshot in (
    select snapshot from solvency.snapshots where taken_at < now() - interval '30 days')`
const forgetLeaves = sql`
  delete from solvency.leaves where snapshot in (
    select snapshot from solvency.snapshots where taken_at < now() - interval '30 days')`

/**
 * Does the next thing that is due for a snapshot: announces the block of a new one, or takes one
 * whose block is deep enough. Once a day, and when an operator asks. Each step is one transaction,
 * so no reader sees half a snapshot. Answers the snapshot that it has taken, or null.
 */
export async function takeSnapshots({ database, reserves }: SnapshotDeps): Promise<string | null> {
  await database.rows(forgetStale)
  const open = await maybeOne(database.rows<{ snapshot: string; block: bigint }>(findOpen))
  if (open) {
    // A reorg could change what the house held there, and the signature would be wrong for ever.
    const last = open.block + BigInt(reserves.confirmations) - 1n
    if ((await reserves.head()) < last) return null
    const held = await reserves.heldAt(open.block)
    if (held !== null) return await take(database, { ...open, held }, reserves)
    // The node no longer knows that block: a new one is announced.
    await database.rows(forget, [open.snapshot])
    return null
  }
  if (!(await isTrue(database, isDue))) return null
  const block = (await reserves.head()) + blocksAhead
  await database.transaction(async (inside) => {
    // Another worker may have announced one just now.
    if (!(await isTrue(inside, takeTurn)) || (await inside.rows(findOpen)).length > 0) return
    const announced = await maybeOne(inside.rows<{ snapshot: string }>(announce, [block]))
    if (announced) await inside.rows(answerRequests, [announced.snapshot])
  })
  return null
}

const isTrue = async (
  database: Queryable,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<boolean> => (await one(database.rows<{ is_so: boolean }>(statement, values))).is_so

/**
 * Takes the open snapshot. Null if another worker takes it, if there is no player, or if it is too
 * late: then another block is announced.
 */
const take = (
  database: Database,
  { snapshot, block, held }: { snapshot: string; block: bigint; held: Money },
  { attest }: Reserves,
): Promise<string | null> =>
  atOneMoment(database, async (inside) => {
    if ((await inside.rows(claim, [snapshot])).length === 0) return null
    if (await isTrue(inside, isLate, [block])) {
      await inside.rows(forget, [snapshot])
      return null
    }
    const { root, size, players, ledgerOwes } = await buildTree(inside, snapshot)
    if (!root) return null
    const owed = hundredths(root.sum)
    const signature = await attest(
      solvencyStatement({ snapshot, root: toHex(root.hash), owed, block, held }),
    )
    await inside.rows(finish, [
      snapshot,
      root.sum,
      ledgerOwes,
      held,
      Buffer.from(root.hash),
      size,
      players,
      signature,
    ])
    await inside.rows(forgetTrees)
    await inside.rows(forgetLeaves)
    return snapshot
  }).catch((error: unknown) => {
    if (isOvertaken(error)) return null
    throw error
  })
