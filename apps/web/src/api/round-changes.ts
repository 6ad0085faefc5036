import { type Balances, readBalances } from '@pipkin/contract'
import { queryClient } from './queries.ts'

/** Rounds whose newest balances came with an answer to this tab. */
const applied = new Set<string>()
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

/** Puts the balances of a bet's or a move's answer into the cache. */
export function applyBalances(player: number, transactionId: string, balances: Balances): void {
  applied.add(transactionId)
  const queryKey = [readBalances.name, { player }]
  // A read that is under way may have been answered before the round changed them.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, balances)
}

/** Whether this tab already has the balances that an event about a round announces. */
export async function hasBalancesOf(transactionId: string): Promise<boolean> {
  await answered
  return applied.has(transactionId)
}
