import type { HintCause } from '@pipkin/contract'

type RoundChange = 'placed' | 'ended'

/** The changes that answers to this tab have carried and that an event has yet to announce. */
const expected = new Set<`${RoundChange} ${string}`>()
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

/** An answer has carried the balances that an event about this change will announce. */
export function expectEvent(change: RoundChange, transactionId: string): void {
  expected.add(`${change} ${transactionId}`)
}

/** Whether answers to this tab have carried all that an event announces. */
export async function isExpected({ placed = [], ended = [] }: HintCause): Promise<boolean> {
  await answered
  const arrived = [
    ...placed.map((id) => expected.delete(`placed ${id}`)),
    ...ended.map((id) => expected.delete(`ended ${id}`)),
  ]
  return arrived.length > 0 && !arrived.includes(false)
}
