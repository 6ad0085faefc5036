import { RealGame } from '../table/real-game.tsx'
import { ticTacToeOnScreen } from './on-screen.ts'
import { TicTacToeFace } from './tic-tac-toe-face.tsx'

export default function TicTacToe() {
  return <RealGame on={ticTacToeOnScreen} Face={TicTacToeFace} />
}
