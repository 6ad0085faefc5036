import { nodeOf, type TreeNode } from './nodes.ts'

/** Takes the leaves in order, and yields the nodes of each level as soon as they are known. */
export interface TreeBuilder {
  add(leaf: TreeNode): void
  /** The root; null without leaves. */
  end(): TreeNode | null
}

/**
 * Builds the tree with one waiting node a level: it waits for its right neighbour, and an odd one
 * at the end moves up as it is. `onNode` gets each node of each level in order, leaves (level 0)
 * and root included.
 */
export function treeBuilder(onNode: (level: number, node: TreeNode) => void): TreeBuilder {
  const waiting: (TreeNode | null)[] = []
  const counts: number[] = []
  const add = (level: number, node: TreeNode): void => {
    onNode(level, node)
    counts[level] = (counts[level] ?? 0) + 1
    const left = waiting[level]
    waiting[level] = left ? null : node
    if (left) add(level + 1, nodeOf(left, node))
  }
  return {
    add: (leaf) => add(0, leaf),
    end() {
      for (let level = 0; level < counts.length; level += 1) {
        const odd = waiting[level]
        if (counts[level] === 1) return odd ?? null
        if (odd) add(level + 1, odd)
      }
      return null
    },
  }
}

/**
 * The positions of the siblings on a leaf's path to the root, from the leaf up. A level on which
 * the node has no sibling is left out. `size` is the number of leaves.
 */
export function pathPlaces(
  index: number,
  size: number,
): { readonly level: number; readonly index: number; readonly isLeft: boolean }[] {
  const places = []
  for (let level = 0, at = index, count = size; count > 1; level += 1) {
    const beside = at % 2 === 1 ? at - 1 : at + 1
    if (beside < count) places.push({ level, index: beside, isLeft: beside < at })
    at = Math.floor(at / 2)
    count = Math.ceil(count / 2)
  }
  return places
}
