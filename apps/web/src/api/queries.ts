import {
  type Answer,
  type Balances,
  type Call,
  type CallName,
  type Input,
  listGames,
  listOpenRounds,
  readBalances,
  readProfile,
  stakeableOf,
} from '@pipkin/contract'
import { add, type Money, subtract } from '@pipkin/money'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, send } from './call.ts'
import { playerChanged } from './session-signals.ts'

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
 * Any reading call as a query: `useQuery(callQuery(listGames))`. Its key starts with the call's
 * name, so `refetchCalls('listGames')` reads it again.
 */
export function callQuery<C extends Call>(contract: C, ...[input]: CallInput<C>) {
  return queryOptions({
    queryKey: [contract.name, input],
    queryFn: ({ signal }) => readCall(contract, input, signal),
  })
}

/** Makes a reading call; throws a `CallError` if it fails. For queries. */
export async function readCall<C extends Call>(
  contract: C,
  input: Input<C> | undefined,
  signal: AbortSignal,
): Promise<Answer<C>> {
  return answerOf(await send(contract, input, { signal }))
}

/** What a call answered; throws a `CallError` if it failed. */
export function answerOf<C extends Call>(result: CallResult<C>): Answer<C> {
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

let players = 0
playerChanged.listen(() => {
  players += 1
  queryClient.clear()
})

/** Remembers who is logged in; the result says whether that has been so ever since. */
export function samePlayer(): () => boolean {
  const asked = players
  return () => players === asked
}

// The library assumes a network at the start, and then wouldn't notice that one comes back.
if (typeof document !== 'undefined') onlineManager.setOnline(navigator.onLine)

/**
 * Makes the cached answers of these calls stale and reads those on screen again. Resolves when they
 * have been read.
 */
export async function refetchCalls(...names: readonly CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}

/** After money has moved, or may have: reads balances, transactions and open operations again. */
export const refetchMoney = (): Promise<void> =>
  refetchCalls('readBalances', 'listTransactions', 'listOpenOperations')

export const gamesQuery = () => callQuery(listGames)
export const openRoundsQuery = (player: number) => callQuery(listOpenRounds, { player })
/** The player's own profile. */
export const profileQuery = (player: number) => callQuery(readProfile, { player })

export const balancesQuery = (player: number) =>
  queryOptions({ ...callQuery(readBalances, { player }), select: withPlayable })

export interface PlayableBalances extends Balances {
  /** Deposit, unlocked Bonus and Win. */
  readonly playable: Money
  /** How much of it one stake can take now: at least 20 % of a stake comes from Deposit. */
  readonly stakeable: Money
}

function withPlayable(balances: Balances): PlayableBalances {
  const { deposit, win } = balances
  const bonus = subtract(balances.bonus, balances.locked.bonus)
  return {
    ...balances,
    playable: add(deposit, bonus, win),
    stakeable: stakeableOf({ deposit, bonus, win }),
  }
}
