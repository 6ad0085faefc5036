import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../../local/src/prepare-database.ts'
import { connect, type Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { setCatalogue } from '../players/player.ts'
import { seeds } from '../seeds.ts'

/** A PostgreSQL that a test stops and starts, with a new database that servers can run on. */
export interface OwnDatabase {
  readonly owner: Database
  /** It stays the same when PostgreSQL is started anew. */
  urlOf(role: string): string
  /** Connects as a role, and waits as long as the database takes: no watch cuts what it holds. */
  connectAs(role: string): Database
  /** The one that runs now. */
  postgres(): Postgres
  /** Starts PostgreSQL after it was stopped. */
  start(): Promise<void>
}

/** Starts PostgreSQL in a folder, and makes the database. */
export async function startOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  let postgres = await startPostgres({ dataDir })
  const urlOf = (role: string) =>
    `postgres://${role}@/pipkin?host=${join(dataDir, 'postgres', 'sockets')}`
  const patient = { connections: 2, onError: () => undefined, slowAnswersMs: 55_000 }
  const connectAs = (role: string) => connect(urlOf(role), patient)
  await migrate(urlOf('pipkin_owner'))
  const owner = connectAs('pipkin_owner')
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await setCatalogue({ owner })
  return {
    owner,
    urlOf,
    connectAs,
    postgres: () => postgres,
    async start() {
      postgres = await startPostgres({ dataDir })
    },
  }
}
