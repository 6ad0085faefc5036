import type { Invite } from '@pipkin/contract'
import { type Money, moneyFromAnswer } from '@pipkin/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'

/** The player's invite, and what the referral programme gives today. */
export interface Programme {
  readonly code: string
  readonly link: string
  /** What a friend's first sign-in earns the player, and the friend. */
  readonly reward: Money
  readonly friendReward: Money
  /** What the friend must have deposited and staked in all before either can be used. */
  readonly unlock: { readonly deposits: Money; readonly staked: Money }
}

const programmeOf = ({ Data }: { Data: Invite }): Programme => ({
  code: Data.inviteCode,
  link: Data.link,
  reward: moneyFromAnswer(Data.reward),
  friendReward: moneyFromAnswer(Data.friendReward),
  unlock: {
    deposits: moneyFromAnswer(Data.unlock.deposits),
    staked: moneyFromAnswer(Data.unlock.staked),
  },
})

const programmeQuery = (playerId: number) =>
  queryOptions({
    ...callQuery('inviteCode', { query: { userId: playerId } }),
    select: programmeOf,
    // An operator changes it now and then, not while somebody looks.
    staleTime: 300_000,
  })

/** The programme for a player; nothing for a visitor. */
export const useProgramme = (playerId: number | undefined) =>
  useQuery({ ...programmeQuery(playerId ?? 0), enabled: playerId !== undefined })
