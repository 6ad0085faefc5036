import pg from 'pg'
import { DatabaseHangs } from './watch-database.ts'

/**
 * Why the database, or the way to it, is the trouble and not the request: it says nothing, its disk
 * is full, it has too much to do, or it can't be reached.
 */
export type DatabaseFailure = 'hangs' | 'full' | 'busy' | 'gone'

/** Null where it is the request, or a bug. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseHangs || error.message === 'Query read timeout') return 'hangs'
  if (code === '53100' || (error instanceof pg.DatabaseError && isEndOfSpace(error.message)))
    return 'full'
  // Too few connections or too little memory, a queue of connections that is full; a statement that
  // was ended for being slow.
  if (
    /^(53|57014|EAGAIN)/.test(code) ||
    error.message === 'timeout exceeded when trying to connect'
  )
    return 'busy'
  if (/^(ECONN|EPIPE|ETIMEDOUT|08|57)/.test(code)) return 'gone'
  // A unix socket that isn't there; another file may be missing for other reasons.
  return /^(Connection terminated|connect ENOENT)|is not queryable$/.test(error.message)
    ? 'gone'
    : null
}

export const isDatabaseDown = (error: unknown): boolean => databaseFailure(error) !== null

/**
 * What the file system said. PostgreSQL knows one of the two, and passes the other on as an
 * internal error.
 */
const isEndOfSpace = (message: string): boolean =>
  /No space left on device|File too large/.test(message)
