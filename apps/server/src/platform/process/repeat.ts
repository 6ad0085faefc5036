import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work` again and again, with a pause of `everyMs`. A failure goes to `onError` and doesn't
 * end it. `stop` waits for the run under way.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch(onError)
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
