import { TooBusy } from './queue.ts'

/** Runs up to `most` tasks of a key at a time. One more throws `TooBusy` at once. */
export function fewAtOnce(most: number) {
  const running = new Map<string | number, number>()
  return async <T>(key: string | number, task: () => Promise<T>): Promise<T> => {
    const others = running.get(key) ?? 0
    if (others >= most) throw new TooBusy(`${most} of ${key} run`)
    running.set(key, others + 1)
    try {
      return await task()
    } finally {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }
}
