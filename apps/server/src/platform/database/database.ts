import pg from 'pg'
import { isDatabaseDown, isDeadlock, isPlannedInMove } from './database-failure.ts'
import { watchDatabase } from './watch-database.ts'

// int8 comes as bigint: money never passes through a float.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

type Row = Record<string, unknown>

/**
 * A statement that PostgreSQL parses and plans once a connection: `name` must be as unique as the
 * text.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Runs SQL: the pool, or one database transaction. */
export interface Queryable {
  /**
   * Runs a statement and returns its rows. The type of a row is given here and cast nowhere else.
   */
  rows<R extends object = Row>(statement: Statement, values?: readonly unknown[]): Promise<R[]>
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a database transaction: commits if it resolves, rolls back if it throws. `work`
   * runs again, a few times, after a deadlock and while a part of the players moves.
   */
  transaction<T>(work: (inside: Queryable) => Promise<T>): Promise<T>
  /** How many connections are busy and idle, and how many callers wait for one. */
  use(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** A statement, named by a hash of its text. Write it beside the use case that runs it. */
export const sql = (strings: readonly string[]): Statement => {
  const text = strings.join('').trim()
  return { name: `s${hash(text)}`, text }
}

/** FNV-1a over 64 bits: a short, stable name for a statement's text. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  return value.toString(36)
}

/** PostgreSQL takes a second to notice each deadlock; callers have patience for a few. */
const mostRuns = 4

const queryable = (client: pg.Pool | pg.PoolClient): Queryable => ({
  async rows<R extends object>(statement: Statement, values: readonly unknown[] = []) {
    const result = await client.query<R>({
      name: statement.name,
      text: statement.text,
      values: [...values],
    })
    return result.rows
  },
})

/**
 * Connects to PostgreSQL. Waits for connections and answers are bounded, and a database that hangs
 * is detected, so callers of a database that is down soon get a clear error. `slowAnswersMs` is the
 * patience for work that is not a player's request, such as an audit.
 *
 * In a deadlock PostgreSQL undoes the work of one, so that the others go on. That work runs again,
 * `mostRuns` times in all: what was undone may meet the next circle. So does what Citus planned
 * while a part of the players got its new node.
 */
export function connect(
  url: string,
  options: {
    connections: number
    onError(error: Error): void
    slowAnswersMs?: number
    /** Called before work runs again after a deadlock; the work fails where this throws. */
    onDeadlock?(error: Error): void
    /** Judges each new connection before it is used; it is closed where this throws. */
    admit?(connection: Queryable): Promise<void>
  },
): Database {
  const patienceMs = options.slowAnswersMs ?? 10_000
  const { admit } = options
  const watch =
    options.slowAnswersMs === undefined
      ? watchDatabase(url, () => pool.totalCount > pool.idleCount || pool.waitingCount > 0)
      : undefined
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    ...(watch && { stream: watch.open }),
    ...(admit && {
      verify(client: pg.PoolClient, done: (error?: Error) => void) {
        admit(queryable(client)).then(() => done(), done)
      },
    }),
    connectionTimeoutMillis: options.slowAnswersMs ?? 2_000,
    // Bounds an answer on a connection that was silently lost, which the watch doesn't notice.
    query_timeout: patienceMs,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'pipkin',
  })
  pool.on('error', options.onError)
  // While a new connection is judged, and for a tick after it is handed out, the pool has no error
  // listener on it, and an unheard error would end the process. The statement itself fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const direct = queryable(pool)
  const runAgain = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let run = 1; ; run += 1) {
      try {
        return await work()
      } catch (error) {
        if (run === mostRuns) throw error
        if (isDeadlock(error)) options.onDeadlock?.(error)
        else if (!isPlannedInMove(error)) throw error
      }
    }
  }
  return {
    rows: (statement, values) => runAgain(() => direct.rows(statement, values)),
    transaction: (work) => runAgain(() => transaction(pool, work)),
    use: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await pool.end()
      watch?.stop()
    },
  }
}

async function transaction<T>(pool: pg.Pool, work: (inside: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // Between two statements the pool has no error listener on it, and an unheard error would end the
  // process.
  const onError = (error: Error) => {
    broken ??= error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(queryable(client))
    await client.query('commit')
    return result
  } catch (error) {
    const cut = broken
    await client.query('rollback').catch(onError)
    throw cut ?? error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** The first row, if there is one. */
export async function maybeOne<R extends object>(rows: Promise<R[]>): Promise<R | undefined> {
  return (await rows)[0]
}

/** The first row. Throws if there is none. */
export async function one<R extends object>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows
  if (row === undefined) throw new Error('a row was expected')
  return row
}

/** True if a unique key refused a row. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/**
 * True if PostgreSQL itself reported the error, so the transaction was rolled back. After a lost
 * connection that is unknown.
 */
export const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !isDatabaseDown(error)
