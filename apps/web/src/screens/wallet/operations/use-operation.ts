import type { OpenOperation } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'

export type OperationState = OpenOperation['state']

const ended: readonly OperationState[] = ['confirmed', 'failed', 'rejected', 'refunded']

/**
 * How often operations are read again: not at all when all have ended, seldom while they only wait
 * for a person.
 */
export function pollEveryMs(states: readonly OperationState[]): number | false {
  const open = states.filter((state) => !ended.includes(state))
  if (open.length === 0) return false
  return open.every((state) => state === 'review') ? 15_000 : 1000
}

/** Where a deposit or a withdrawal stands, read again and again until it has ended. */
export function useOperation(kind: OpenOperation['kind'], id: string) {
  const { data, error } = useQuery({
    ...callQuery(kind === 'deposit' ? 'depositStatus' : 'withdrawalStatus', {
      query: { Transaction_Id: id },
    }),
    refetchInterval: ({ state }) => pollEveryMs([state.data?.Data.state ?? 'requested']),
  })
  return { operation: data?.Data, error }
}

/** What an open operation waits for, in words. */
export const waitsFor: Readonly<Partial<Record<OperationState, string>>> = {
  requested: 'Waiting for its turn',
  signed: 'Sent to the chain',
  mined: 'Each new block confirms it',
  review: 'Being checked by us',
}
