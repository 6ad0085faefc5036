/**
 * So much is waiting that another task would only wait in vain. Whoever asked may come again in a
 * moment.
 */
export class TooBusy extends Error {}

export interface Queue {
  /** Runs a task when it is its turn. */
  <T>(task: () => Promise<T>): Promise<T>
  /** Throws `TooBusy` where another task wouldn't be taken now. */
  admit(): void
}

/**
 * Lets `atOnce` tasks run beside each other and `waiting` more wait, first come, first served; one
 * more throws `TooBusy` at once.
 */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const line: (() => void)[] = []
  let running = 0

  function admit(): void {
    if (running >= atOnce && line.length >= waiting)
      throw new TooBusy(`${atOnce} tasks run and ${waiting} wait`)
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    admit()
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await task()
    } finally {
      // The place is handed over, so that nobody who comes in between takes it.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }

  return Object.assign(run, { admit })
}
