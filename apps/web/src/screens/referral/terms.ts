import type { ReferralTerms } from '@pipkin/contract'
import { type Money, moneyFromAnswer } from '@pipkin/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'

/** What the referral programme gives today. */
export interface Terms {
  /** What a friend's first sign-in earns the player, and the friend. */
  readonly reward: Money
  readonly friendReward: Money
  /** What the friend must have deposited and staked in all before either can be used. */
  readonly unlock: { readonly deposits: Money; readonly staked: Money }
}

export const termsOf = ({ reward, friendReward, unlock }: ReferralTerms): Terms => ({
  reward: moneyFromAnswer(reward),
  friendReward: moneyFromAnswer(friendReward),
  unlock: { deposits: moneyFromAnswer(unlock.deposits), staked: moneyFromAnswer(unlock.staked) },
})

const termsQuery = queryOptions({
  ...callQuery('referralTerms'),
  select: ({ Data }) => termsOf(Data),
  // An operator changes them now and then, not while somebody looks.
  staleTime: 300_000,
})

/** The terms, for whoever looks. */
export const useTerms = () => useQuery(termsQuery)
