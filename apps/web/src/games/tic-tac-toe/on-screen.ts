import {
  type TicTacToeMove,
  type TicTacToeRules,
  type TicTacToeView,
  ticTacToe,
} from '@pipkin/games/tic-tac-toe'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen, Round } from '../../play/round.ts'

export type TicTacToeSeen = TicTacToeView
export type TicTacToePlay = Play<TicTacToeRules, TicTacToeMove, TicTacToeSeen>
export type TicTacToeRoundSeen = Round<TicTacToeRules, TicTacToeMove, TicTacToeSeen>

export const ticTacToeOnScreen: GameOnScreen<TicTacToeRules, TicTacToeMove, TicTacToeSeen> = {
  game: ticTacToe,
  resultAfterMs: 0,
  againAfterMs: 0,
}
