import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../src/platform/database.ts'

export interface TestDatabase {
  /** As the application's role: what the server may do. */
  readonly database: Database
  /** As the owner: to look behind the curtain, and to plant faults. */
  readonly owner: Database
  readonly url: string
  readonly ownerUrl: string
  close(): Promise<void>
}

let made = 0

/** A hundred requests at once wait for ten connections, on whatever machine the tests run. */
const slowAnswersMs = 55_000

/** A database of its own with the newest schema. Close it, or call `freshDatabaseForTest` inside a test. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { ownerUrl, appUrl } = inject('postgres')
  made += 1
  const name = `test_${process.pid}_${made}`
  const admin = new pg.Client(atDatabase(ownerUrl, 'postgres'))
  await admin.connect()
  // Copies of one template are made one at a time.
  await admin.query('select pg_advisory_lock(7)')
  await admin.query(`create database ${name} template pipkin`)
  await admin.end()
  const url = atDatabase(appUrl, name)
  const fail = (error: Error) => process.stderr.write(`${error.message}\n`)
  const database = connect(url, { connections: 10, onError: fail, slowAnswersMs })
  const owner = connect(atDatabase(ownerUrl, name), { connections: 2, onError: fail, slowAnswersMs })
  return {
    database,
    owner,
    url,
    ownerUrl: atDatabase(ownerUrl, name),
    async close() {
      await database.close()
      await owner.close()
    },
  }
}

export async function freshDatabaseForTest(): Promise<TestDatabase> {
  const made = await freshDatabase()
  onTestFinished(() => made.close())
  return made
}

const atDatabase = (url: string, name: string): string => url.replace(/@\/\w+/, `@/${name}`)
