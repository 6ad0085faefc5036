import type { GameScreens } from '../game-screens.ts'
import type { MinesSeen } from './on-screen.ts'
import { winAmountOf } from './win-amount.ts'

export const screens: GameScreens<MinesSeen> = {
  name: 'mines',
  title: 'Mines',
  tint: 'leaf',
  art: 'bomb',
  returnSoFar: winAmountOf,
  picture: () => import('./picture.tsx'),
  table: () => import('./table.tsx'),
}
