import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import { expect } from 'vitest'
import { type Postgres, startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../../local/src/prepare-database.ts'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { connect, type Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { setCatalogue } from '../players/player.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import {
  type ServerProcess,
  startApiProcess,
  startWaitingWorker,
} from '../processes/api-process.ts'
import { seeds } from '../seeds.ts'

/** A PostgreSQL of its own that may break, and the real API and worker on it. */
export interface OutageScene {
  readonly owner: Database
  readonly api: ServerProcess
  readonly worker: ServerProcess
  readonly player: SignedIn
  readonly smtpPort: number
  /** The one that runs now. */
  postgres(): Postgres
  startPostgres(): Promise<void>
  urlOf(role: string): string
  isReady(): Promise<boolean>
  close(): Promise<void>
}

/** Starts a server on a PostgreSQL of its own, which a test stops and starts. */
export async function startOutageScene(): Promise<OutageScene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipkin-out-'))
  let postgres = await startPostgres({ dataDir })
  // By a link that stays when PostgreSQL is started anew.
  const urlOf = (role: string) =>
    `postgres://${role}@/pipkin?host=${join(dataDir, 'postgres', 'sockets')}`
  await migrate(urlOf('pipkin_owner'))
  // It waits as long as the database takes: no watch cuts what it holds.
  const patient = { connections: 2, onError: () => undefined, slowAnswersMs: 55_000 }
  const owner = connect(urlOf('pipkin_owner'), patient)
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await setCatalogue({ owner })
  const smtpPort = await freePort()
  const api = await startApiProcess({
    DATABASE_URL: urlOf('pipkin_login'),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  })
  const worker = await startWaitingWorker({ DATABASE_URL: urlOf('pipkin_worker_login') })
  return {
    owner,
    api,
    worker,
    smtpPort,
    urlOf,
    player: await signedIn({ owner }, api.url, { deposit: fkr(1_000), win: fkr(1_000) }),
    postgres: () => postgres,
    async startPostgres() {
      postgres = await startPostgres({ dataDir })
    },
    isReady: async () => (await fetch(`${api.url}/readyz`)).ok,
    async close() {
      await api.close()
      await worker.close()
      await owner.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a call answers while something that it needs is down. */
export const unavailable = { status: 503, body: { Status: false, Message: expect.any(String) } }
