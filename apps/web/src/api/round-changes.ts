import { type ChangedBalances, readBalances } from '@pipkin/contract'
import { add, type Money } from '@pipkin/money'
import { callQuery, queryClient } from './queries.ts'

/** How many events are still to come of changes that answers to this tab have carried, by round. */
const expected = new Map<string, number>()
/** Settles when the bets and moves that this tab has sent are answered. */
let answered: Promise<unknown> = Promise.resolve()

/**
 * Runs a bet or a move whose answer carries what it changed. Events that arrive meanwhile wait for
 * the answer.
 */
export function whileAnswering<T>(act: () => Promise<T>): Promise<T> {
  const result = act()
  answered = Promise.allSettled([answered, result])
  return result
}

/** An answer has carried the balances that an event about this round will announce. */
export function expectEvent(transactionId: string): void {
  expected.set(transactionId, (expected.get(transactionId) ?? 0) + 1)
}

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

/** Whether an event about a round announces what this tab's own answer has carried. */
export async function isExpected(transactionId: string): Promise<boolean> {
  await answered
  const events = expected.get(transactionId) ?? 0
  if (events > 1) expected.set(transactionId, events - 1)
  else expected.delete(transactionId)
  return events > 0
}
