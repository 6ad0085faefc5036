import {
  type OpenOperation,
  type OperationState,
  readDeposit,
  readWithdrawal,
} from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'

const ended: readonly OperationState[] = ['confirmed', 'failed', 'rejected', 'refunded']

/**
 * Milliseconds between two reads of operations: false when all have ended, longer while they only
 * wait for an operator.
 */
export function pollEveryMs(states: readonly OperationState[]): number | false {
  const open = states.filter((state) => !ended.includes(state))
  if (open.length === 0) return false
  return open.every((state) => state === 'review') ? 15_000 : 1000
}

/** The state of a deposit or a withdrawal, polled until it has ended. */
export function useOperation(kind: OpenOperation['kind'], transactionId: string) {
  const { data: operation, error } = useQuery({
    ...callQuery(kind === 'deposit' ? readDeposit : readWithdrawal, { transactionId }),
    refetchInterval: ({ state }) => pollEveryMs([state.data?.state ?? 'requested']),
  })
  return { operation, error }
}

type Waits = Readonly<Partial<Record<OperationState, string>>>

const deposit: Waits = {
  requested: 'Waiting for its turn',
  signed: 'Sent to the chain',
  mined: 'Each new block confirms it',
  review: 'Being checked by us',
}
const withdrawal: Waits = {
  requested: 'Accepted. We send it next',
  signed: 'Sent. It waits for its block',
  mined: 'Sent. Each new block confirms it',
  review: 'Being checked by us before we send it',
}

/** What an open operation waits for, in words: what is done, and what comes next. */
export const waitsFor: Readonly<Record<OpenOperation['kind'], Waits>> = { deposit, withdrawal }
