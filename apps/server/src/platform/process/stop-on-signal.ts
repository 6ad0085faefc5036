/** Longer than any request; shorter than supervisors wait before they kill. */
const patienceMs = 12_000

/**
 * Calls `stop` once on SIGTERM or SIGINT, and ends the process after `patienceMs` at the latest.
 * Returns a signal that loops can watch.
 */
export function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController()
  const begin = () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), patienceMs).unref()
    void stop()
  }
  process.on('SIGTERM', begin).on('SIGINT', begin)
  return stopping.signal
}
