import type { CallName } from '@pipkin/contract'
import { hiddenResults } from '../browser/locks.ts'
import { queryClient } from './queries.ts'
import { reconnectAfterMs } from './reconnect-after.ts'

/**
 * What each event of the server makes out of date. Events are hints: nothing that they carry is
 * believed.
 */
const outdated = {
  balance: ['walletList', 'transactions', 'openRounds', 'todayActivity', 'activityTotals'],
  deposit: ['walletList', 'transactions', 'openOperations', 'depositStatus', 'notifications'],
  withdrawal: ['walletList', 'transactions', 'openOperations', 'withdrawalStatus', 'notifications'],
  received: ['walletList', 'transactions', 'notifications'],
  notice: ['notifications', 'supportCases'],
} as const satisfies Record<string, readonly CallName[]>

const everything = new Set(Object.values(outdated).flat())

/**
 * Listens to the player's events and has the screens read again what they are about; comes back by
 * itself after the connection was lost. Only while the page is in sight: a browser allows a server
 * few connections. `onRefused` is told of each answer that is no stream: the log-in may have ended.
 * Returns what ends it.
 */
export function followEvents(onRefused: () => void): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let missed = false

  function open() {
    source = new EventSource('/api/events')
    for (const [name, queries] of Object.entries(outdated))
      source.addEventListener(name, () => void readAgain(queries))
    source.onopen = () => {
      failures = 0
      if (missed) void readAgain(everything)
      missed = false
    }
    source.onerror = () => {
      missed = true
      // The browser tries again by itself, but not after an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return
      failures += 1
      onRefused()
      retry = setTimeout(open, reconnectAfterMs(failures, Math.random()))
    }
  }

  function close() {
    clearTimeout(retry)
    source?.close()
    source = undefined
    missed = true
  }

  const follow = () => {
    close()
    if (document.visibilityState === 'visible') open()
  }
  document.addEventListener('visibilitychange', follow)
  if (document.visibilityState === 'visible') open()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

let waiting: Set<CallName> | null = null

/** Reads again as soon as no result is held back; what comes in between is read once. */
async function readAgain(names: Iterable<CallName>): Promise<void> {
  if (waiting) {
    for (const name of names) waiting.add(name)
    return
  }
  waiting = new Set(names)
  await hiddenResults.whenFree()
  const due = waiting
  waiting = null
  for (const name of due) void queryClient.invalidateQueries({ queryKey: [name] })
}
