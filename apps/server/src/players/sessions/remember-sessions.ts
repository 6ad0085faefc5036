import { LRUCache } from 'lru-cache'
import type { SessionLife } from '../../config.ts'
import type { SessionCheck } from '../../ledger/call-together.ts'
import type { Session } from '../../platform/http/call.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { Look } from './find-session.ts'

const mostRemembered = 20_000
/** A session in use is noted as seen this often, by the look-up or by its bets and moves. */
const notedEveryMs = 60_000

interface Remembered extends Pick<Session, 'id' | 'player'> {
  notedMs: number
}

interface RememberOptions {
  find: Look
  /** Notes in the database that a session was seen. */
  noteSeen(id: string): Promise<void>
  onError(error: unknown): void
  readonly surroundings: Pick<Surroundings, 'elapsedMs'>
}

/**
 * Remembers which session each token that `find` found belongs to, which never changes. A bet or a
 * move uses a remembered session without a look-up, and the statement that writes it makes sure by
 * `allLive` that the session is alive.
 */
export function rememberSessions({ find, noteSeen, onError, surroundings }: RememberOptions) {
  const found = new LRUCache<string, Remembered>({ max: mostRemembered })
  return {
    async find(tokenHash: Buffer): Promise<Session | null> {
      const session = await find(tokenHash)
      // An old token is for the look-up to judge each time.
      if (session && !session.newestHash) {
        const { id, player } = session
        found.set(keyOf(tokenHash), { id, player, notedMs: surroundings.elapsedMs() })
      } else found.delete(keyOf(tokenHash))
      return session
    },
    recall(tokenHash: Buffer): Session | null {
      const session = found.get(keyOf(tokenHash))
      if (!session) return null
      const { id, player } = session
      const watched = { isLive: false }
      return { id, player, tokenHash, confirmedUntil: null, watched }
    },
    /** Called when a statement has just seen a remembered session alive. Delays no answer. */
    seen({ id, tokenHash }: Session): void {
      const session = found.get(keyOf(tokenHash))
      const now = surroundings.elapsedMs()
      if (!session || now - session.notedMs < notedEveryMs) return
      const before = session.notedMs
      session.notedMs = now
      noteSeen(id).catch((error: unknown) => {
        session.notedMs = before
        onError(error)
      })
    },
  }
}

/**
 * All sessions are alive, by their newest tokens, when the calls of a statement are made. An old
 * token is for the look-up to judge, which says what the newest one is.
 */
export const allLive = ({ idleMs, wholeMs }: SessionLife): SessionCheck => ({
  sql: (first) => `players.refuse_ended($${first}::bytea[], $${first + 1}, $${first + 2})`,
  isEnd: (error) => error instanceof Error && 'code' in error && error.code === 'PENDS',
  values(sessions) {
    const hashes = sessions.map(({ tokenHash, newestHash = tokenHash }) => newestHash)
    return [[...new Map(hashes.map((hash) => [keyOf(hash), hash])).values()], idleMs, wholeMs]
  },
})

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1')
