import { fkr } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { furtherText, offerText, referralText, unlockText } from './referral-text.ts'

const terms = (reward: number, friendReward: number, deposits: number, staked: number) => ({
  reward: fkr(reward),
  friendReward: fkr(friendReward),
  unlock: {
    deposits: fkr(deposits),
    staked: fkr(staked),
    kept: fkr(200),
    keptByStakes: fkr(6_400),
  },
})

test('an offer without a reward has no conditions', () => {
  expect(offerText(terms(0, 0, 500, 1000))).toBe('Bring a friend to Pipkin.')
  expect(offerText(terms(0, 20, 0, 0))).toMatch(/^Your friend earns 20 .* some rewards first\.$/)
})

describe('the referral text', () => {
  test('is the agreed one with the defaults', () =>
    expect(referralText(terms(100, 100, 500, 1000))).toBe(
      'You and your friend each earn 100 on their first sign-in. It unlocks after they deposit 500 and play 1,000.',
    ))

  test.each([
    [50, 20, 'You earn 50 and your friend 20 on their first sign-in.'],
    [50, 0, "You earn 50 on your friend's first sign-in."],
    [0, 20, 'Your friend earns 20 on their first sign-in.'],
    [0, 0, 'Bring a friend to Pipkin.'],
  ])('with %s for the player and %s for the friend', (reward, friendReward, text) =>
    expect(referralText(terms(reward, friendReward, 0, 0))).toBe(text),
  )

  test.each([
    [500, 0, 'It unlocks after they deposit 500.'],
    [0, 1000, 'It unlocks after they play 1,000.'],
  ])('with %s to deposit and %s to play', (deposits, staked, text) =>
    expect(referralText(terms(100, 100, deposits, staked))).toMatch(
      new RegExp(`sign-in\\. ${text}$`),
    ),
  )
})

test('when locked referral money unlocks', () => {
  expect(unlockText(terms(100, 100, 500, 1000))).toBe(
    'Locked referral money unlocks after your friend deposits 500 and plays 1,000.',
  )
  expect(unlockText(terms(100, 100, 0, 0))).toBe('')
})

test('what else unlocks it, so that rewards never cost more than they bring', () => {
  expect(furtherText(terms(100, 100, 500, 1000))).toBe(
    'It also waits until their games and fees have earned us 200, counted by the published returns: at most about 6,400 played. We also review some rewards first.',
  )
  const free = terms(0, 0, 500, 1000)
  expect(furtherText({ unlock: { ...free.unlock, kept: fkr(0) } })).toBe(
    'We also review some rewards first.',
  )
})
