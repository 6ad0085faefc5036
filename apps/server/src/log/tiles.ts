import {
  hashOfRange,
  type Range,
  type Tile,
  type TilePlace,
  tilesAt,
  tilesOfRanges,
} from '@pipkin/log'
import { type Queryable, sql } from '../platform/database/database.ts'

const statement = sql`
  select t.level::int, t.index::float8, t.hashes
  from unnest($1::smallint[], $2::bigint[]) as p (level, index)
  join log.tiles t using (level, index)`

/** Reads tiles of the log, those of them that there are. */
export const readTiles = (database: Queryable, places: readonly TilePlace[]): Promise<Tile[]> =>
  database.rows<Tile>(statement, [
    places.map(({ level }) => level),
    places.map(({ index }) => index),
  ])

/** The hashes of some ranges of the log. Throws where the log is too short for one. */
export async function hashesOf(
  database: Queryable,
  ranges: readonly Range[],
): Promise<Uint8Array[]> {
  const tileAt = tilesAt(await readTiles(database, tilesOfRanges(ranges)))
  return ranges.map((range) => hashOfRange(range, tileAt))
}

/** The root of the log at a size. */
export async function rootAt(database: Queryable, size: number): Promise<Uint8Array> {
  const [root] = await hashesOf(database, [[0, size]])
  if (!root) throw new Error('a tree has a root')
  return root
}
