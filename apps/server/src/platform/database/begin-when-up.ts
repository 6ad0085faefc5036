import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseDown } from './database-failure.ts'

export interface Beginning {
  isDone(): boolean
  /** Stops trying, and waits for the attempt under way. */
  stop(): Promise<void>
}

interface BeginOptions {
  /** Called each time the database is down: the next attempt comes a second later. */
  onWaiting(error: unknown): void
  /** Called if a later attempt fails for another reason: it was the last one. */
  onRefused(error: unknown): void
  readonly pauseMs?: number
}

/**
 * Runs the work on the database that a process needs before it serves: at once and, while the
 * database is down, again each second. Throws if the first attempt fails for another reason.
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
