import { setImmediate as breathe } from 'node:timers/promises'
import { toHex } from '@pipkin/games'
import {
  type Amounts,
  leafOf,
  ownNonce,
  ownTag,
  splitAmounts,
  type TreeNode,
  treeBuilder,
} from '@pipkin/solvency'
import { one, type Queryable, type Statement, sql } from '../platform/database/database.ts'

/** A snapshot's tree, as it was stored. */
export interface BuiltTree {
  /** Null where there is no player. */
  readonly root: TreeNode | null
  readonly size: number
  readonly players: number
  /** The ledger's own sum, in the same snapshot of the database. */
  readonly ledgerOwes: bigint
}

/** Nodes in a row of `solvency.nodes`, and the bytes of each. */
export const nodesAPiece = 1_024
const nodeBytes = 40

const pageSize = 2_000
// Between so many of a page the event loop has its turn: the worker does other jobs meanwhile.
const atOnce = 250
// Random bytes for 32 players at once: PostgreSQL asks the system for them at each call.
const makeSecrets = sql`
  with known as materialized (
    select player_id from solvency.secrets
  ), lacking as materialized (
    select player_id, row_number() over () - 1 as n from ledger.wallets w
    where not exists (select from known k where k.player_id = w.player_id)
  ), chance as materialized (
    select g, public.gen_random_bytes(1024) as bytes
    from generate_series(0, (select count(*) from lacking) / 32) g
  )
  insert into solvency.secrets (player_id, secret)
    select player_id, substr(bytes, 1 + 32 * (n % 32)::integer, 32)
    from lacking join chance on g = n / 32`
const openOwed = sql`
  declare owed no scroll cursor for
  select player_id, secret, deposit, bonus, win, referral, stakes, payouts
  from solvency.liabilities join solvency.secrets using (player_id) order by player_id`
const nextOwed = sql([`fetch ${pageSize} from owed`])
const keepLeaves = sql`
  insert into solvency.leaves (player_id, snapshot, hash, amounts)
    select player_id, $1, substr($3::bytea, 32 * n::integer - 31, 32),
           ($4::bigint[])[6 * n - 5:6 * n]
    from unnest($2::integer[]) with ordinality as made (player_id, n)`
const openLeaves = sql`
  declare leaves no scroll cursor for
  select hash,
         amounts[1] + amounts[2] + amounts[3] + amounts[4] + amounts[5] + amounts[6] as sum
  from solvency.leaves where snapshot = $1 order by hash`
const nextLeaves = sql([`fetch ${pageSize} from leaves`])
const keepPieces = sql`
  insert into solvency.nodes (snapshot, level, piece, first_hash, nodes)
    select $1, * from unnest($2::smallint[], $3::integer[], $4::bytea[], $5::bytea[])`
const ledgerSum = sql`select solvency.ledger_owes() as owes`

interface OwedRow {
  readonly player_id: number
  readonly secret: Buffer
  readonly deposit: bigint
  readonly bonus: bigint
  readonly win: bigint
  readonly referral: bigint
  readonly stakes: bigint
  readonly payouts: bigint
}

/**
 * Reads what each player is owed and stores the tree over it. `inside` is a transaction at one
 * moment (`ledger/at-one-moment.ts`), while bets go on. Memory stays flat: players and leaves pass
 * through by pages, and PostgreSQL sorts the leaves by their hashes, which shuffles them.
 */
export async function buildTree(inside: Queryable, snapshot: string): Promise<BuiltTree> {
  const keep = (leaves: readonly OwnLeaf[]) =>
    inside.rows(keepLeaves, [
      snapshot,
      leaves.map(({ player }) => player),
      Buffer.concat(leaves.map(({ hash }) => hash)),
      `{${leaves.map(({ amounts }) => amounts.join()).join()}}`,
    ])
  await inside.rows(makeSecrets)
  await inside.rows(openOwed)
  let players = 0
  let keeping: Promise<unknown> | null = null
  for await (const rows of pagesOf<OwedRow>(inside, nextOwed)) {
    players += rows.length
    const leaves: OwnLeaf[] = []
    for (const [index, row] of rows.entries()) {
      leaves.push(...leavesOf(snapshot, row))
      if (index % atOnce === 0) await breathe()
    }
    await keeping
    keeping = inBackground(keep(leaves))
  }
  await keeping
  const { owes } = await one(inside.rows<{ owes: bigint }>(ledgerSum))
  return { ...(await storeTree(inside, snapshot)), players, ledgerOwes: owes }
}

