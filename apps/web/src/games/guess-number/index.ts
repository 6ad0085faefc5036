import type { GameScreens } from '../game-screens.ts'

export const screens: GameScreens = {
  name: 'guess-number',
  title: 'Guess Number',
  tint: 'sky',
  art: 'input-numbers',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
