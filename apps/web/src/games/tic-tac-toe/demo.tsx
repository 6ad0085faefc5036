import { type TicTacToeRules, ticTacToeRules } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { anyStake, DemoGame, type DemoOffer } from '../table/demo-game.tsx'
import { ticTacToeOnScreen } from './on-screen.ts'
import { TicTacToeFace } from './tic-tac-toe-face.tsx'

const offer: DemoOffer<TicTacToeRules> = {
  rules: ticTacToeRules,
  start: fkr(100),
  steps: { minimum: fkr(5), maximum: fkr(100), step: fkr(5) },
  limits: anyStake,
}

export default function DemoTicTacToe() {
  return <DemoGame on={ticTacToeOnScreen} offer={offer} Face={TicTacToeFace} />
}
