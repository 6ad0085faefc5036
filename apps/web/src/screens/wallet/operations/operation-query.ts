import type { OpenOperation, OperationStatus } from '@pipkin/contract'
import { callQuery } from '../../../api/queries.ts'

export type OperationState = OpenOperation['state']

/** How often what is open is read again. */
export const pollMs = 1000

const ended: readonly OperationState[] = ['confirmed', 'failed', 'rejected', 'refunded']

/** Where a deposit or a withdrawal stands, read again and again until it has ended. */
export const operationQuery = (kind: OpenOperation['kind'], id: string) => ({
  ...callQuery(kind === 'deposit' ? 'depositStatus' : 'withdrawalStatus', {
    query: { Transaction_Id: id },
  }),
  refetchInterval: ({ state }: { state: { data?: { Data: OperationStatus } | undefined } }) =>
    state.data && ended.includes(state.data.Data.state) ? (false as const) : pollMs,
})

/** What an open operation waits for, in words. */
export const waitsFor: Readonly<Partial<Record<OperationState, string>>> = {
  requested: 'Waiting for its turn',
  signed: 'Sent to the chain',
  mined: 'Each new block confirms it',
  review: 'Being checked by us',
}
