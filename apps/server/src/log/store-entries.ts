import { edgeOf, grownTiles, leafHash, tilesAt, tileWidth } from '@pipkin/log'
import { type Queryable, sql } from '../platform/database/database.ts'
import { roundBytes } from './bundles.ts'
import type { NewEntry } from './read-new-entries.ts'
import { readTiles } from './tiles.ts'

// The first bundle may exist already. If its length isn't the expected one, another worker has
// appended.
const keepBundles = sql`
  insert into log.bundles as b (number, entries, rounds, span)
    select number, entries, rounds,
           case when since is not null
             then tstzrange(to_timestamp(since / 1000), to_timestamp(until / 1000), '[]') end
    from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::float8[], $5::float8[])
      as made (number, entries, rounds, since, until)
  on conflict (number) do update
    set entries = b.entries || excluded.entries, rounds = b.rounds || excluded.rounds,
        span = range_merge(coalesce(b.span, excluded.span), coalesce(excluded.span, b.span))
    where length(b.entries) = $6::integer * 33
  returning number`
const keepTiles = sql`
  insert into log.tiles (level, index, hashes)
  select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
  on conflict (level, index) do update set hashes = excluded.hashes`

/** Stores entries behind the first `size`, beside their rounds, and the tiles that they change. */
export async function storeEntries(
  inside: Queryable,
  size: number,
  entries: readonly NewEntry[],
): Promise<void> {
  const leaves = entries.map(({ entry }) => leafHash(entry))
  const tiles = grownTiles(size, leaves, tilesAt(await readTiles(inside, edgeOf(size))))
  const bundles = bundlesOf(size, entries)
  const kept = await inside.rows(keepBundles, [
    bundles.map(({ number }) => number),
    bundles.map(({ entries }) => entries),
    bundles.map(({ rounds }) => rounds),
    bundles.map(({ since }) => since),
    bundles.map(({ until }) => until),
    size % tileWidth,
  ])
  if (kept.length !== bundles.length) throw new Error('the log has grown by other hands')
  await inside.rows(keepTiles, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ hashes }) => hashes),
  ])
}

const noRound = Buffer.alloc(roundBytes)

/**
 * Groups new entries into rows of `log.bundles`: each row's number, what is added to it, and the
 * times of its receipts.
 */
function bundlesOf(size: number, entries: readonly NewEntry[]) {
  const bundles = []
  for (let from = 0; from < entries.length; ) {
    const number = Math.floor((size + from) / tileWidth)
    const to = (number + 1) * tileWidth - size
    const inIt = entries.slice(from, to)
    const times = inIt.flatMap(({ receipt }) => receipt?.ms ?? [])
    bundles.push({
      number,
      entries: Buffer.concat(inIt.map(({ entry }) => entry)),
      rounds: Buffer.concat(inIt.map(({ receipt }) => receipt?.round ?? noRound)),
      since: times.length > 0 ? Math.min(...times) : null,
      until: times.length > 0 ? Math.max(...times) + 1 : null,
    })
    from = to
  }
  return bundles
}
