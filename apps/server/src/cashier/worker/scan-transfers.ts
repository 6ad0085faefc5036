import { one, type Queryable, sql } from '../../platform/database/database.ts'
import type { Block, Hex, Transfer } from '../chain/chain.ts'
import { moved } from '../chain/token.ts'
import { resendAfter } from './resend-after.ts'
import type { Agreement, Worker } from './worker.ts'

interface Scanned {
  readonly block: bigint
  readonly hash: Hex
  /** What the house held then, by its transfers. */
  readonly balance: bigint
}

/** A reorg deeper than the confirmations: the scanner goes back this far at a time. */
const rewindBlocks = 256n

/**
 * Reads every confirmed transfer to and from the house, once, and compares: each must belong to an
 * operation, and all of them together must give the balance that the token says the house has. It
 * never credits anything.
 */
export async function scanTransfers(worker: Worker, head: Block): Promise<Agreement> {
  const { memory, settings } = worker
  if (memory.compared?.head === head.hash) return memory.compared.agreement
  let scanned = await readScanned(worker.database)
  if (scanned.block > head.number) return 'unknown'
  if ((await worker.chain.hashOf(scanned.block)) !== scanned.hash) {
    await rewind(worker, scanned)
    return 'unknown'
  }
  const confirmed = head.number - BigInt(settings.confirmations) + 1n
  while (scanned.block < confirmed) {
    const upTo = least(confirmed, scanned.block + settings.scanBlocks)
    if (!(await scanBlocks(worker, scanned, upTo))) return 'unknown'
    scanned = await readScanned(worker.database)
  }
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
  { database, chain, key }: Worker,
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
      JSON.stringify(transfers.filter((transfer) => transfer.units > 0n).map(asJson)),
    ]),
  )
  return stored
}

const asJson = (transfer: Transfer) => ({
  ...transfer,
  block: String(transfer.block),
  units: String(transfer.units),
})

/**
 * Checkpoint plus transfers against the token's own word, at the head: no state of the past is
 * asked for.
 */
async function compare(
  { chain, key, alarm, memory }: Worker,
  head: Block,
  scanned: Scanned,
): Promise<Agreement> {
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
  // The first difference may be a block that came in between; one that stays when the chain goes on
  // is real.
  return memory.compared === null || memory.compared.agreement === 'yes' ? 'unknown' : 'no'
}

async function rewind(worker: Worker, scanned: Scanned): Promise<void> {
  const { database, chain, alarm } = worker
  const { opened } = await one(
    database.rows<{ opened: bigint }>(sql`select opened_block as opened from cashier.house`),
  )
  const to = scanned.block - rewindBlocks > opened ? scanned.block - rewindBlocks : opened
  alarm('deepReorg', { block: scanned.block, rereadFrom: to })
  const hash = await chain.hashOf(to)
  if (hash === null) return
  // Sent before the scanner goes back: a crash in between does both again.
  await resendAfter(worker, to)
  await one(database.rows(sql`select cashier.rewind_scan($1, $2, $3)`, [scanned.block, to, hash]))
}

async function alarmUnmatched({ database, alarm }: Worker): Promise<void> {
  const unmatched = await database.rows<{
    block: bigint
    hash: Hex
    player: number | null
    id: string | null
  }>(sql`
    select block, hash, player_id as player, operation_id as id from cashier.unmatched
    where block > (select scanned_block - 10000 from cashier.house) limit 100`)
  for (const facts of unmatched) alarm('unmatched', facts)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
