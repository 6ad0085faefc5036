import pg from 'pg'
import { StaleDatabase } from './stale-database.ts'
import { DatabaseHangs } from './watch-database.ts'

/**
 * Why the database failed: it hangs, its disk is full, it is overloaded, or it can't be reached.
 */
export type DatabaseFailure = 'hangs' | 'full' | 'busy' | 'gone'

/** Null where the database is up: the request or a bug caused the error. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof StaleDatabase) return 'gone'
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseHangs || error.message === 'Query read timeout') return 'hangs'
  if (code === '53100' || (error instanceof pg.DatabaseError && isEndOfSpace(error.message)))
    return 'full'
  // Out of connections or memory, a full queue of connections, or a statement timeout.
  if (
    /^(53|57014|EAGAIN)/.test(code) ||
    error.message === 'timeout exceeded when trying to connect'
  )
    return 'busy'
  if (/^(ECONN|EPIPE|ETIMEDOUT|08|57)/.test(code)) return 'gone'
  return hasGone.test(error.message) ? 'gone' : null
}

/** What has no code of its own. Each of these passes, so callers may repeat. */
const hasGone = new RegExp(
  [
    // Our end of a connection. ENOENT counts only for the unix socket: another file may be missing
    // for other reasons.
    '^Connection terminated',
    '^connect ENOENT',
    'is not queryable$',
    // A server that lost its main process to a kill, or a coordinator whose node did.
    '^postmaster was shut down',
    '^server closed the connection',
    '^could not (receive|send) data',
    '^no connection to the server',
    // A coordinator that lost a node before all had committed, as internal errors of Citus.
    '^failure on connection marked as essential',
    '^failed to prepare transaction',
    '^could not commit transaction for shard',
    // One that takes for a circle what waits for a node that is coming back.
    '^canceling the transaction since it was involved in a distributed deadlock',
    // A statement that is planned just as the node gets its new place fails so, too.
    '^There is a shard placement on node .* but could not find the node',
  ].join('|'),
)

export const isDatabaseDown = (error: unknown): boolean => databaseFailure(error) !== null

/**
 * Whether this database can't do what another could: players of several nodes by one statement. A
 * function that was made anew under a prepared statement has the same code, and passes.
 */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '0A000' &&
  !error.message.startsWith('cached plan')

export const isUndefinedFunction = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42883'

/** Whether a transaction of one moment wanted what another has changed since then. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '40001'

/** Whether PostgreSQL has undone this work to end a circle of locks. */
export const isDeadlock = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '40P01' && !isDatabaseDown(error)

/**
 * The file system's messages. PostgreSQL has a code for the first and reports the second as
 * internal.
 */
const isEndOfSpace = (message: string): boolean =>
  /No space left on device|File too large/.test(message)
