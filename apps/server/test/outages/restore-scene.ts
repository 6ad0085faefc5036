import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { operate } from '../../src/operator/operate.ts'
import { type Database, sql } from '../../src/platform/database/database.ts'
import {
  type ServerProcess,
  startApiProcess,
  startWaitingWorker,
  until,
} from '../processes/api-process.ts'
import { startOwnDatabase } from './own-database.ts'

/** A real PostgreSQL that is backed up and restored, and the real processes on it. */
export interface RestoreScene {
  readonly owner: Database
  readonly worker: Database
  /** The real API. Each memory is a file that outlives the processes which keep it. */
  startApi(memory?: string): Promise<ServerProcess>
  /** The real worker, when it has remembered something or has ended. */
  startWorker(memory?: string): Promise<ServerProcess>
  /** Waits until a process has noted in its memory how far the database is now. */
  nextBeat(memory?: string): Promise<void>
  /** Stops the database, copies its folder, starts it again. */
  backUp(): Promise<void>
  /** Stops the database, puts the copy back, starts it again. */
  restore(): Promise<void>
  /** Types `npm run operator -- after-restore …`; answers what it prints. */
  afterRestore(): Promise<string>
  close(): Promise<void>
}

/** Starts the PostgreSQL alone. The scene's calls start the processes. */
export async function openRestoreScene(): Promise<RestoreScene> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-restore-'))
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')]
  const { owner, urlOf, connectAs, postgres, start } = await startOwnDatabase(dataDir)
  // Rounds follow each other as fast as they can.
  await owner.rows(sql`update ledger.games set min_round_ms = 0`)
  const worker = connectAs('pipkin_worker_login')
  const operator = connectAs('pipkin_operator_login')
  const receiptKey = randomBytes(32).toString('hex')
  const started: ServerProcess[] = []
  const keep = (process: ServerProcess) => {
    started.push(process)
    return process
  }

  async function whileStopped(work: () => Promise<void>): Promise<void> {
    await postgres().stop()
    await work()
    await start()
  }
  const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

  return {
    owner,
    worker,
    startApi: async (memory = 'api') =>
      keep(
        await startApiProcess({
          DATABASE_URL: urlOf('pipkin_login'),
          RECEIPT_KEY: receiptKey,
          // The one profile without a pace of its own.
          PLAY_PROFILE: 'mt',
          FKR_IS: '0.01 EUR',
          WATERMARK_FILE: join(folder, memory),
        }),
      ),
    async startWorker(memory = 'worker') {
      const file = join(folder, memory)
      const worker = keep(
        await startWaitingWorker({
          DATABASE_URL: urlOf('pipkin_worker_login'),
          WATERMARK_FILE: file,
        }),
      )
      await until(async () => existsSync(file), worker.ended)
      return worker
    },
    async nextBeat(memory = 'api') {
      const read = () => readFile(join(folder, memory), 'utf8')
      const before = await read()
      await until(async () => (await read()) !== before)
    },
    backUp: () => whileStopped(async () => void (await copyFolder(dataDir, copy))),
    restore: () =>
      whileStopped(async () => {
        await rm(dataDir, { recursive: true })
        await copyFolder(copy, dataDir)
      }),
    async afterRestore() {
      const done = await operate(
        { database: operator },
        ['after-restore', '--by', 'Asha', '--reason', 'the backup of Friday'],
        undefined,
      )
      if (!done.ok) throw new Error(done.why)
      return done.value
    },
    async close() {
      await Promise.all(started.map((process) => process.close()))
      await Promise.all([owner, worker, operator].map((database) => database.close()))
      await postgres().stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
