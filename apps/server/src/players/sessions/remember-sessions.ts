import { LRUCache } from 'lru-cache'
import type { SessionLife } from '../../config.ts'
import type { SessionCheck } from '../../ledger/call-together.ts'
import type { Session } from '../../platform/http/call.ts'
import { isAlive, type Look } from './find-session.ts'

/** A look-up notes that the session was seen, which is owed once a minute. */
const rememberedMs = 30_000
const mostRemembered = 20_000

/**
 * Remembers the sessions that `find` finds. A bet and a move go by one that is remembered, and make
 * sure of it by `allLive` in the statement that they change something by: they need no look-up
 * before.
 */
export function rememberSessions(find: Look) {
  const found = new LRUCache<string, Pick<Session, 'id' | 'player'>>({
    max: mostRemembered,
    ttl: rememberedMs,
    // Otherwise it keeps a timer for each millisecond.
    ttlResolution: 1_000,
  })
  return {
    async find(tokenHash: Buffer): Promise<Session | null> {
      const session = await find(tokenHash)
      if (session) found.set(keyOf(tokenHash), { id: session.id, player: session.player })
      else found.delete(keyOf(tokenHash))
      return session
    },
    recall(tokenHash: Buffer): Session | null {
      const session = found.get(keyOf(tokenHash))
      if (!session) return null
      return { ...session, tokenHash, confirmedUntil: null, remembered: { isLive: false } }
    },
  }
}

/** All are alive by their newest tokens; old tokens are for the look-up to judge. */
export const allLive = ({ idleMs, wholeMs }: SessionLife): SessionCheck => ({
  sql: (first) => `
    (select count(*) from players.sessions
     where token_hash = any($${first}::bytea[])
       and ${isAlive(`$${first + 1}`, `$${first + 2}`)}) = cardinality($${first})`,
  values: (sessions) => [
    [...new Map(sessions.map(({ tokenHash }) => [keyOf(tokenHash), tokenHash])).values()],
    idleMs,
    wholeMs,
  ],
})

const keyOf = (tokenHash: Buffer): string => tokenHash.toString('latin1')
