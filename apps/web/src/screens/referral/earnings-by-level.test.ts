import { expect, test } from 'vitest'
import { earningsByLevel, friendsText } from './earnings-by-level.ts'

const reward = (level: number, total_money_referred: number) => ({
  referral_id: 1,
  level,
  total_money_referred,
  referred_user_name: '',
  referrer_name: '',
})

test('rewards add up by level, to the hundredth', () =>
  expect(earningsByLevel([reward(2, 0.1), reward(1, 100), reward(2, 0.2), reward(1, 100)])).toEqual([
    { level: 1, friends: 2, earned: 20_000n, each: 10_000n },
    { level: 2, friends: 2, earned: 30n, each: null },
  ]))

test('no rewards, no levels', () => expect(earningsByLevel([])).toEqual([]))

test.each([
  [[100], '1 friend'],
  [[100, 100, 100], '3 friends, 100 each'],
  [[100, 50], '2 friends'],
])('rewards of %j: %s', (amounts, text) =>
  expect(earningsByLevel(amounts.map((amount) => reward(1, amount))).map(friendsText)).toEqual([text]),
)
