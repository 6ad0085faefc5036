import { expect, test } from 'vitest'
import { earningsByLevel } from './earnings-by-level.ts'

const reward = (level: number, total_money_referred: number) => ({
  referral_id: 1,
  level,
  total_money_referred,
  referred_user_name: '',
  referrer_name: '',
})

test('rewards add up by level, to the hundredth', () =>
  expect(earningsByLevel([reward(2, 0.1), reward(1, 100), reward(2, 0.2), reward(1, 100)])).toEqual([
    { level: 1, friends: 2, earned: 20_000n },
    { level: 2, friends: 2, earned: 30n },
  ]))

test('no rewards, no levels', () => expect(earningsByLevel([])).toEqual([]))
