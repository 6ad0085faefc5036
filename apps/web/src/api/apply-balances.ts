import { type ChangedBalances, readBalances } from '@pipkin/contract'
import { add, type Money } from '@pipkin/money'
import { callQuery, queryClient } from './queries.ts'

/**
 * Puts the balances of a bet's or a move's answer into the cache. `held` is what the bet put on
 * hold, or what the settlement released: then it is negative.
 */
export function applyBalances(player: number, changed: ChangedBalances, held: Money): void {
  const { queryKey } = callQuery(readBalances, { player })
  // A read that is under way may have been answered before the round changed them.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (before) =>
      before && {
        ...before,
        ...changed,
        locked: { ...before.locked, ...changed.locked },
        onHold: add(before.onHold, held),
      },
  )
}
