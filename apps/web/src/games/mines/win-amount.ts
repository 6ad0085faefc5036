import { type Money, times } from '@pipkin/money'
import type { MinesSeen } from './on-screen.ts'

/** What a cash out would return now. */
export const winAmountOf = ({ revealed }: Pick<MinesSeen, 'revealed'>, stake: Money): Money =>
  times(
    stake,
    revealed.reduce((sum, { multiplier }) => sum + multiplier, 0),
  )
