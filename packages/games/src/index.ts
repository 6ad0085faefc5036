export {
  type AnyGame,
  defaultRules,
  demoRules,
  type GuessRound,
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
export { type CellProof, verifyCell } from './fairness/merkle.ts'
export type { History, Proof } from './fairness/proof.ts'
export {
  type Bet,
  type BetFacts,
  betFacts,
  type End,
  type EndFacts,
  endFacts,
  type Facts,
  type Head,
  type HeadFacts,
  headFacts,
  type Place,
  type Receipt,
  receiptBytes,
  type StakeSplit,
} from './fairness/receipt.ts'
export {
  epochCommitment,
  isClientSeed,
  noncesAnEpoch,
  roundCommitment,
  roundKey,
} from './fairness/seeds.ts'
export type { Game, GameName, MoveRefusal, Outcome, Played, RoundStatus } from './game.ts'
export { choicePays, type GuessMove, matching, meets, winChance } from './guess-number/choices.ts'
export { type GuessState, type GuessView, guessNumber } from './guess-number/rules.ts'
export { type GuessRules, guessRules } from './guess-number/settings.ts'
export { type MinesMove, type MinesState, type MinesView, mines } from './mines/rules.ts'
export { type MinesRules, minesDemoRules, minesRules } from './mines/settings.ts'
export { type Replay, type Replayed, replay } from './replay.ts'
export {
  type Deal,
  dealRound,
  finishRound,
  gameStatusOf,
  isKind,
  outcomeOf,
  playMove,
  type RoundOf,
  viewOf,
} from './round.ts'
export {
  reelsOutcome,
  type SlotMove,
  type SlotState,
  type SlotView,
  slotMachine,
} from './slot-machine/rules.ts'
export { type SlotRules, slotRules } from './slot-machine/settings.ts'
export { type Board, lineCells, type Mark, resultForX } from './tic-tac-toe/board.ts'
export {
  type TicTacToeMove,
  type TicTacToeState,
  type TicTacToeView,
  ticTacToe,
} from './tic-tac-toe/rules.ts'
export { type TicTacToeRules, ticTacToeRules } from './tic-tac-toe/settings.ts'
