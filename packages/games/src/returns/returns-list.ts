import type { GameName, Move, Rules, State } from '../catalog.ts'
import type { GameReturns } from '../game.ts'
import { guessReturns } from '../guess-number/returns.ts'
import { minesReturns } from '../mines/returns.ts'
import { slotReturns } from '../slot-machine/returns.ts'
import { ticTacToeReturns } from '../tic-tac-toe/returns.ts'

export type AnyReturns = GameReturns<Rules, Move, State>

/** The returns of each game, by its name. Not part of `game-list.ts`: no browser loads a solver. */
export const returnsList: Readonly<Record<GameName, AnyReturns>> = {
  'guess-number': guessReturns,
  mines: minesReturns,
  'slot-machine': slotReturns,
  'tic-tac-toe': ticTacToeReturns,
}
