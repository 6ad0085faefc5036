import type { GameScreens } from '../game-screens.ts'

export const screens: GameScreens = {
  name: 'slot-machine',
  title: 'Fruit Slot',
  world: 'slot',
  art: 'cherries',
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
