import type { EarningLevel } from '@pipkin/contract'
import { add, type Money, moneyFromAnswer, moneyText, zero } from '@pipkin/money'

/** What all levels have earned together. */
export const earnedInAll = (levels: readonly EarningLevel[]): Money =>
  levels.reduce((sum, { earned }) => add(sum, moneyFromAnswer(earned)), zero)

/** What a level gives for a friend today: `100 a friend`. */
export function rateText({ reward }: Pick<EarningLevel, 'reward'>): string {
  const rate = moneyFromAnswer(reward)
  return rate > zero ? `${moneyText(rate)} a friend` : 'Nothing at this time'
}
