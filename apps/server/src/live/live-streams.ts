import type { PlayerId } from '@pipkin/contract/schemas'
import type { SessionLife } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { Session } from '../platform/http/call.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { endedSessions } from '../players/sessions/ended-sessions.ts'
import { type Hints, watchHints } from './watch-hints.ts'

export interface LiveDeps {
  readonly database: Database
  readonly surroundings: Pick<Surroundings, 'elapsedMs' | 'randomInt'>
  readonly life: SessionLife
}

/** The event streams of this process. */
export interface LiveStreams {
  /** Opens a stream for a session, or refuses it. */
  accept(session: Session, open: (retryMs: number) => EventStream): Refusal | null
  /** Sends the new hints, and ends the streams whose session has ended. Run it every second. */
  look(): Promise<void>
  /** How many streams are open. */
  count(): number
  end(): void
}

interface Listener {
  readonly player: PlayerId
  readonly session: string
  readonly stream: EventStream
  /** When a text was last sent, and when the session was last checked. */
  sentAt: number
  checkedAt: number
}

/** Enough for one browser with many tabs. */
const mostAPlayer = 8
const beatMs = 25_000
/** A stream outlives its session by at most this long. */
const checkMs = 5_000

/** The open event streams of all players, and the hints that are sent over them. */
export function createLiveStreams({ database, surroundings, life }: LiveDeps): LiveStreams {
  const listeners = new Set<Listener>()
  let watch = watchHints(database)

  function send(listener: Listener, hints: Hints, now: number): void {
    for (const [hint, cause] of hints) {
      listener.stream.send(hint, cause)
      listener.sentAt = now
    }
    if (now - listener.sentAt >= beatMs) {
      listener.stream.beat()
      listener.sentAt = now
    }
  }

  async function endWithSessions(now: number): Promise<void> {
    const due = [...listeners].filter(({ checkedAt }) => now - checkedAt >= checkMs)
    if (due.length === 0) return
    const ended = await endedSessions(database, life, new Set(due.map(({ session }) => session)))
    for (const listener of due) {
      listener.checkedAt = now
      if (ended.has(listener.session)) listener.stream.end()
    }
  }

  return {
    accept({ player, tokenHash }, open) {
      let own = 0
      for (const listener of listeners) if (listener.player === player) own += 1
      if (own >= mostAPlayer) return refuse('tooMany')
      const now = surroundings.elapsedMs()
      const session = tokenHash.toString('hex')
      // After a restart, browsers come back spread over four seconds.
      const stream = open(surroundings.randomInt(2_000, 6_000))
      const listener: Listener = { player, session, stream, sentAt: now, checkedAt: now }
      listeners.add(listener)
      stream.onClose(() => listeners.delete(listener))
      return null
    },

    async look() {
      if (listeners.size === 0) {
        // Without listeners, forget what was seen: the next look starts over.
        watch = watchHints(database)
        return
      }
      const hints = await watch()
      const now = surroundings.elapsedMs()
      for (const listener of listeners) send(listener, hints.get(listener.player) ?? new Map(), now)
      await endWithSessions(now)
    },

    count: () => listeners.size,

    end() {
      for (const { stream } of listeners) stream.end()
    },
  }
}
