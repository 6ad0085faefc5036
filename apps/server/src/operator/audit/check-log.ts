import { canonicalJson } from '@pipkin/games'
import {
  emptyRoot,
  entryKinds,
  entryOf,
  grownTiles,
  isEqual,
  leafHash,
  parseCheckpoint,
  parseNote,
  tileWidth,
} from '@pipkin/log'
import { type Bundle, entriesIn, playerIn, receiptsIn, roundIn } from '../../log/bundles.ts'
import { entryComputer } from '../../log/compute-entries.ts'
import { readTiles, rootAt } from '../../log/tiles.ts'
import { maybeOne, one, type Queryable, sql } from '../../platform/database/database.ts'
import { type CheckDeps, type Checked, mostFound, type Shares } from './replay-rounds.ts'

/** A whole number of tiles. */
const pageSize = tileWidth * 64

const snapshot = sql`set transaction isolation level repeatable read`
const state = sql`
  select size::float8,
         (select coalesce(sum(length(entries)), 0)::float8 / 33 from log.bundles) as entries
  from log.state`
const published = sql`select note from log.published`
const page = sql`
  select entries from log.bundles where number >= $1 and number < $2 order by number`

/** Computes the log's whole tree from its entries, and compares each tile and the checkpoint. */
export const checkTree = ({ database, stopping }: Omit<CheckDeps, 'seeds'>): Promise<Checked> =>
  database.transaction(async (inside) => {
    await inside.rows(snapshot)
    const found: string[] = []
    const { size, entries } = await one(inside.rows<{ size: number; entries: number }>(state))
    if (entries !== size) found.push(`the log has ${entries} entries, and says ${size}`)
    let roots: Uint8Array[] = []
    for (let from = 0; from < size; from += pageSize) {
      stopping?.throwIfAborted()
      const rows = await inside.rows<{ entries: Buffer }>(page, [
        from / tileWidth,
        (from + pageSize) / tileWidth,
      ])
      roots.push(
        ...(await compareTiles(
          inside,
          0,
          from,
          rows.flatMap(({ entries }) => entriesIn(entries)).map(leafHash),
          found,
        )),
      )
    }
    for (let level = 1; roots.length > 0; level += 1)
      roots = await compareTiles(inside, level, 0, roots, found)
    found.push(...(await compareCheckpoint(inside, size)))
    return { checked: size, found: found.slice(0, mostFound) }
  })

// What the database alone can say; an epoch and its void need a key.
const documents = sql`
  select 4 as kind, rules as document, 'the rulebook ' || encode(rules_hash, 'hex') as what
  from ledger.rulebooks
  union all
  select 6, log.act_document(a), 'act ' || n from operator.acts a
  union all
  select 7, log.audit_document(a), 'the audit of ' || at from operator.audits a
  union all
  select 8, solvency.owed_document(s), 'what was owed at ' || snapshot
  from solvency.snapshots s where taken_at is not null
  union all
  select 9, solvency.held_document(s), 'what was held at ' || snapshot
  from solvency.snapshots s where taken_at is not null`
const waiting = sql`select kind::integer, document from log.waiting where kind = any($1)`

interface Documented {
  readonly kind: number
  readonly document: object
}

/** Compares what has no round, and no seed, with its entry in the log. */
export const checkDocuments = ({
  database,
  stopping,
}: Omit<CheckDeps, 'seeds'>): Promise<Checked> =>
  database.transaction(async (inside) => {
    await inside.rows(snapshot)
    const logged = new Set(
      (await inside.rows<Documented>(waiting, [[...compared]])).map((row) =>
        textOf(entryOfDocument(row)),
      ),
    )
    for (let from = 0; ; from += 64) {
      stopping?.throwIfAborted()
      const rows = await inside.rows<{ entries: Buffer }>(page, [from, from + 64])
      if (rows.length === 0) break
      for (const entry of rows.flatMap(({ entries }) => entriesIn(entries)))
        if (compared.has(entry[0] ?? 0)) logged.add(textOf(entry))
    }
    const rows = await inside.rows<Documented & { readonly what: string }>(documents)
    const found = rows
      .filter((row) => !logged.has(textOf(entryOfDocument(row))))
      .map(({ what }) => `the log says otherwise of ${what}`)
    return { checked: rows.length, found: found.slice(0, mostFound) }
  })

