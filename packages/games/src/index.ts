export {
  type AnyGame,
  findGame,
  type GameName,
  type GuessRound,
  gameOf,
  games,
  type MinesRound,
  type Move,
  openRound,
  parseRules,
  type Round,
  type Rules,
  rootOf,
  type SlotRound,
  type TicTacToeRound,
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
  type Place,
  type Receipt,
  receiptBytes,
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
export { choicePays, type GuessMove, matching, meets, winChance } from './guess-number/choices.ts'
export { guessNumber } from './guess-number/index.ts'
export type { GuessState, GuessView } from './guess-number/rules.ts'
export { type GuessRules, guessRules } from './guess-number/settings.ts'
export { mines } from './mines/index.ts'
export type { MinesMove, MinesState, MinesView } from './mines/rules.ts'
export { type MinesRules, minesRules } from './mines/settings.ts'
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
export { slotChances } from './slot-machine/chances.ts'
export { slotMachine } from './slot-machine/index.ts'
export {
  reelsOutcome,
  type SlotMove,
  type SlotState,
  type SlotView,
} from './slot-machine/rules.ts'
export { type SlotRules, slotRules } from './slot-machine/settings.ts'
export { fruits } from './slot-machine/words.ts'
export { type Board, lineCells, type Mark, resultForX } from './tic-tac-toe/board.ts'
export { ticTacToe } from './tic-tac-toe/index.ts'
export type { TicTacToeMove, TicTacToeState, TicTacToeView } from './tic-tac-toe/rules.ts'
export { type TicTacToeRules, ticTacToeRules } from './tic-tac-toe/settings.ts'
export { chanceText, timesText } from './words.ts'
