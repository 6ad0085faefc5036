import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../apps/local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../apps/local/src/prepare-database.ts'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { useSeedKeys } from '../../apps/server/src/rounds/seed-keys.ts'
import { setFirstCatalogue } from '../../apps/server/src/rounds/set-game.ts'
import { seeds } from '../../apps/server/test/seeds.ts'

/** One of the bench's databases. */
export interface BenchDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  readonly operatorUrl: string
}

/** A server of databases with full durability. */
export interface BenchServer {
  /** The server's process, if this bench started it. */
  readonly pid: number | null
  /** A temporary folder, removed on close. */
  readonly folder: string
  /** Makes an empty, migrated database; replaces one of that name. */
  make(name: string): Promise<BenchDatabase>
  /** Copies a database that has no connections; replaces one of that name. */
  copy(of: string, name: string): Promise<BenchDatabase>
  rename(from: string, to: string): Promise<void>
  /** The names of the databases. */
  list(): Promise<string[]>
  at(name: string): BenchDatabase
  drop(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the server of `DATABASE_URL`, whose role must be able to create databases and roles, and
 * keeps its databases. Without it, starts the embedded PostgreSQL with its data in `dataDir` or in
 * a temporary folder.
 */
export async function openBenchServer(dataDir?: string): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-bench-'))
  const { DATABASE_URL } = process.env
  const place = DATABASE_URL ? onServer(DATABASE_URL) : await embedded(dataDir ?? folder)
  const urlsOf = (name: string): BenchDatabase => ({
    ownerUrl: atDatabase(place.ownerUrl, name),
    appUrl: atDatabase(place.appUrl, name),
    workerUrl: atDatabase(place.workerUrl, name),
    operatorUrl: atDatabase(place.operatorUrl, name),
  })
  const inServer = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(atDatabase(place.ownerUrl, 'postgres'))
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const drop = async (name: string) => void (await inServer(`drop database if exists "${name}"`))
  return {
    pid: place.pid,
    folder,
    async make(name) {
      await drop(name)
      await inServer(`create database "${name}"`)
      const urls = urlsOf(name)
      await migrate(urls.ownerUrl)
      const owner = connect(urls.ownerUrl, { connections: 1, onError: () => undefined })
      if (place.pid !== null) await makeLogins(owner)
      await useSeedKeys(owner, seeds)
      await setFirstCatalogue(owner)
      await owner.close()
      return urls
    },
    async copy(of, name) {
      await drop(name)
      await inServer(`create database "${name}" template "${of}" strategy file_copy`)
      return urlsOf(name)
    },
    rename: async (from, to) => void (await inServer(`alter database "${from}" rename to "${to}"`)),
    async list() {
      const rows = await inServer('select datname as name from pg_database')
      return rows.map(({ name }) => String(name))
    },
    at: urlsOf,
    drop,
    async close() {
      await place.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * As docs/operations.md advises for a database of millions; a reference on the same server has them
 * too. By default there is a checkpoint each time that a gigabyte of log is written, which is every
 * few seconds here, and pages are written whole after it.
 */
const settings = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' }

async function embedded(dataDir: string) {
  const postgres = await startPostgres({ dataDir, settings })
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl(),
    workerUrl: postgres.appUrl('pipkin_worker_login'),
    operatorUrl: postgres.appUrl('pipkin_operator_login'),
    pid: postgres.pid,
    stop: postgres.stop,
  }
}

// The functions run as their owner, so one role is enough.
const onServer = (url: string) => ({
  ownerUrl: url,
  appUrl: url,
  workerUrl: url,
  operatorUrl: url,
  pid: null,
  stop: async () => undefined,
})

const atDatabase = (url: string, name: string): string =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)
