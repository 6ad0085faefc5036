import { fkr } from '@pipkin/money'
import type { Game, RoundOf } from '../game.ts'
import {
  type TicTacToeMove,
  type TicTacToeState,
  type TicTacToeView,
  ticTacToePlay,
} from './rules.ts'
import { type TicTacToeRules, ticTacToeRules } from './settings.ts'
import { ticTacToeWords } from './words.ts'

export { type Board, lineCells, type Mark, resultForX } from './board.ts'
export type { TicTacToeMove, TicTacToeState, TicTacToeView } from './rules.ts'
export { type TicTacToeRules, ticTacToeRules } from './settings.ts'
export type TicTacToeRound = RoundOf<TicTacToeRules, TicTacToeMove, TicTacToeState, TicTacToeView>

export const ticTacToe: Game<TicTacToeRules, TicTacToeMove, TicTacToeState, TicTacToeView> = {
  ...ticTacToePlay,

  moveForms: [{ cell: 'integer' }],
  viewFields: { board: { list: { oneOf: ['X', 'O', null] } } },
  kindStatus: 0,

  words: ticTacToeWords,
  isSlot: false,
  offer: {
    id: 4,
    title: 'Tic-Tac-Toe',
    slogan: 'You are X, the computer is O',
    rules: ticTacToeRules,
    minimum: fkr(5),
    maximum: fkr(20),
    step: fkr(5),
    minRoundMs: 5_000,
    roundsADay: 20,
    countsAsStaked: false,
  },
}
