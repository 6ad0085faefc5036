import { guessNumber } from './guess-number/index.ts'
import { mines } from './mines/index.ts'
import { slotMachine } from './slot-machine/index.ts'
import { ticTacToe } from './tic-tac-toe/index.ts'

/** The one list of games, in the order in which they are offered. */
export const gameList = [guessNumber, mines, slotMachine, ticTacToe] as const
