import { describe, expect, test } from 'vitest'
import { hash, isEqual, utf8 } from './bytes.ts'
import {
  edgeOf,
  entriesPath,
  grownTiles,
  hashOfRange,
  parseTilePath,
  type Tile,
  tilePath,
  tilesAt,
  tilesOfRanges,
  tilesOfSize,
} from './tiles.ts'
import {
  consistencyRanges,
  emptyRoot,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  type Range,
  rootOfInclusion,
} from './tree.ts'

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The root by the words of RFC 6962, section 2.1, to compare with. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (!first) return hash()
  if (leaves.length === 1) return first
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

const leaves = Array.from({ length: 1_100 }, (_, place) => leafHash(utf8(`entry ${place}`)))

/** The tiles of a log that grew in steps of this size. */
function tilesBy(steps: readonly number[]): Tile[] {
  const tiles = new Map<string, Tile>()
  let size = 0
  for (const step of steps) {
    const known = tilesAt(edgeOf(size).flatMap((place) => tiles.get(tilePath(place)) ?? []))
    for (const tile of grownTiles(size, leaves.slice(size, size + step), known))
      tiles.set(tilePath(tile), tile)
    size += step
  }
  return [...tiles.values()]
}

const tiles = tilesBy([1, 7, 248, 1, 300, 256, 287])
const at = tilesAt(tiles)
const hashesOf = (ranges: readonly Range[]) => ranges.map((range) => hashOfRange(range, at))

describe('known answers:', () => {
  test('the tree of certificate transparency’s test vectors', () => {
    const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
    entries.push('606162636465666768696a6b6c6d6e6f')
    const known = entries.map((entry) => leafHash(Buffer.from(entry, 'hex')))
    const [tile] = grownTiles(0, known, () => new Uint8Array())
    expect(toHex(hashOfRange([0, 1], tilesAt([tile!])))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
    expect(toHex(hashOfRange([0, 8], tilesAt([tile!])))).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    )
    expect(toHex(emptyRoot())).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  test('a log of 70,000 entries', () => {
    expect(tilesOfSize(70_000)).toEqual([
      { level: 0, full: 273, partial: 112 },
      { level: 1, full: 1, partial: 17 },
      { level: 2, full: 0, partial: 1 },
    ])
    expect(tilesOfSize(256)).toEqual([
      { level: 0, full: 1, partial: 0 },
      { level: 1, full: 0, partial: 1 },
    ])
  })

  test('the paths of tiles', () => {
    expect(tilePath({ level: 0, index: 1_234_067 })).toBe('tile/0/x001/x234/067')
    expect(tilePath({ level: 1, index: 0 }, 17)).toBe('tile/1/000.p/17')
    expect(entriesPath(273, 112)).toBe('tile/entries/273.p/112')
    expect(parseTilePath('tile/0/x001/x234/067')).toEqual({
      level: 0,
      index: 1_234_067,
      width: 256,
    })
    expect(parseTilePath('tile/entries/273.p/112')).toEqual({
      level: 'entries',
      index: 273,
      width: 112,
    })
  })
})

test.each([
  'tile/64/000',
  'tile/00/000',
  'tile/0/1',
  'tile/0/x000/001',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/08',
  'tile/0/001/002',
  'tile/0/x001',
  'tile/entries/-01',
  'tile/data/000',
  'checkpoint',
])('%s is the path of no tile', (path) => {
  expect(parseTilePath(path)).toBe(null)
})

test('tiles give every root that the words of RFC 6962 give, in any steps that a log grew by', () => {
  for (let size = 0; size <= leaves.length; size += size < 530 ? 1 : 19)
    expect(toHex(hashOfRange([0, size], at))).toBe(toHex(rootOf(leaves.slice(0, size))))
  const alike = tilesBy([1_100])
  expect(new Set(alike.map((tile) => tilePath(tile) + toHex(tile.hashes)))).toEqual(
    new Set(tiles.map((tile) => tilePath(tile) + toHex(tile.hashes))),
  )
})

test('each inclusion proof leads to the root, and to no other place or size', () => {
  for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 515, 1_100])
    for (const index of [0, 1, size >> 1, size - 2, size - 1]) {
      if (index < 0 || index >= size) continue
      const path = hashesOf(inclusionRanges(index, size))
      const root = hashOfRange([0, size], at)
      const leads = (leaf: Uint8Array, place: number, of: number, by = path) =>
        isEqual(rootOfInclusion(leaf, { index: place, size: of }, by) ?? emptyRoot(), root)
      const leaf = leaves[index]!
      expect(leads(leaf, index, size)).toBe(true)
      expect(leads(leafHash(utf8('another')), index, size)).toBe(false)
      expect(leads(leaf, index, size, [...path, leaf])).toBe(false)
      if (size > 1) {
        expect(leads(leaf, index ^ 1, size)).toBe(false)
        expect(leads(leaf, index, size, path.slice(1))).toBe(false)
      }
    }
  for (const index of [-1, 1]) {
    const place = { index, size: 1 }
    expect(rootOfInclusion(leaves[0]!, place, []), `entry ${index} of 1`).toBe(null)
  }
  expect(() => inclusionRanges(5, 5)).toThrow(RangeError)
})

test('a consistency proof holds for the older tree alone', () => {
  const headOf = (size: number) => ({ size, root: hashOfRange([0, size], at) })
  const sizes = [0, 1, 2, 3, 6, 8, 255, 256, 257, 511, 512, 700, 1_099, 1_100]
  for (const old of sizes)
    for (const size of sizes.filter((later) => later >= old)) {
      const proof = hashesOf(consistencyRanges(old, size))
      expect(isConsistent(headOf(old), headOf(size), proof)).toBe(true)
      expect(isConsistent(headOf(old), headOf(size), [...proof, emptyRoot()])).toBe(false)
      if (old > 0)
        expect(isConsistent({ size: old, root: leaves[0]! }, headOf(size), proof)).toBe(old === 1)
      if (size > old && old > 0) {
        expect(isConsistent(headOf(old), { size, root: emptyRoot() }, proof)).toBe(false)
        expect(isConsistent(headOf(size), headOf(old), proof)).toBe(false)
        expect(isConsistent(headOf(old), headOf(size), proof.slice(1))).toBe(false)
      }
    }
})

test('the tiles that proofs of a size need are those that a log of it has', () => {
  const size = 1_000
  const has = new Map(
    tilesOfSize(size).map(({ level, full, partial }) => [level, full + (partial > 0 ? 1 : 0)]),
  )
  const needed = tilesOfRanges([
    [0, size],
    ...inclusionRanges(700, size),
    ...consistencyRanges(300, size),
  ])
  for (const { level, index } of needed) expect(index).toBeLessThan(has.get(level) ?? 0)
})

test('a tile that is missing or too short is noticed', () => {
  expect(() => hashOfRange([0, 3], tilesAt([]))).toThrow('tile 0/0 is missing')
  const short = [{ level: 0, index: 0, hashes: new Uint8Array(64) }]
  expect(() => hashOfRange([0, 3], tilesAt(short))).toThrow('lacks a hash')
})
