/** So much is waiting that another task would only wait in vain. Whoever asked may come again in a moment. */
export class TooBusy extends Error {}

/** Runs a task when it is its turn. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` tasks run beside each other and `waiting` more wait, first come, first served; one more throws `TooBusy`
 * at once.
 */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const line: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running < atOnce) running += 1
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve))
    else throw new TooBusy(`${atOnce} tasks run and ${waiting} wait`)
    try {
      return await task()
    } finally {
      // The place is handed over, so that nobody who comes in between takes it.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
