import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseDown } from './database-failure.ts'

export interface Beginning {
  isDone(): boolean
  /** Ends the tries; waits for the one under way. */
  stop(): Promise<void>
}

interface BeginOptions {
  /** Takes each failure of the database: the work is tried again a second later. */
  onWaiting(error: unknown): void
  /** Takes what ended a later try for another reason: it was the last. */
  onRefused(error: unknown): void
  readonly pauseMs?: number
}

/**
 * Does what a process must have done on the database before it serves: at once or, while the
 * database is away, again each second. Throws what ends the first try for another reason.
 */
export async function beginWhenUp(
  work: () => Promise<unknown>,
  { onWaiting, onRefused, pauseMs = 1_000 }: BeginOptions,
): Promise<Beginning> {
  const stopping = new AbortController()
  const { signal } = stopping
  let isDone = false
  const once = async () => {
    try {
      await work()
      isDone = true
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
      onWaiting(error)
    }
  }
  const goOn = async () => {
    while (!isDone && !signal.aborted) {
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await once()
    }
  }
  await once()
  const ended = goOn().catch(onRefused)
  return {
    isDone: () => isDone,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
