import { guessNumber } from './guess-number/index.ts'
import { mines } from './mines/index.ts'
import { slotMachine } from './slot-machine/index.ts'
import { ticTacToe } from './tic-tac-toe/index.ts'

/**
 * The one list of games on the web's side, in the order of `packages/games/src/game-list.ts`. It is
 * in the first load: what weighs, each game loads when it is needed.
 */
export const screenList = [guessNumber, mines, slotMachine, ticTacToe] as const
