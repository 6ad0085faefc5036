import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'

/** A database by its name. It can be copied only while it has no connections. */
export interface Template {
  readonly name: string
}

export interface TestDatabase extends Template {
  /** As the API's role: what the server may do. */
  readonly database: Database
  /** As the worker's, and as the operator's. */
  readonly worker: Database
  readonly operator: Database
  /** As the owner: to read any table, and to plant faults. */
  readonly owner: Database
  readonly url: string
  readonly workerUrl: string
  readonly operatorUrl: string
  readonly ownerUrl: string
  /** Ends its connections. The next `freshDatabase` drops it, since all of it may be in memory. */
  close(): Promise<void>
}

/** PostgreSQL's error code for a database that has connections. */
const objectInUse = '55006'
/**
 * Its error code for a server that stops: at the end of a run it does so under idle connections.
 */
const adminShutdown = '57P01'

/** A hundred concurrent requests wait for ten connections, on slow machines too. */
export const slowAnswersMs = 55_000

/** Only the newest schema. */
const empty: Template = { name: 'pipkin' }

/**
 * A database of its own: the newest schema, or a copy of another template. Close it, or call
 * `freshDatabaseForTest` inside a test.
 */
export async function freshDatabase(template = empty): Promise<TestDatabase> {
  const given = inject('postgres')
  // Random: this process may have a copy of this file, which knows none of these names.
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const old = [...closed]
  closed.clear()
  for (const url of given.nodes ?? [given.ownerUrl]) {
    const admin = new pg.Client(atDatabase(url, 'postgres'))
    await admin.connect()
    try {
      for (const one of old) await drop(admin, one, given.nodes !== undefined)
      await copy(admin, template.name, name, given.nodes !== undefined)
    } finally {
      // This also releases the lock that others wait for.
      await admin.end()
    }
  }
  const urls = {
    url: atDatabase(given.appUrl, name),
    workerUrl: atDatabase(given.workerUrl, name),
    operatorUrl: atDatabase(given.operatorUrl, name),
    ownerUrl: atDatabase(given.ownerUrl, name),
  }
  const onError = (error: Error) => {
    if (Reflect.get(error, 'code') !== adminShutdown) process.stderr.write(`${error.message}\n`)
  }
  // In production the work runs again; here no deadlock stays hidden, but for those that Citus
  // reports: it also takes for one what only waits.
  const onDeadlock = (error: Error) => {
    if (!isDatabaseDown(error)) throw error
  }
  const open = (url: string, connections: number) =>
    connect(url, { connections, onError, onDeadlock, slowAnswersMs })
  const pools = {
    database: open(urls.url, 10),
    worker: open(urls.workerUrl, 4),
    operator: open(urls.operatorUrl, 2),
    owner: open(urls.ownerUrl, 2),
  }
  return {
    name,
    ...urls,
    ...pools,
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
      closed.add(name)
    },
  }
}

/** Closed databases, for the next `freshDatabase` to drop: their connections have ended by then. */
const closed = new Set<string>()

/**
 * Nodes stay connected to each other's databases; without force PostgreSQL would wait five seconds
 * for them.
 */
async function drop(admin: pg.Client, name: string, isNode: boolean): Promise<void> {
  const how = isNode ? ' with (force)' : ''
  await admin.query(`drop database if exists ${name}${how}`).catch((error: pg.DatabaseError) => {
    // A process that is being killed may still be connected: then the database only takes up space.
    if (error.code !== objectInUse) throw error
  })
}

/** Nodes that know a database by its name know its copy by the copy's name. */
async function copy(admin: pg.Client, from: string, name: string, isNode: boolean): Promise<void> {
  // Copies of one template are made one at a time.
  await admin.query('select pg_advisory_lock(7)')
  if (isNode) {
    // Ends the connections between the nodes, and those of Citus itself.
    await admin.query(`alter database ${from} allow_connections false`)
    await admin.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [from],
    )
  }
  // Copying files takes half the work of writing each page to the log. PostgreSQL waits five
  // seconds for sessions that are still connected, which is too short on a busy machine.
  const create = () => admin.query(`create database ${name} template ${from} strategy file_copy`)
  await create().catch((error: pg.DatabaseError) => {
    if (error.code !== objectInUse) throw error
    return create()
  })
  if (isNode) await admin.query(`alter database ${from} allow_connections true`)
}

/** A database after `setUp`, made once, with which several tests begin. */
export async function templateDatabase(
  setUp: (db: TestDatabase) => Promise<unknown>,
): Promise<Template> {
  const db = await freshDatabase()
  await setUp(db)
  await db.close()
  closed.delete(db.name)
  return db
}

/** A database of this test alone; closed when the test has finished. */
export async function freshDatabaseForTest(): Promise<TestDatabase> {
  const made = await freshDatabase()
  onTestFinished(() => made.close())
  return made
}

/** The URL of another database of the same server. */
export const atDatabase = (url: string, name: string): string => url.replace(/@\/\w+/, `@/${name}`)
