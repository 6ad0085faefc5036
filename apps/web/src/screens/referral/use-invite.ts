import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { type Terms, termsOf } from './terms.ts'

/** The player's invite, and what the referral programme gives today. */
export interface Programme extends Terms {
  readonly code: string
  readonly link: string
}

export const useInvite = (playerId: number | undefined) =>
  useQuery({
    ...callQuery('inviteCode', { query: { userId: playerId ?? 0 } }),
    select: ({ Data }): Programme => ({ code: Data.inviteCode, link: Data.link, ...termsOf(Data) }),
    enabled: playerId !== undefined,
    staleTime: 300_000,
  })
