export {
  type AnyGame,
  findGame,
  type GameName,
  gameOf,
  games,
  type Move,
  openRound,
  parseRules,
  type Round,
  type Rules,
  rootOf,
  type View,
} from './catalog.ts'
export { fromHex, isHex32, toHex } from './fairness/bytes.ts'
export { canonicalJson, rulesHash } from './fairness/canonical-json.ts'
export { type CellProof, pathTo, rootOfTree, treeOver, verifyCell } from './fairness/merkle.ts'
export type { History, Proof, Voided } from './fairness/proof.ts'
export {
  type Bet,
  type BetFacts,
  batchBytes,
  betFacts,
  type End,
  type EndFacts,
  endFacts,
  type Facts,
  generationOf,
  type Head,
  type HeadFacts,
  headFacts,
  type Receipt,
  receiptBytes,
  type SeedPosition,
  type StakeSplit,
  signedGeneration,
  type VoidFacts,
  voidFacts,
} from './fairness/receipt.ts'
export {
  epochCommitment,
  isClientSeed,
  noncesAnEpoch,
  roundCommitment,
  roundKey,
} from './fairness/seeds.ts'
export type {
  BaseRules,
  Game,
  MoveRefusal,
  Offer,
  Outcome,
  Played,
  RoundOf,
  RoundStatus,
} from './game.ts'
export { type Replay, type Replayed, replay } from './replay.ts'
export {
  type Deal,
  dealRound,
  finishRound,
  gameStatusOf,
  isKind,
  outcomeOf,
  playMove,
  viewOf,
} from './round.ts'
export { type Fields, isShaped, type Shape } from './shape.ts'
export { chanceText, timesText } from './words.ts'
