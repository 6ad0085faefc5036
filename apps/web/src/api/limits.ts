import { type Limits, readLimits } from '@pipkin/contract'
import { add, type Money, subtract, zero } from '@pipkin/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { hiddenResults } from '../browser/locks.ts'
import { queryClient, readCall, refetchCalls, samePlayer } from './queries.ts'

/** The player's limits, break, reminder and session, with the time of the read (`Date.now`). */
export interface LimitsThen extends Limits {
  readonly readAt: number
}

const asOfNow = (limits: Limits): LimitsThen => ({ ...limits, readAt: Date.now() })

const minuteMs = 60_000
/** What a timer can hold. */
const longestMs = 2 ** 31 - 1

/** How long until a break or a limit's period ends by itself; false for none in the next weeks. */
function untilChange(limits: Limits): number | false {
  const times = [limits.break?.until, ...limits.limits.map(({ resetsAt }) => resetsAt)]
  const waits = times.flatMap((time) => (time ? [time.getTime() - Date.now()] : []))
  const soonest = Math.min(...waits)
  // By a fast clock it has ended sooner than by the server's.
  return soonest < longestMs && Math.max(minuteMs, soonest)
}

/**
 * What is left of a limit or a break is counted from the read, so the answer notes its time. The
 * net would reveal a hidden result, and count its return once more when that is shown. A form that
 * stays open past a break's end must not go on refusing.
 */
export const limitsQuery = () =>
  queryOptions({
    queryKey: [readLimits.name],
    async queryFn({ signal }) {
      await hiddenResults.whenFree()
      return asOfNow(await readCall(readLimits, undefined, signal))
    },
    refetchInterval: ({ state: { data } }) => data !== undefined && untilChange(data),
  })

/** The break that a player is on; undefined while that isn't known, and for a visitor. */
export const useBreak = (player: number | undefined): Limits['break'] | undefined =>
  useQuery({ ...limitsQuery(), enabled: player !== undefined }).data?.break

/** What a call about limits comes to. */
type Outcome = { readonly ok: true; readonly answer: Limits } | { readonly ok: false }

/**
 * Shows the limits that a call answers, unless the player has changed meanwhile. After a failure
 * they are read again: the call may be carried out, also where no answer came.
 */
export async function showLimits<R extends Outcome>(calling: Promise<R>): Promise<R> {
  const isSamePlayer = samePlayer()
  const result = await calling
  if (result.ok && isSamePlayer()) {
    void queryClient.cancelQueries(limitsQuery())
    queryClient.setQueryData(limitsQuery().queryKey, asOfNow(result.answer))
  }
  if (!result.ok) void refetchCalls('readLimits')
  return result
}

const hourMs = 3_600_000
/** When this page placed its last bet. */
let stakedAt = Number.POSITIVE_INFINITY

/**
 * Adds a stake to the session on screen. It may begin another if an hour passed without a bet.
 * After the first bet of a page the next read says so, since a bet should cost no read.
 */
export function applyStake(stake: Money): void {
  const before = stakedAt
  stakedAt = Date.now()
  if (stakedAt - before < hourMs) applyToSession(stake, zero)
  else void refetchCalls('readLimits')
}

/** Adds a stake, or what a round returned, to the session on screen; the next read is exact. */
export function applyToSession(staked: Money, returned: Money): void {
  queryClient.setQueryData(
    limitsQuery().queryKey,
    (before) =>
      before && {
        ...before,
        session: {
          ...before.session,
          staked: add(before.session.staked, staked),
          returned: add(before.session.returned, returned),
          net: subtract(add(before.session.net, returned), staked),
        },
      },
  )
}

/** Reads the limits again after a round, if the player has a loss limit. */
export function refetchLossLimits(): void {
  const limits = queryClient.getQueryData(limitsQuery().queryKey)?.limits
  if (limits?.some(({ kind }) => kind === 'loss')) void refetchCalls('readLimits')
}
