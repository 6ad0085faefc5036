import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import { expect } from 'vitest'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import {
  type ServerProcess,
  startApiProcess,
  startWaitingWorker,
} from '../processes/api-process.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'

/** A PostgreSQL of its own that may break, and the real API and worker on it. */
export interface OutageScene extends Pick<OwnDatabase, 'owner' | 'postgres' | 'urlOf'> {
  readonly api: ServerProcess
  readonly worker: ServerProcess
  readonly player: SignedIn
  readonly smtpPort: number
  startPostgres(): Promise<void>
  isReady(): Promise<boolean>
  close(): Promise<void>
}

/** Starts a server on a PostgreSQL of its own, which a test stops and starts. */
export async function startOutageScene(): Promise<OutageScene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipkin-out-'))
  const { owner, urlOf, postgres, start } = await startOwnDatabase(dataDir)
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
    postgres,
    startPostgres: start,
    isReady: async () => (await fetch(`${api.url}/readyz`)).ok,
    async close() {
      await api.close()
      await worker.close()
      await owner.close()
      await postgres().stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a call answers while something that it needs is down. */
export const unavailable = { status: 503, body: { Status: false, Message: expect.any(String) } }
