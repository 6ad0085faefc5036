export { isEqual, toBase64 } from './bytes.ts'
export {
  type Checkpoint,
  checkpointText,
  cosign,
  cosignedAt,
  judgeCosignature,
  parseCheckpoint,
} from './checkpoint.ts'
export { bundleOf, entriesOf, entryKinds, entryOf, entryOfHash } from './entries.ts'
export {
  isKeyName,
  judgeNote,
  type Note,
  type NoteKey,
  noteText,
  parseLines,
  parseNote,
  parseVerifier,
  type SignatureLine,
  signNote,
  type Verifier,
  verifierText,
} from './note.ts'
export {
  isSplit,
  type LogTrust,
  type ProofVerdict,
  parseProof,
  proofText,
  verifyLogProof,
} from './proof.ts'
export {
  emptyLogPart,
  judgeReceipt,
  type LoggedReceipt,
  type LogPart,
  logPartOf,
  trustIn,
} from './receipts.ts'
export {
  edgeOf,
  entriesPath,
  grownTiles,
  hashOfRange,
  parseTilePath,
  type Tile,
  type TileAt,
  type TilePlace,
  type TileRequest,
  tilePath,
  tilesAt,
  tilesOfRanges,
  tilesOfSize,
  tileWidth,
} from './tiles.ts'
export {
  consistencyRanges,
  emptyRoot,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  type Range,
  rootOfInclusion,
} from './tree.ts'
export {
  addCheckpointText,
  judgeAddCheckpoint,
  originOf,
  type WitnessAnswer,
  type Witnessed,
} from './witness.ts'