/** The pages of a cursor. PostgreSQL prepares the next one while a page is worked on. */
async function* pagesOf<R extends object>(inside: Queryable, next: Statement): AsyncGenerator<R[]> {
  let coming = inBackground(inside.rows<R>(next))
  for (;;) {
    const rows = await coming
    const isLast = rows.length < pageSize
    if (!isLast) coming = inBackground(inside.rows<R>(next))
    yield rows
    if (isLast) return
  }
}

/** Lets work fail unheard where other work has failed before and it isn't awaited any more. */
function inBackground<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

interface OwnLeaf {
  readonly player: number
  readonly amounts: Amounts
  readonly hash: Uint8Array
}

function leavesOf(snapshot: string, row: OwedRow): OwnLeaf[] {
  const { player_id: player, deposit, bonus, win, referral, stakes, payouts } = row
  const tag = ownTag(ownNonce(row.secret, String(player)), snapshot)
  const owed: Amounts = [deposit, bonus, win, referral, stakes, payouts]
  return splitAmounts(owed, tag).map((amounts) => ({
    player,
    amounts,
    hash: leafOf(snapshot, amounts, tag).hash,
  }))
}

interface Piece {
  readonly level: number
  readonly number: number
  readonly nodes: Buffer
}

/** Builds the tree over the stored leaves and stores each level, a piece at a time. */
async function storeTree(
  inside: Queryable,
  snapshot: string,
): Promise<{ root: TreeNode | null; size: number }> {
  const filling: { bytes: Buffer; count: number; number: number }[] = []
  const full: Piece[] = []
  const finish = (level: number): void => {
    const piece = filling[level]
    if (!piece || piece.count === 0) return
    const nodes = piece.bytes.subarray(0, piece.count * nodeBytes)
    full.push({ level, number: piece.number, nodes })
    filling[level] = emptyPiece(piece.number + 1)
  }
  const builder = treeBuilder((level, node) => {
    filling[level] ??= emptyPiece(0)
    const piece = filling[level]
    piece.bytes.set(node.hash, piece.count * nodeBytes)
    piece.bytes.writeBigUInt64BE(node.sum, piece.count * nodeBytes + 32)
    piece.count += 1
    if (piece.count === nodesAPiece) finish(level)
  })
  const store = async () => {
    const pieces = full.splice(0)
    if (pieces.length > 0)
      await inside.rows(keepPieces, [
        snapshot,
        pieces.map(({ level }) => level),
        pieces.map(({ number }) => number),
        pieces.map(({ nodes }) => nodes.subarray(0, 32)),
        pieces.map(({ nodes }) => nodes),
      ])
  }
  await inside.rows(openLeaves, [snapshot])
  let size = 0
  let storing: Promise<unknown> | null = null
  for await (const rows of pagesOf<{ hash: Buffer; sum: bigint }>(inside, nextLeaves)) {
    for (const [index, leaf] of rows.entries()) {
      builder.add(leaf)
      if (index % atOnce === 0) await breathe()
    }
    size += rows.length
    await storing
    storing = inBackground(store())
  }
  await storing
  const root = builder.end()
  for (const level of filling.keys()) finish(level)
  await store()
  return { root, size }
}

const emptyPiece = (number: number) => ({
  bytes: Buffer.alloc(nodesAPiece * nodeBytes),
  count: 0,
  number,
})

/** The nodes of a stored piece, as they are published. */
export const nodesOf = (bytes: Buffer): { hash: string; sum: string }[] =>
  Array.from({ length: bytes.length / nodeBytes }, (_, index) => {
    const at = index * nodeBytes
    return {
      hash: toHex(bytes.subarray(at, at + 32)),
      sum: String(bytes.readBigUInt64BE(at + 32)),
    }
  })
