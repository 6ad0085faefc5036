import type { LevelEarning } from '@pipkin/contract'
import { add, type Money, moneyFromAnswer, zero } from '@pipkin/money'

export interface LevelTotal {
  readonly level: number
  readonly friends: number
  readonly earned: Money
}

/** What each level has earned, the nearest first. There is one reward a friend. */
export function earningsByLevel(rewards: readonly LevelEarning[]): LevelTotal[] {
  const levels = new Map<number, LevelTotal>()
  for (const { level, total_money_referred } of rewards) {
    const { friends, earned } = levels.get(level) ?? { friends: 0, earned: zero }
    levels.set(level, {
      level,
      friends: friends + 1,
      earned: add(earned, moneyFromAnswer(total_money_referred)),
    })
  }
  return [...levels.values()].toSorted((a, b) => a.level - b.level)
}
