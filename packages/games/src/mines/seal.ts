import { toHex } from '../fairness/bytes.ts'
import type { Chance } from '../fairness/chance.ts'
import { type CellProof, leafHash, pathTo, rootOfTree, treeOver } from '../fairness/merkle.ts'

/** Fixes a layout at the deal, by the Merkle tree over its cells. */
export interface Seal {
  /** Hex. */
  readonly root: string
  proofOf(cell: number): CellProof
}

/**
 * The seal of a layout, computed at its first use: all views of a round share it, and a simulation
 * never computes it.
 */
export function sealerOf(layout: readonly number[], leafSalt: Chance['leafSalt']): () => Seal {
  let seal: Seal | undefined
  return () => {
    seal ??= sealOf(layout, leafSalt)
    return seal
  }
}

function sealOf(layout: readonly number[], leafSalt: Chance['leafSalt']): Seal {
  const tree = treeOver(layout.length, (cell) => leafHash(cell, layout[cell] ?? 0, leafSalt(cell)))
  return {
    root: rootOfTree(tree),
    proofOf: (cell) => ({
      cell,
      multiplier: layout[cell] ?? 0,
      salt: toHex(leafSalt(cell)),
      path: pathTo(tree, cell),
    }),
  }
}
