import type { AnswerOf } from '@pipkin/contract/schemas'
import { toHex } from '@pipkin/games'
import { hundredths } from '@pipkin/money'
import { ownNonce, pathPlaces } from '@pipkin/solvency'
import type { ChainConfig } from '../config.ts'
import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { nodesAPiece, nodesOf } from './build-tree.ts'

const listStatement = sql`
  select s.snapshot, s.taken_at as at, s.block, s.owed, s.held, encode(s.root, 'hex') as root,
         s.size, s.players, s.checked, s.signature
  from solvency.snapshots s where s.taken_at is not null
  order by s.taken_at desc limit 400`
const announcedStatement = sql`
  select snapshot, block from solvency.snapshots where taken_at is null
  order by announced_at desc limit 1`

export interface SolvencyDeps {
  readonly database: Database
  readonly chain: Pick<ChainConfig, 'chainId' | 'token' | 'house'>
}

interface SnapshotRow {
  readonly snapshot: string
  readonly at: Date
  readonly block: bigint
  readonly owed: bigint
  readonly held: bigint
  readonly root: string
  readonly size: number
  readonly players: number
  readonly signature: string
  readonly checked: number
}

/** What the house owed and held, the newest first, and the block that the next one waits for. */
export async function listSolvency({
  database,
  chain: { chainId, token, house },
}: SolvencyDeps): Promise<AnswerOf<'listSolvency'>> {
  const [rows, announced] = await Promise.all([
    database.rows<SnapshotRow>(listStatement),
    maybeOne(database.rows<{ snapshot: string; block: bigint }>(announcedStatement)),
  ])
  return {
    snapshots: rows.map((row) => ({
      ...row,
      block: Number(row.block),
      owed: hundredths(row.owed),
      held: hundredths(row.held),
    })),
    ...(announced && {
      announced: { snapshot: announced.snapshot, block: Number(announced.block) },
    }),
    chain: { chainId, token, house },
  }
}

const newest = sql`
  select snapshot, size from solvency.snapshots where taken_at is not null
  order by taken_at desc limit 1`
const readNewest = (database: Database) =>
  maybeOne(database.rows<{ snapshot: string; size: number }>(newest))

const rememberedMs = 2_000

/**
 * Lists what the house owed and held: the same for everyone, so it is read once in two seconds. But
 * it never lacks the newest snapshot: who has its proof looks for it there.
 */
export function rememberSolvency(
  deps: SolvencyDeps,
  elapsedMs: () => number,
): () => Promise<AnswerOf<'listSolvency'>> {
  const begin = (last: string | undefined) => ({
    last,
    list: ttlCache(rememberedMs, elapsedMs, () => listSolvency(deps)),
  })
  let known = begin(undefined)
  return async () => {
    const last = (await readNewest(deps.database))?.snapshot
    if (last !== known.last) known = begin(last)
    return known.list()
  }
}
const ownLeaves = sql`
  select encode(l.hash, 'hex') as hash, l.amounts::text[] as amounts,
         (select p.piece from solvency.nodes p
          where p.snapshot = l.snapshot and p.level = 0 and p.first_hash <= l.hash
          order by p.piece desc limit 1) as piece
  from solvency.leaves l where l.player_id = $1 and l.snapshot = $2 order by l.hash`
const ownSecret = sql`select secret from solvency.secrets where player_id = $1`
const noteCheck = sql`select solvency.note_check($1, $2)`
const pieces = sql`
  select p.level, p.piece, p.nodes from solvency.nodes p
  join unnest($2::smallint[], $3::integer[]) as wanted (level, piece) using (level, piece)
  where p.snapshot = $1`

/**
 * The player's own leaves of the newest snapshot, with their ways to the root. Refuses where there
 * is no snapshot yet. A player who came after it has no leaves.
 */
export async function readSolvencyProof(
  database: Database,
  { player }: { readonly player: number },
): Promise<Result<'readSolvencyProof'>> {
  const last = await readNewest(database)
  if (!last) return refuse('notFound')
  const { snapshot, size } = last
  const [secret, rows] = await Promise.all([
    maybeOne(database.rows<{ secret: Buffer }>(ownSecret, [player])),
    database.rows<{ hash: string; amounts: readonly string[]; piece: number }>(ownLeaves, [
      player,
      snapshot,
    ]),
  ])
  if (!secret) return refuse('notFound')
  const nodes = await piecesReader(database, snapshot)
  const leaves = []
  for (const { hash, amounts, piece } of rows) {
    const at = (await nodes(0, piece)).findIndex((leaf) => leaf.hash === hash)
    const index = piece * nodesAPiece + at
    const path = []
    for (const beside of pathPlaces(index, size)) {
      const found = await nodes(beside.level, Math.floor(beside.index / nodesAPiece))
      const node = found[beside.index % nodesAPiece]
      if (!node) throw new Error(`the tree of ${snapshot} lacks a node`)
      path.push(node)
    }
    leaves.push({ index, amounts, path })
  }
  return done<'readSolvencyProof'>({
    snapshot,
    player: String(player),
    secret: toHex(secret.secret),
    nonce: toHex(ownNonce(secret.secret, String(player))),
    leaves,
  })
}

/** Counts the player as one who has checked a snapshot, once. */
export async function noteSolvencyCheck(
  database: Database,
  { player, snapshot }: { readonly player: number; readonly snapshot: string },
): Promise<Result<'noteSolvencyCheck'>> {
  await database.rows(noteCheck, [player, snapshot])
  return done<'noteSolvencyCheck'>({})
}

/** Reads each piece of a tree once. */
async function piecesReader(database: Database, snapshot: string) {
  const known = new Map<string, Promise<{ hash: string; sum: string }[]>>()
  return (level: number, piece: number) => {
    const key = `${level} ${piece}`
    const read =
      known.get(key) ??
      database
        .rows<{ nodes: Buffer }>(pieces, [snapshot, [level], [piece]])
        .then(([row]) => (row ? nodesOf(row.nodes) : []))
    known.set(key, read)
    return read
  }
}

const isTaken = sql`
  select exists (
    select from solvency.nodes where snapshot = $1 and level = 0 and piece = 0) as taken`
const nextPiece = sql`
  select level, piece, nodes from solvency.nodes
  where snapshot = $1 and (level, piece) > ($2, $3) order by level, piece limit 8`

const isSnapshot = (name: string): boolean => /^\d{8}T\d{6}Z$/.test(name)

/** The text of a snapshot's whole tree, piece by piece; null where there is none. */
export async function openTree(
  database: Database,
  snapshot: string,
): Promise<AsyncIterable<string> | null> {
  if (!isSnapshot(snapshot)) return null
  const found = await maybeOne(database.rows<{ taken: boolean }>(isTaken, [snapshot]))
  return found?.taken ? treeText(database, snapshot) : null
}

async function* treeText(database: Database, snapshot: string): AsyncGenerator<string> {
  yield '{"levels":['
  let [level, piece] = [-1, -1]
  for (;;) {
    const rows = await database.rows<{ level: number; piece: number; nodes: Buffer }>(nextPiece, [
      snapshot,
      level,
      piece,
    ])
    for (const row of rows) {
      const text = nodesOf(row.nodes)
        .map((node) => JSON.stringify(node))
        .join(',\n')
      yield row.level === level ? `,\n${text}` : `${level < 0 ? '' : '],\n'}[${text}`
      ;({ level, piece } = row)
    }
    if (rows.length === 0) break
  }
  yield ']]}\n'
}
