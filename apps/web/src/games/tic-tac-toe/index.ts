import type { GameScreens } from '../game-screens.ts'

export const screens: GameScreens = {
  name: 'tic-tac-toe',
  title: 'Tic-Tac-Toe',
  world: 'ttt',
  art: 'tic-tac-toe',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
