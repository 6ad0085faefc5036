import type { Game, GameName } from './game.ts'
import {
  type GuessMove,
  type GuessRules,
  type GuessState,
  type GuessView,
  guessNumber,
} from './guess-number/rules.ts'
import { type MinesMove, type MinesRules, type MinesState, type MinesView, mines } from './mines/rules.ts'
import { type Deal, dealRound, type RoundOf, viewOf } from './round.ts'
import {
  type SlotMove,
  type SlotRules,
  type SlotState,
  type SlotView,
  slotMachine,
} from './slot-machine/rules.ts'
import {
  type TicTacToeMove,
  type TicTacToeRules,
  type TicTacToeState,
  type TicTacToeView,
  ticTacToe,
} from './tic-tac-toe/rules.ts'

export type Rules = MinesRules | GuessRules | SlotRules | TicTacToeRules
export type Move = MinesMove | GuessMove | SlotMove | TicTacToeMove
export type State = MinesState | GuessState | SlotState | TicTacToeState
export type View = MinesView | GuessView | SlotView | TicTacToeView
export type AnyGame = Game<Rules, Move, State, View>
export type Round = RoundOf<Rules, Move, State, View>

export const games: Readonly<Record<GameName, AnyGame>> = {
  'guess-number': guessNumber,
  mines,
  'slot-machine': slotMachine,
  'tic-tac-toe': ticTacToe,
}

/** The value as rules of one of the games, or null. */
export function parseRules(value: unknown): Rules | null {
  for (const game of Object.values(games)) {
    const rules = game.parseRules(value)
    if (rules) return rules
  }
  return null
}

/** Deals a round of whichever game the rules are of. */
export const openRound = (deal: Deal<Rules>): Round => dealRound(games[deal.rules.game], deal)

/** The Merkle root of a Mines layout, hex; null in the other games. */
export function rootOf(round: Round): string | null {
  const view = viewOf(round)
  return 'root' in view ? view.root : null
}
