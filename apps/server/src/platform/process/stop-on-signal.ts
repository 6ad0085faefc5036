/** Longer than any request takes, shorter than what ends a process by force. */
const patienceMs = 12_000

/**
 * On SIGTERM or SIGINT: `stop`, once, and nothing keeps the process alive longer than `patienceMs`.
 * Answers the signal that whatever runs may watch.
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
