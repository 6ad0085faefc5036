import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hash, toHex, u32 } from './bytes.ts'
import { type CellProof, leafHash, pathTo, rootOfTree, treeOver, verifyCell } from './merkle.ts'

/** A tree over cells with multipliers 0, 1, 2 …, and the proofs of all of them. */
function planted(cells: number): { root: string; proofs: CellProof[] } {
  const salts = Array.from({ length: cells }, (_, cell) => hash(u32(cell)))
  const tree = treeOver(cells, (cell) => leafHash(cell, cell, salts[cell]!))
  const proofs = salts.map((salt, cell) => ({
    cell,
    multiplier: cell,
    salt: toHex(salt),
    path: pathTo(tree, cell),
  }))
  return { root: rootOfTree(tree), proofs }
}

test('every cell of a tree of any size is proven by its own proof alone', () => {
  for (let cells = 1; cells <= 33; cells += 1) {
    const { root, proofs } = planted(cells)
    for (const proof of proofs) {
      expect(verifyCell(root, proof, cells)).toBe(true)
      const moved = { ...proof, cell: (proof.cell + 1) % cells }
      if (cells > 1) expect(verifyCell(root, moved, cells)).toBe(false)
    }
  }
})

test('of 25 cells the last has two siblings, the others five', () => {
  const lengths = planted(25).proofs.map(({ path }) => path.length)
  expect(lengths).toEqual([...Array.from({ length: 24 }, () => 5), 2])
})

test('no edit of a proof is taken', () => {
  const { root, proofs } = planted(25)
  const digit = fc.constantFrom(...'0123456789abcdef')
  fc.assert(
    fc.property(fc.nat(24), fc.nat(5), fc.nat(63), digit, (cell, part, at, to) => {
      const { salt, path, ...rest } = proofs[cell]!
      const parts = [salt, ...path]
      const place = part % parts.length
      const before = parts[place]!
      const [edited, ...way] = parts.with(place, before.slice(0, at) + to + before.slice(at + 1))
      const same = before[at] === to
      expect(verifyCell(root, { ...rest, salt: edited!, path: way }, 25)).toBe(same)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test.each<Partial<CellProof>>([
  { cell: 24 },
  { cell: -1 },
  { cell: 25 },
  { cell: 0.5 },
  { multiplier: 1 },
  { multiplier: -1 },
  { multiplier: 2 ** 32 },
  { path: [] },
  { path: [...planted(25).proofs[0]!.path, 'a'.repeat(64)] },
  { path: planted(25).proofs[0]!.path.toReversed() },
  { salt: 'A'.repeat(64) },
  { salt: '' },
])('a cell with a changed proof is refused: %j', (edit) => {
  const { root, proofs } = planted(25)
  expect(verifyCell(root, { ...proofs[0]!, ...edit }, 25)).toBe(false)
})

test('a tree without leaves has no root', () =>
  expect(() => treeOver(0, () => new Uint8Array(32))).toThrow(RangeError))
