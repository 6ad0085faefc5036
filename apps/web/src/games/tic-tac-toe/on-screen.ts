import type { RoundView } from '@pipkin/contract'
import { type TicTacToeMove, type TicTacToeRules, ticTacToe } from '@pipkin/games'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen, Round } from '../../play/round.ts'

export type TicTacToeSeen = Extract<RoundView, { game: 'tic-tac-toe' }>['state']
export type TicTacToePlay = Play<TicTacToeRules, TicTacToeMove, TicTacToeSeen>
export type TicTacToeRoundSeen = Round<TicTacToeRules, TicTacToeMove, TicTacToeSeen>

export const ticTacToeOnScreen: GameOnScreen<TicTacToeRules, TicTacToeMove, TicTacToeSeen> = {
  game: ticTacToe,
  viewIn: (answer) => (answer.game === 'tic-tac-toe' ? answer.state : null),
  resultAfterMs: 0,
  againAfterMs: 0,
}
