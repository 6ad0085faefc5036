import {
  type CallName,
  followEvents as contract,
  type HintCause,
  hintCause,
} from '@pipkin/contract'
import { hiddenResults } from '../browser/locks.ts'
import { urlOf } from './call.ts'
import { refetchCalls } from './queries.ts'
import { isExpected } from './round-changes.ts'

/** The calls whose answers an event makes stale. Events are hints to read, never data. */
const staleAfter = {
  balance: [
    'readBalances',
    'listTransactions',
    'listOpenRounds',
    'listTodayActivity',
    'totalActivity',
  ],
  deposit: ['readBalances', 'listTransactions', 'listOpenOperations', 'readDeposit', 'listNotices'],
  withdrawal: [
    'readBalances',
    'listTransactions',
    'listOpenOperations',
    'readWithdrawal',
    'listNotices',
  ],
  received: ['readBalances', 'listTransactions', 'listNotices'],
  notice: [
    'listNotices',
    'listThreads',
    'readThread',
    'readSecurity',
    'listEarnings',
    'listTeam',
    'readInvite',
    'readLimits',
  ],
} as const satisfies Record<string, readonly CallName[]>

const everything = new Set(Object.values(staleAfter).flat())

/**
 * Follows the player's events and reads again what they are about. Reconnects after a lost
 * connection. Connects only while the page is visible, since browsers open few connections to a
 * server. Calls `onRefused` for each answer that isn't a stream: the session may have ended.
 * Returns what stops it.
 */
export function followEvents(onRefused: () => void): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let missed = false

  function open() {
    source = new EventSource(urlOf(contract, undefined))
    for (const [name, calls] of Object.entries(staleAfter))
      source.addEventListener(name, (event) => void refetchAfter(calls, event))
    source.onopen = () => {
      failures = 0
      if (missed) void refetchWhenShown(everything)
      missed = false
    }
    source.onerror = () => {
      missed = true
      // The browser reconnects by itself, but not after an answer that isn't a stream.
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

/** Reads what an event made stale, except for balances that came with an answer to this tab. */
async function refetchAfter(calls: readonly CallName[], { data }: MessageEvent): Promise<void> {
  const isKnown = await isExpected(causeIn(data))
  await refetchWhenShown(isKnown ? calls.filter((name) => name !== 'readBalances') : calls)
}

/** The rounds that alone caused an event; none if its data can't be read. */
export function causeIn(data: unknown): HintCause {
  try {
    return hintCause.decode(JSON.parse(String(data)))
  } catch {
    return {}
  }
}

let waiting: Set<CallName> | null = null

/** Reads again as soon as no result is hidden; calls named meanwhile are read once. */
async function refetchWhenShown(names: Iterable<CallName>): Promise<void> {
  if (waiting) {
    for (const name of names) waiting.add(name)
    return
  }
  waiting = new Set(names)
  await hiddenResults.whenFree()
  const due = waiting
  waiting = null
  await refetchCalls(...due)
}

/**
 * Milliseconds until the next attempt: doubles with each failure up to half a minute, and is spread
 * by `chance`, 0 to 1, so that browsers don't all come back at once.
 */
export const reconnectAfterMs = (failures: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.5 + chance / 2)
