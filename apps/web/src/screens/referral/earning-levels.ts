import type { EarningLevel } from '@pipkin/contract'
import { add, type Money, moneyText, zero } from '@pipkin/money'

/** What all levels have earned together. */
export const earnedInAll = (levels: readonly EarningLevel[]): Money =>
  levels.reduce((sum, { earned }) => add(sum, earned), zero)

/** What a level gives for a friend today: `100 a friend`. */
export const rateText = ({ reward }: Pick<EarningLevel, 'reward'>): string =>
  reward > zero ? `${moneyText(reward)} a friend` : 'Nothing at this time'
