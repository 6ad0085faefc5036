import { parseCount } from './bytes.ts'
import { emptyRoot, nodeHash, type Range } from './tree.ts'

/**
 * Tiles of 256 hashes (c2sp.org/tlog-tiles). Level 0 has the leaves' hashes; each hash of a level
 * above is the root of a full tile of the level below.
 */
export interface TilePlace {
  readonly level: number
  readonly index: number
}

/** A tile's hashes, one after the other: 32 bytes each, at most 256 of them. */
export interface Tile extends TilePlace {
  readonly hashes: Uint8Array
}

export const tileWidth = 256

const hashAt = (hashes: Uint8Array, place: number): Uint8Array =>
  hashes.subarray(place * 32, place * 32 + 32)

/** `<N>` in a path: groups of three digits, with an `x` before all but the last. */
function indexPath(index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
}

const widthPath = (width: number): string => (width === tileWidth ? '' : `.p/${width}`)

/** The path of a tile below the log's address, such as `tile/0/x001/x234/067.p/8`. */
export const tilePath = ({ level, index }: TilePlace, width = tileWidth): string =>
  `tile/${level}/${indexPath(index)}${widthPath(width)}`

/** The path of a bundle of entries, such as `tile/entries/000`. */
export const entriesPath = (index: number, width = tileWidth): string =>
  `tile/entries/${indexPath(index)}${widthPath(width)}`

export type TileRequest = {
  readonly level: number | 'entries'
  readonly index: number
  readonly width: number
}

/** What a path below the log's address asks for; null where it is no tile's one path. */
export function parseTilePath(path: string): TileRequest | null {
  const [, what = '', groups = '', partial] =
    /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ??
    []
  if (!what) return null
  const level = what === 'entries' ? what : parseCount(what)
  const index = Number(groups.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? tileWidth : parseCount(partial)
  if (level === null || width === null || width < 1 || !Number.isSafeInteger(index)) return null
  if (level !== 'entries' && level > 63) return null
  if (partial !== undefined && width >= tileWidth) return null
  return indexPath(index) === groups ? { level, index, width } : null
}

/** The tiles of a log with this many entries: how many of a level are full, and the last width. */
export function tilesOfSize(size: number): { level: number; full: number; partial: number }[] {
  const levels = []
  for (let level = 0, width = size; width > 0; level += 1, width = Math.floor(width / tileWidth))
    levels.push({ level, full: Math.floor(width / tileWidth), partial: width % tileWidth })
  return levels
}

/** A perfect subtree: 2^level entries, beginning at a multiple of that number. */
interface Node {
  readonly level: number
  readonly index: number
}

/** The perfect subtrees of which a range of a tree consists, from the left. */
function* nodesOf([from, to]: Range): Generator<Node> {
  let start = from
  while (start < to) {
    let [level, size] = [0, 1]
    while (start % (size * 2) === 0 && start + size * 2 <= to) [level, size] = [level + 1, size * 2]
    yield { level, index: start / size }
    start += size
  }
}

/** The hashes of a tile from which a subtree's hash is computed. */
function partOf({ level, index }: Node): TilePlace & { first: number; count: number } {
  const count = 2 ** (level % 8)
  const first = index * count
  const tile = Math.floor(first / tileWidth)
  return { level: Math.floor(level / 8), index: tile, first: first - tile * tileWidth, count }
}

/** The tiles that the hashes of some ranges are computed from. */
export function tilesOfRanges(ranges: readonly Range[]): TilePlace[] {
  const tiles = new Map<string, TilePlace>()
  for (const range of ranges)
    for (const node of nodesOf(range)) {
      const { level, index } = partOf(node)
      tiles.set(`${level}/${index}`, { level, index })
    }
  return [...tiles.values()]
}

/** Finds tiles that were read. */
export type TileAt = (place: TilePlace) => Uint8Array

/** A `TileAt` over tiles that were read. It throws for any other tile. */
export function tilesAt(tiles: readonly Tile[]): TileAt {
  const known = new Map(tiles.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]))
  return ({ level, index }) => {
    const hashes = known.get(`${level}/${index}`)
    if (!hashes) throw new Error(`tile ${level}/${index} is missing`)
    return hashes
  }
}

/**
 * The hash of a range's subtree by RFC 6962: for a range from 0 the root of a tree, else a hash of
 * those that its proofs list. Throws if a tile lacks a hash.
 */
export function hashOfRange(range: Range, tileAt: TileAt): Uint8Array {
  const hashes = [...nodesOf(range)].map((node) => {
    const { first, count, ...place } = partOf(node)
    const tile = tileAt(place)
    if (tile.length < (first + count) * 32) throw new Error('a tile lacks a hash')
    return perfectRoot(tile.subarray(first * 32, (first + count) * 32))
  })
  // The subtrees get smaller to the right, so join them from the right.
  return (
    hashes.reduceRight<Uint8Array | null>(
      (right, left) => (right ? nodeHash(left, right) : left),
      null,
    ) ?? emptyRoot()
  )
}

/** The root over a power of two of hashes that stand one after the other. */
function perfectRoot(hashes: Uint8Array): Uint8Array {
  let level = Array.from({ length: hashes.length / 32 }, (_, place) => hashAt(hashes, place))
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, place) =>
      nodeHash(level[place * 2] ?? emptyRoot(), level[place * 2 + 1] ?? emptyRoot()),
    )
  return level[0] ?? emptyRoot()
}

/** The tiles at the right edge of a log, which the next entries may fill. */
export const edgeOf = (size: number): TilePlace[] =>
  tilesOfSize(size)
    .filter(({ partial }) => partial > 0)
    .map(({ level, full }) => ({ level, index: full }))

/**
 * The tiles that change when a log of `size` entries grows by these leaf hashes. `tileAt` must have
 * the tiles of `edgeOf(size)`.
 */
export function grownTiles(size: number, leaves: readonly Uint8Array[], tileAt: TileAt): Tile[] {
  const changed: Tile[] = []
  let [level, before, added] = [0, size, leaves]
  while (added.length > 0) {
    const roots: Uint8Array[] = []
    let index = Math.floor(before / tileWidth)
    const open = before % tileWidth
    const there = open === 0 ? new Uint8Array() : tileAt({ level, index }).subarray(0, open * 32)
    for (let taken = 0, width = open; taken < added.length; index += 1, width = 0) {
      const fresh = added.slice(taken, taken + tileWidth - width)
      const hashes = new Uint8Array((width + fresh.length) * 32)
      if (width > 0) hashes.set(there)
      fresh.forEach((leaf, place) => {
        hashes.set(leaf, (width + place) * 32)
      })
      changed.push({ level, index, hashes })
      taken += fresh.length
      if (hashes.length === tileWidth * 32) roots.push(perfectRoot(hashes))
    }
    ;[level, before, added] = [level + 1, Math.floor(before / tileWidth), roots]
  }
  return changed
}
