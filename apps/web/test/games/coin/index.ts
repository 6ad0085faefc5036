import type { GameScreens } from '../../../src/games/game-screens.ts'

export const screens: GameScreens = {
  name: 'coin',
  title: 'Coin Toss',
  tint: 'sky',
  art: 'trophy',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
