import { type Fees, readFees, specifiedFees } from '@pipkin/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'

const feesQuery = queryOptions({
  ...callQuery(readFees),
  placeholderData: specifiedFees,
  refetchInterval: 10_000,
})

/** What sending and withdrawing cost now; a form that stays open follows a change. */
export const useFees = (): Fees => useQuery(feesQuery).data ?? specifiedFees
