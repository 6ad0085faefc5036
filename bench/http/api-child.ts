import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundle } from '../../apps/local/src/build.ts'
import { flagsOf } from '../../apps/local/src/server-process.ts'
import { createApp } from '../../apps/server/src/app.ts'
import { readApiConfig } from '../../apps/server/src/config.ts'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { system } from '../../apps/server/src/platform/process/clock.ts'
import { createLog } from '../../apps/server/src/platform/process/log.ts'
import type { SignerOptions } from '../../apps/server/src/rounds/receipts.ts'
import { seedKey } from '../../apps/server/test/seeds.ts'

/**
 * What a process has used so far: bytes that are resident and in the heap, milliseconds of
 * processor time.
 */
export interface Usage {
  readonly rss: number
  readonly heapUsed: number
  readonly cpuMs: number
}

export interface ApiChild {
  readonly port: number
  /** `compact` collects all garbage first. */
  usage(after?: 'compact'): Promise<Usage>
  /** Settles when it has ended. */
  stop(): Promise<void>
}

/** How an API signs receipts, beside how it does. */
const signings = {
  'as it is': {},
  'each alone': { mostTogether: 1 },
  'without a hand-over': { onSigned: () => undefined },
} as const satisfies Record<string, SignerOptions>
export type Signing = keyof typeof signings

let bundled: Promise<string> | undefined

/** The API in a process of its own, bundled as in production, on a port of its own. */
export async function startApi(
  databaseUrl: string,
  folder: string,
  signing: Signing = 'as it is',
): Promise<ApiChild> {
  // Several start at once, and share one bundle.
  bundled ??= bundle('bench/http/api-child.ts')
  const child = fork(await bundled, ['serve', signing], {
    execArgv: ['--expose-gc', ...flagsOf('api')],
    env: { ...process.env, ...apiEnvironment(databaseUrl, folder) },
  })
  const address = await answer(child)
  return {
    port: Number(new URL(String(address)).port),
    async usage(after) {
      child.send(after ?? 'now')
      return (await answer(child)) as Usage
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error('The API ended.'))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      done(message)
    })
  })
}

/** The child: says where it listens, then what it uses whenever it is asked. */
async function serve(signing: SignerOptions): Promise<void> {
  // However the bench ends.
  process.once('disconnect', () => process.exit())
  const config = readApiConfig(process.env)
  const app = await createApp({
    config,
    database: connect(config.databaseUrl, { connections: 16, onError: () => undefined }),
    mailer: { send: async () => undefined },
    surroundings: system,
    log: createLog('warn'),
    signing,
  })
  process.on('message', (question) => {
    if (question === 'compact')
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system: kernel } = process.cpuUsage()
    process.send?.({ rss, heapUsed, cpuMs: (user + kernel) / 1000 })
  })
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
}

/** The same key for all APIs: each reads what another has stored of a second factor. */
const factorKey = randomBytes(32).toString('hex')

/** An API that needs nothing but its database. */
export const apiEnvironment = (databaseUrl: string, folder: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  WATERMARK_FILE: join(folder, 'watermark'),
  // The pace of rounds is what a person can play; the bench plays faster.
  PIPKIN_RATE_LIMITS: 'off',
  RPC_URL: 'http://127.0.0.1:1',
  PUBLIC_RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: '31337',
  TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
  HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
  RECEIPT_KEY: randomBytes(32).toString('hex'),
  FACTOR_KEY: factorKey,
  SEED_KEY: seedKey,
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost:3000',
  // As docs/operations.md advises.
  MALLOC_ARENA_MAX: '1',
})

const [, , what, signing] = process.argv
const [, options] = Object.entries(signings).find(([name]) => name === signing) ?? []
if (what === 'serve' && options && process.send) await serve(options)
