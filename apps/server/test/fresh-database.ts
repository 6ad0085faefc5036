import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../src/platform/database/database.ts'

export interface TestDatabase {
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
  close(): Promise<void>
}

let made = 0

/** A hundred concurrent requests wait for ten connections, on slow machines too. */
const slowAnswersMs = 55_000

/**
 * A database of its own with the newest schema. Close it, or call `freshDatabaseForTest` inside a
 * test.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const given = inject('postgres')
  made += 1
  const name = `test_${process.pid}_${made}`
  const admin = new pg.Client(atDatabase(given.ownerUrl, 'postgres'))
  await admin.connect()
  // Copies of one template are made one at a time.
  await admin.query('select pg_advisory_lock(7)')
  await admin.query(`create database ${name} template pipkin`)
  await admin.end()
  const urls = {
    url: atDatabase(given.appUrl, name),
    workerUrl: atDatabase(given.workerUrl, name),
    operatorUrl: atDatabase(given.operatorUrl, name),
    ownerUrl: atDatabase(given.ownerUrl, name),
  }
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const open = (url: string, connections: number) =>
    connect(url, { connections, onError, slowAnswersMs })
  const pools = {
    database: open(urls.url, 10),
    worker: open(urls.workerUrl, 4),
    operator: open(urls.operatorUrl, 2),
    owner: open(urls.ownerUrl, 2),
  }
  return {
    ...urls,
    ...pools,
    close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.close()))),
  }
}

export async function freshDatabaseForTest(): Promise<TestDatabase> {
  const made = await freshDatabase()
  onTestFinished(() => made.close())
  return made
}

const atDatabase = (url: string, name: string): string => url.replace(/@\/\w+/, `@/${name}`)
