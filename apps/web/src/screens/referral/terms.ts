import { readReferralTerms } from '@pipkin/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'

/** Operators change the terms now and then, hardly while a player looks at them. */
export const termsStayFreshMs = 300_000

const termsQuery = queryOptions({
  ...callQuery(readReferralTerms),
  staleTime: termsStayFreshMs,
})

/** What the referral programme gives today. */
export const useTerms = () => useQuery(termsQuery)
