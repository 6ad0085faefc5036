import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { root } from '../../../local/src/build.ts'
import { scriptOf, serverProcess } from '../../../local/src/server-process.ts'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { seedKey } from '../seeds.ts'
import { passedOn } from './passed-on.ts'

export interface ServerProcess {
  readonly pid: number
  readonly url: string
  readonly metricsUrl: string
  /** Settles with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
  /** Every line of its log so far. */
  log(): string
  signal(name: NodeJS.Signals): void
  /** Ends it, however it is, and removes what it had. */
  close(): Promise<void>
}

/** The settings of every server process in tests. Their chain is down. */
const usualSettings = {
  ...passedOn,
  HOST: '127.0.0.1',
  RPC_URL: 'http://127.0.0.1:1',
  PUBLIC_RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: '31337',
  TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
  HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:1',
}

const start = fileURLToPath(new URL('../../../local/src/start.ts', import.meta.url))

/** The real API as a process of its own, over TCP. Answers when it is ready. */
export const startApiProcess = (
  settings: { DATABASE_URL: string } & Record<string, string>,
): Promise<ServerProcess> => startServing(serverProcess('api'), settings)

/**
 * What `NODE_ENV=production npm start` starts: the API and the worker under one process, which
 * writes the logs of both.
 */
export const startInProduction = (
  settings: { DATABASE_URL: string; WORKER_DATABASE_URL: string } & Record<string, string>,
): Promise<ServerProcess> => startServing([start], { NODE_ENV: 'production', ...settings })

/** The API as npm starts it: by its script, in a shell. */
export const startApiByScript = (settings: { DATABASE_URL: string }): Promise<ServerProcess> =>
  startServing(['-c', scriptOf('api')], settings, 'sh')

async function startServing(
  command: readonly string[],
  settings: { readonly PORT?: string } & Record<string, string>,
  program?: string,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-api-'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Pipkin</title><script>theme()</script>',
  )
  await writeFile(
    join(folder, 'verify.html'),
    '<!doctype html><meta name="receipt-key" content="">',
  )
  const port = settings.PORT ?? (await freePort())
  const all = {
    PORT: String(port),
    WEB_DIR: folder,
    WATERMARK_FILE: join(folder, 'watermark'),
    RECEIPT_KEY: randomBytes(32).toString('hex'),
    FACTOR_KEY: randomBytes(32).toString('hex'),
    SEED_KEY: seedKey,
    ...settings,
  }
  const api = await startProcess(command, folder, all, program)
  const url = `http://127.0.0.1:${port}`
  try {
    await until(
      async () => (await fetch(`${url}/readyz`)).ok,
      api.ended.then((code) => {
        throw new Error(`the API ended with ${code}: ${api.log()}`)
      }),
    )
  } catch (error) {
    await api.close()
    throw error
  }
  return { ...api, url }
}

/** The real worker. Its chain is down, so it waits; its sweeps run. */
export async function startWaitingWorker(
  settings: { DATABASE_URL: string } & Record<string, string>,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-worker-'))
  const worker = await startProcess(serverProcess('worker'), folder, {
    HOUSE_KEY: randomBytes(32).toString('hex'),
    LOG_KEY: '7e'.repeat(32),
    SEED_KEY: seedKey,
    CHAIN_POLL_MS: '50',
    WATERMARK_FILE: join(folder, 'watermark'),
    ...settings,
  })
  return { ...worker, url: '' }
}

async function startProcess(
  command: readonly string[],
  folder: string,
  settings: Record<string, string>,
  program = process.execPath,
) {
  const metricsPort = String(await freePort())
  const child = spawn(program, command, {
    cwd: root,
    env: {
      ...usualSettings,
      METRICS_PORT: metricsPort,
      WORKER_METRICS_PORT: metricsPort,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command.join(' ')} can't be started`)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'close').then(
    ([code, signal]): number | string | null => signal ?? code,
  )
  return {
    pid,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    ended,
    log: () => said,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Polls until `isSo` answers true, or until `other` settles. Then it stops polling: what waits in
 * Vitest moves the fake timers of later tests. An error counts as false.
 */
export async function until(isSo: () => Promise<boolean>, other?: Promise<unknown>): Promise<void> {
  let isOver = false
  const asking = vi.waitUntil(() => isOver || isSo().catch(() => false), {
    timeout: 240_000,
    interval: 25,
  })
  await Promise.race([asking, ...(other ? [other] : [])]).finally(() => {
    isOver = true
  })
}
