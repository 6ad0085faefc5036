import { type Database, one, sql } from '../platform/database/database.ts'
import { type Session, SessionEnded } from '../platform/http/call.ts'
import type { Queue } from '../platform/limits/queue.ts'

/** The session that a download was asked by. */
export type Downloader = Pick<Session, 'id' | 'player' | 'tokenHash'>

const isOpen = sql`select players.is_open($1, $2, $3) as open`

/**
 * The queue of a download's pages. It throws, and so breaks the download off, once the session has
 * ended, or the token that asked: the owner has thrown a thief out, also one with a copy of the
 * cookie, or the account is frozen or closed.
 */
export const whileAlive = (
  database: Database,
  pages: Queue,
  { id, player, tokenHash }: Downloader,
): Queue =>
  Object.assign(
    <T>(read: () => Promise<T>) =>
      pages(async () => {
        const page = await read()
        // Checked after the page is read, or the session could end in between.
        const { open } = await one(
          database.rows<{ open: boolean }>(isOpen, [id, player, tokenHash]),
        )
        if (!open) throw new SessionEnded('the session of a download has ended')
        return page
      }),
    { admit: pages.admit },
  )
