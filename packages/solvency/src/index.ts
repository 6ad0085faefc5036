export {
  type Amounts,
  leafOf,
  nodeOf,
  ownNonce,
  ownTag,
  sumOf,
  type TreeNode,
} from './nodes.ts'
export { splitAmounts } from './split.ts'
export { pathPlaces, type TreeBuilder, treeBuilder } from './tree.ts'
export {
  type Checked,
  checkOwn,
  checkTree,
  type OwnProof,
  type Published,
  type WireNode,
} from './verify.ts'
