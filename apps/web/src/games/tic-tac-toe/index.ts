import type { GameScreens } from '../games.ts'

export const ticTacToe: GameScreens = {
  name: 'tic-tac-toe',
  title: 'Tic-Tac-Toe',
  world: 'ttt',
  art: 'tic-tac-toe',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
