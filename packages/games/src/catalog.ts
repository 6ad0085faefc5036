import type { Game, GameName } from './game.ts'
import type { GuessMove } from './guess-number/choices.ts'
import { type GuessState, type GuessView, guessNumber } from './guess-number/rules.ts'
import { type GuessRules, guessRules } from './guess-number/settings.ts'
import { type MinesMove, type MinesState, type MinesView, mines } from './mines/rules.ts'
import { type MinesRules, minesDemoRules, minesRules } from './mines/settings.ts'
import { type Deal, dealRound, type RoundOf, viewOf } from './round.ts'
import { type SlotMove, type SlotState, type SlotView, slotMachine } from './slot-machine/rules.ts'
import { type SlotRules, slotRules } from './slot-machine/settings.ts'
import {
  type TicTacToeMove,
  type TicTacToeState,
  type TicTacToeView,
  ticTacToe,
} from './tic-tac-toe/rules.ts'
import { type TicTacToeRules, ticTacToeRules } from './tic-tac-toe/settings.ts'

export type Rules = MinesRules | GuessRules | SlotRules | TicTacToeRules
export type Move = MinesMove | GuessMove | SlotMove | TicTacToeMove
export type State = MinesState | GuessState | SlotState | TicTacToeState
export type View = MinesView | GuessView | SlotView | TicTacToeView
export type AnyGame = Game<Rules, Move, State, View>

/** A round of any of the games. */
export type Round = RoundOf<Rules, Move, State, View>
export type GuessRound = RoundOf<GuessRules, GuessMove, GuessState, GuessView>
export type MinesRound = RoundOf<MinesRules, MinesMove, MinesState, MinesView>
export type SlotRound = RoundOf<SlotRules, SlotMove, SlotState, SlotView>
export type TicTacToeRound = RoundOf<TicTacToeRules, TicTacToeMove, TicTacToeState, TicTacToeView>

export const games: Readonly<Record<GameName, AnyGame>> = {
  'guess-number': guessNumber,
  mines,
  'slot-machine': slotMachine,
  'tic-tac-toe': ticTacToe,
}

/** What a new installation offers. */
export const defaultRules = {
  'guess-number': guessRules,
  mines: minesRules,
  'slot-machine': slotRules,
  'tic-tac-toe': ticTacToeRules,
} as const satisfies Record<GameName, Rules>

/** What the demos play by. */
export const demoRules = {
  'guess-number': guessRules,
  mines: minesDemoRules,
  'slot-machine': slotRules,
  'tic-tac-toe': ticTacToeRules,
} as const satisfies Record<GameName, Rules>

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
