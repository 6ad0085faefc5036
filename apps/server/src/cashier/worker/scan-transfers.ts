import { one, type Queryable, sql } from '../../platform/database/database.ts'
import type { Block, Hex, Transfer } from '../chain/chain.ts'
import { moved } from '../chain/token.ts'
import type { Agreement, ChainWorker } from './chain-worker.ts'

interface Scanned {
  readonly block: bigint
  readonly hash: Hex
  /** The house's balance at that block, by its transfers. */
  readonly balance: bigint
}

/**
 * How many of the last blocks are read again after a deep reorg, or if the node lists more of their
 * transfers by now. A reorg that is deeper still shows in the balances.
 */
const rewindBlocks = 256n

/**
 * Reads every confirmed transfer to and from the house once. Each must belong to an operation, and
 * their sum must be the house's balance by the token. It credits no deposit.
 */
export async function scanTransfers(worker: ChainWorker, head: Block): Promise<Agreement> {
  const { memory, settings } = worker
  if (memory.compared?.head === head.hash) return memory.compared.agreement
  let scanned = await readScanned(worker.database)
  if (scanned.block > head.number) return 'unknown'
  const hash = await worker.chain.hashOf(scanned.block)
  // Behind one address, another node than the one that answered the head may lag.
  if (hash === null) return 'unknown'
  if (hash !== scanned.hash) {
    const to = await beforeLast(worker.database, scanned)
    worker.alarm('deepReorg', { block: scanned.block, rereadFrom: to })
    await rewind(worker, scanned, to)
    return 'unknown'
  }
  const confirmed = head.number - BigInt(settings.confirmations) + 1n
  while (scanned.block < confirmed) {
    const upTo = least(confirmed, scanned.block + settings.scanBlocks)
    if (!(await scanBlocks(worker, scanned, upTo))) return 'unknown'
    scanned = await readScanned(worker.database)
  }
  // Another worker may have come further meanwhile.
  if (scanned.block > head.number) return 'unknown'
  const agreement = await compare(worker, head, scanned)
  memory.compared = { head: head.hash, agreement }
  await alarmUnmatched(worker)
  return agreement
}

const readScanned = (database: Queryable): Promise<Scanned> =>
  one(
    database
      .rows<{ block: bigint; hash: Hex; balance: string }>(
        sql`select scanned_block as block, scanned_hash as hash, balance from cashier.house`,
      )
      .then((rows) => rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))),
  )

async function scanBlocks(
  { database, chain, key }: ChainWorker,
  scanned: Scanned,
  upTo: bigint,
): Promise<boolean> {
  const transfers = await chain.transfers(key.address, scanned.block + 1n, upTo)
  const hash = await chain.hashOf(upTo)
  if (hash === null) return false
  const { stored } = await one(
    database.rows<{ stored: boolean }>(sql`select cashier.record_scan($1, $2, $3, $4) as stored`, [
      scanned.block,
      upTo,
      hash,
      JSON.stringify(transfers.filter(movesTokens).map(asJson)),
    ]),
  )
  return stored
}

const movesTokens = ({ units }: Transfer): boolean => units > 0n

const asJson = (transfer: Transfer) => ({
  ...transfer,
  block: String(transfer.block),
  units: String(transfer.units),
})

/**
 * Compares the scanned balance plus newer transfers with the token's balance at the head. It asks
 * for no past state, so it needs no archive node.
 */
async function compare(worker: ChainWorker, head: Block, scanned: Scanned): Promise<Agreement> {
  const { chain, database, key, alarm, memory } = worker
  const [recent, held] = await Promise.all([
    head.number > scanned.block
      ? chain.transfers(key.address, scanned.block + 1n, head.number)
      : [],
    chain.tokens(key.address, head.number),
  ])
  const { got, gave } = moved(recent, key.address)
  const expected = scanned.balance + got - gave
  if (held === expected) return 'yes'
  alarm('balanceDiffers', { held, expected })
  const from = await beforeLast(database, scanned)
  if (await hasMissed(worker, from, scanned)) {
    await rewind(worker, scanned, from)
    return 'unknown'
  }
  // A first difference may come from a block in between; a second one, at a later head, is real.
  return memory.compared === null || memory.compared.agreement === 'yes' ? 'unknown' : 'no'
}

/**
 * Whether the node lists more transfers of the scanned blocks after `from` than it did when they
 * were scanned: a node that lags leaves out those of blocks that it lacks.
 */
async function hasMissed(
  { chain, database, key }: ChainWorker,
  from: bigint,
  scanned: Scanned,
): Promise<boolean> {
  if (from >= scanned.block) return false
  const listed = await chain.transfers(key.address, from + 1n, scanned.block)
  const { known } = await one(
    database.rows<{ known: bigint }>(
      sql`select count(*) as known from cashier.transfers where block > $1 and block <= $2`,
      [from, scanned.block],
    ),
  )
  return listed.filter(movesTokens).length > known
}

/** The block before the last scanned ones, which may be read again. */
async function beforeLast(database: Queryable, scanned: Scanned): Promise<bigint> {
  const { opened } = await one(
    database.rows<{ opened: bigint }>(sql`select opened_block as opened from cashier.house`),
  )
  return scanned.block - rewindBlocks > opened ? scanned.block - rewindBlocks : opened
}

/** Takes the scanner back, to read on from there. */
async function rewind(
  { database, chain }: ChainWorker,
  scanned: Scanned,
  to: bigint,
): Promise<void> {
  const hash = await chain.hashOf(to)
  if (hash === null) return
  await one(database.rows(sql`select cashier.rewind_scan($1, $2, $3)`, [scanned.block, to, hash]))
}

/**
 * Operations and transfers from the house come first, then transfers to it, the largest first. All
 * dust is one alarm, since anyone can send it.
 */
async function alarmUnmatched({ database, alarm }: ChainWorker): Promise<void> {
  await database.rows(sql`select cashier.note_agreeing()`)
  const unexplained = await database.rows<{
    block: bigint
    hash: Hex
    player: number | null
    id: string | null
  }>(sql`
    select block, hash, player_id as player, operation_id as id from cashier.unexplained
    where not is_dust order by is_stray, units desc limit 100`)
  for (const facts of unexplained) alarm('unmatched', facts)
  const dust = await one(
    database.rows<{ count: bigint; sum: bigint }>(sql`
      select count(*) as count, div(coalesce(sum(units), 0), 1e16)::bigint as sum
      from cashier.unexplained where is_dust`),
  )
  if (dust.count > 0n) alarm('dust', dust)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
