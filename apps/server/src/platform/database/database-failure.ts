import pg from 'pg'
import { StaleDatabase } from './stale-database.ts'
import { DatabaseHangs } from './watch-database.ts'

/**
 * Why the database failed: it hangs, its disk is full, it is overloaded, or it can't be reached. A
 * standby that isn't promoted yet counts as one that can't.
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
  if (isReadOnly(error) || hasGoneByCode.test(code)) return 'gone'
  return hasGone.test(error.message) ? 'gone' : null
}

/**
 * The network's codes, also those of a machine that is off and of a name that points nowhere for
 * now, and the classes 08 and 57 of PostgreSQL.
 */
const hasGoneByCode =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|08|57)/

/**
 * Messages of errors without a code of their own. Each of these failures passes, so callers may
 * repeat.
 */
const hasGone = new RegExp(
  [
    // The driver's own errors. ENOENT counts only for the unix socket: another file may be missing
    // for other reasons.
    '^Connection terminated',
    '^connect ENOENT',
    'is not queryable$',
    // Errors of a server whose main process was killed, or of a coordinator whose node's was.
    '^postmaster was shut down',
    '^server closed the connection',
    '^could not (receive|send) data',
    '^no connection to the server',
    // Internal errors of Citus, from a coordinator that lost a node before all had committed.
    '^failure on connection marked as essential',
    '^failed to prepare transaction',
    '^could not commit transaction for shard',
    // Citus takes all that is local to a node for one transaction, so it also ends what only waits.
    // It runs again (`isDeadlock`); this is for a caller whose every run ended like that.
    '^canceling the transaction since it was involved in a distributed deadlock',
    // A statement that is planned at the moment in which the node gets its new place.
    '^There is a shard placement on node .* but could not find the node',
  ].join('|'),
)

/** Whether the database couldn't be reached or didn't answer: the same call may work later. */
export const isDatabaseDown = (error: unknown): boolean => databaseFailure(error) !== null

/** Whether it can't write, as a standby before its promotion and a restore that has paused. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/**
 * Whether this database lacks what another can do: a cluster can't write players of several nodes
 * by one statement. PostgreSQL reports a prepared statement whose function was replaced by the same
 * code; that passes.
 */
export const isUnsupported = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError &&
  error.code === '0A000' &&
  !error.message.startsWith('cached plan')

/** Whether a statement calls a function that the database doesn't have. */
export const isUndefinedFunction = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42883'

/**
 * Whether a transaction that sees one moment would have changed a row that another has changed
 * since.
 */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '40001'

/**
 * Whether the database has rolled this work back to end a deadlock. Citus does so on all nodes, and
 * ends nothing that a node has begun to commit.
 */
export const isDeadlock = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '40P01'

/**
 * Whether Citus planned a statement while a part of the players got its new node, and found no node
 * that has all its tables. Nothing was done; the next plan sees the new node.
 */
export const isPlannedInMove = (error: unknown): boolean =>
  isUnsupported(error) && meetsMove.test(error.message)

const meetsMove = new RegExp(
  [
    '^found no worker with all shard placements',
    '^cannot find a worker that has active placements for all shards',
    '^complex joins are only supported when all distributed tables are co-located',
  ].join('|'),
)

/**
 * The file system's messages. PostgreSQL has a code for the first and reports the second as an
 * internal error.
 */
const isEndOfSpace = (message: string): boolean =>
  /No space left on device|File too large/.test(message)