// Rounds and epochs are the many: only the others fit into memory.
const compared: ReadonlySet<number> = new Set([
  entryKinds.rulebook,
  entryKinds.act,
  entryKinds.audit,
  entryKinds.liabilities,
  entryKinds.reserves,
])
const entryOfDocument = ({ kind, document }: Documented) => entryOf(kind, canonicalJson(document))
const textOf = (entry: Uint8Array): string => Buffer.from(entry).toString('base64')

/** Compares the tiles of a level from a place on; answers the roots of those that are full. */
async function compareTiles(
  inside: Queryable,
  level: number,
  from: number,
  hashes: readonly Uint8Array[],
  found: string[],
): Promise<Uint8Array[]> {
  const first = from / tileWidth
  const made = grownTiles(0, hashes, () => emptyRoot())
  const tiles = made.filter((tile) => tile.level === 0)
  const kept = await readTiles(
    inside,
    tiles.map(({ index }) => ({ level, index: first + index })),
  )
  const keptAt = new Map(kept.map((tile) => [tile.index, tile.hashes]))
  for (const { index, hashes } of tiles)
    if (!isEqual(keptAt.get(first + index) ?? emptyRoot(), hashes))
      found.push(`tile ${level}/${first + index} is not that of its entries`)
  return made
    .filter((tile) => tile.level === 1)
    .flatMap((tile) =>
      Array.from({ length: tile.hashes.length / 32 }, (_, place) =>
        tile.hashes.slice(place * 32, place * 32 + 32),
      ),
    )
}

/** Whether the published checkpoint is one of this log. */
async function compareCheckpoint(inside: Queryable, size: number): Promise<string[]> {
  const row = await maybeOne(inside.rows<{ note: string }>(published))
  if (!row) return []
  const note = parseNote(row.note)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!checkpoint) return ['what is published is no checkpoint']
  if (checkpoint.size > size) return [`${checkpoint.size} entries are published of ${size}`]
  return isEqual(await rootAt(inside, checkpoint.size), checkpoint.root)
    ? []
    : [`the checkpoint of ${checkpoint.size} entries has another root`]
}

// Reads by the page: PostgreSQL would plan a join of all entries with all rounds by its statistics,
// which a crash empties.
const receipts = sql`
  select number::float8, entries, rounds, coalesce(upper(span) > $2, false) as "isFresh"
  from log.bundles where number >= $1 order by number limit 64`

/** Computes the entries of receipts from their rounds, of as many as are replayed. */
export async function checkEntries(
  { database, seeds, stopping }: CheckDeps,
  { since, fresh, older, turn }: Shares,
): Promise<Checked> {
  const computeEntries = entryComputer(seeds)
  const found: string[] = []
  let checked = 0
  for (let from = 0; ; ) {
    stopping?.throwIfAborted()
    const bundles = await database.rows<Bundle & { number: number; isFresh: boolean }>(receipts, [
      from,
      since,
    ])
    const last = bundles.at(-1)
    if (!last) return { checked, found }
    from = last.number + 1
    const chosen = bundles.flatMap(({ number, isFresh, ...bundle }) => {
      const share = isFresh ? fresh : older
      return receiptsIn(bundle)
        .map(({ place, ...receipt }) => ({ index: number * tileWidth + place, ...receipt }))
        .filter(({ index }) => index % share === turn % share)
    })
    const computed = await computeEntries(database, chosen)
    for (const { key, index, entry, round } of chosen) {
      const wanted = computed.get(key)
      if (wanted && !isEqual(entry, wanted) && found.length < mostFound)
        found.push(
          `entry ${index} is not that of round ${roundIn(round)} of player ${playerIn(round)}`,
        )
    }
    checked += computed.size
  }
}
