import type { GameScreens } from '../game-screens.ts'

export const screens: GameScreens = {
  name: 'slot-machine',
  title: 'Fruit Slot',
  tint: 'rose',
  art: 'cherries',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
