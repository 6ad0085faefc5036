import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { serverProcess } from '../../../local/src/server-process.ts'
import { houseSecret, type Scene } from '../cashier/cashier-scene.ts'
import { seedKey } from '../seeds.ts'
import { passedOn } from './passed-on.ts'

const crashHook = fileURLToPath(new URL('./crash-hook.ts', import.meta.url))

export interface WorkerProcess {
  /** The signal that ended it, or its exit code. */
  readonly ended: Promise<string | number | null>
  stop(): void
  said(): string
}

/**
 * The real worker as a process of its own, which dies at a point of `crash-hook.ts`, or runs until
 * it is stopped.
 */
export function startWorkerProcess(scene: Scene, die = ''): WorkerProcess {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-worker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', crashHook, ...serverProcess('worker')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...passedOn,
        DIE: die,
        DATABASE_URL: scene.db.workerUrl,
        RPC_URL: scene.anvil.url,
        CHAIN_ID: String(scene.chainConfig.chainId),
        TOKEN_ADDRESS: scene.chainConfig.token,
        HOUSE_ADDRESS: scene.chainConfig.house,
        HOUSE_KEY: houseSecret,
        LOG_KEY: '7e'.repeat(32),
        SEED_KEY: seedKey,
        CONFIRMATIONS: String(scene.chainConfig.confirmations),
        CHAIN_POLL_MS: '50',
        PUBLIC_URL: 'http://localhost:3000',
        WATERMARK_FILE: join(folder, 'watermark'),
      },
    },
  )
  // A test that fails must not leave its worker behind.
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return {
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code))),
    stop: () => void child.kill('SIGTERM'),
    said: () => said,
  }
}
