/** The queue is full. The caller may try again in a moment. */
export class TooBusy extends Error {}

export interface Queue {
  /** Runs a task in its turn. */
  <T>(task: () => Promise<T>): Promise<T>
  /** Throws `TooBusy` if the queue is full. */
  admit(): void
}

/**
 * Runs up to `atOnce` tasks at a time and lets `waiting` more wait, first in, first out. One more
 * throws `TooBusy` at once.
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
      // Hand the slot over, so that no later task takes it first.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }

  return Object.assign(run, { admit })
}

/** Runs up to `most` tasks of a key at a time; the others of the key wait, first in, first out. */
export function queueEach(most: number) {
  interface Line {
    running: number
    readonly waiting: (() => void)[]
  }
  const lines = new Map<string | number, Line>()

  return async <T>(key: string | number, task: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    if (line.running === 0) lines.set(key, line)
    if (line.running < most) line.running += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
