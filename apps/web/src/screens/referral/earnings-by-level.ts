import type { LevelEarning } from '@pipkin/contract'
import { add, type Money, moneyFromAnswer, moneyText } from '@pipkin/money'

export interface LevelTotal {
  readonly level: number
  readonly friends: number
  readonly earned: Money
  /** What each friend earned, where it was the same; an operator may have changed it. */
  readonly each: Money | null
}

/** What each level has earned, the nearest first. There is one reward a friend. */
export function earningsByLevel(rewards: readonly LevelEarning[]): LevelTotal[] {
  const levels = Map.groupBy(rewards, ({ level }) => level)
  return [...levels]
    .map(([level, ofLevel]) => {
      const amounts = ofLevel.map(({ total_money_referred }) => moneyFromAnswer(total_money_referred))
      const [first = null] = amounts
      return {
        level,
        friends: amounts.length,
        earned: add(...amounts),
        each: amounts.every((amount) => amount === first) ? first : null,
      }
    })
    .toSorted((a, b) => a.level - b.level)
}

/** `1 friend`, `2 friends, 100 each`. */
export function friendsText({ friends, each }: Pick<LevelTotal, 'friends' | 'each'>): string {
  if (friends === 1) return '1 friend'
  return each === null ? `${friends} friends` : `${friends} friends, ${moneyText(each)} each`
}
