import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeLogins } from '../apps/local/src/postgres/make-logins.ts'
import { startPostgres } from '../apps/local/src/postgres/start-postgres.ts'
import { connect } from '../apps/server/src/platform/database.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { setFirstCatalogue } from '../apps/server/src/rounds/set-game.ts'

export interface BenchDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  /** The server's process, where it runs on this machine because of us. */
  readonly pid: number | null
  /** A folder that goes with the database. */
  readonly folder: string
  close(): Promise<void>
}

/**
 * An empty, migrated database with full durability: on the embedded PostgreSQL, or, where `DATABASE_URL` names one (as a role
 * that may create databases and roles), in a fresh database `pipkin_bench` there, which stays for whatever else is to be run
 * beside it.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-bench-'))
  const { DATABASE_URL } = process.env
  const place = DATABASE_URL ? await onServer(DATABASE_URL) : await embedded(folder)
  await migrate(place.ownerUrl)
  const owner = connect(place.ownerUrl, { connections: 1, onError: () => undefined })
  if (place.pid !== null) await makeLogins(owner)
  await setFirstCatalogue(owner)
  await owner.close()
  return {
    ...place,
    folder,
    async close() {
      await place.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function embedded(folder: string) {
  const postgres = await startPostgres({ dataDir: folder })
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl(),
    workerUrl: postgres.appUrl('pipkin_worker_login'),
    pid: postgres.pid,
    stop: postgres.stop,
  }
}

async function onServer(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('drop database if exists pipkin_bench')
  await client.query('create database pipkin_bench')
  await client.end()
  const own = new URL(url)
  own.pathname = '/pipkin_bench'
  // The functions run as their owner whoever calls them, so one log-in will do.
  return { ownerUrl: own.href, appUrl: own.href, workerUrl: own.href, pid: null, stop: async () => undefined }
}
