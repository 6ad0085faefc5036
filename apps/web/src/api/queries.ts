import type { CallName, WireAnswer } from '@pipkin/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Balances, balancesOf } from './balances.ts'
import { type CallInput, type CallResult, send } from './call.ts'

/** What a query throws when its call fails; `kind` distinguishes a refusal from an outage. */
export class CallError extends Error {
  readonly kind: 'refused' | 'network' | 'server'
  /** The HTTP status of a refusal: 200 is the business kind. */
  readonly status: number | undefined
  constructor(kind: CallError['kind'], message: string, status?: number) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

/**
 * Any reading call as a query: `useQuery(callQuery('gameList'))`. Its key starts with the call's
 * name, so `refetchCalls('gameList')` reads it again.
 */
export function callQuery<N extends CallName>(name: N, ...[input]: CallInput<N>) {
  return queryOptions({
    queryKey: [name, input?.query],
    queryFn: async ({ signal }): Promise<WireAnswer<N>> => {
      return answerOf(await send(name, input ?? {}, signal))
    },
  })
}

/** What a call answered; throws a `CallError` if it failed. */
export function answerOf<N extends CallName>(result: CallResult<N>): WireAnswer<N> {
  if (result.ok) return result.answer
  if (result.kind === 'refused') throw new CallError('refused', result.message, result.status)
  throw new CallError(result.kind, result.kind)
}

/** The page's cache. Queries retry an outage once, soon, and never a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 1 && !(error instanceof CallError && error.kind === 'refused'),
      retryDelay: 400,
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Makes the cached answers of these calls stale and reads those on screen again. Resolves when they
 * have been read.
 */
export async function refetchCalls(...names: readonly CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}

/** After money has moved, or may have: reads balances, movements and open operations again. */
export const refetchMoney = (): Promise<void> =>
  refetchCalls('walletList', 'transactions', 'openOperations')

export const gamesQuery = () => callQuery('gameList')
/** The four balances, as money. */
export const balancesQuery = (playerId: number) =>
  queryOptions({ ...callQuery('walletList', { query: { UserId: playerId } }), select: toBalances })
const toBalances = (answer: WireAnswer<'walletList'>): Balances => balancesOf(answer.Data)
export const openRoundsQuery = (playerId: number) =>
  callQuery('openRounds', { query: { User_Id: playerId } })
export const fairnessQuery = (playerId: number) =>
  callQuery('fairness', { query: { User_Id: playerId } })
/** What the account says about its own player. */
export const profileQuery = (playerId: number) => callQuery('userList', { query: { id: playerId } })
