/** How many rounds of a history have been checked. */
export interface Progress {
  readonly checked: number
  readonly of: number
}

/**
 * Runs a check in one go. Where a page or a terminal waits, its steps can be taken one by one
 * instead.
 */
export function toTheEnd<T>(steps: Generator<unknown, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
