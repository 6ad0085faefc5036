import type { GameScreens } from '../game-screens.ts'

export const screens: GameScreens = {
  name: 'tic-tac-toe',
  title: 'Tic-Tac-Toe',
  tint: 'peach',
  art: 'tic-tac-toe',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
