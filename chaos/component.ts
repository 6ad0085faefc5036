import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type LocalChain, startChain } from '../apps/local/src/chain/start-chain.ts'
import { type GuardedChild, spawnGuarded } from '../apps/local/src/guarded-child.ts'
import { type Postgres, startPostgres } from '../apps/local/src/postgres/start-postgres.ts'
import { childrenOf } from '../apps/local/src/testing/children-of.ts'
import { freePort } from '../apps/local/src/testing/free-port.ts'
import { untilLine } from '../apps/local/src/until-line.ts'
import { until } from './until.ts'

export const kinds = ['API', 'worker', 'database', 'chain node'] as const
export type Kind = (typeof kinds)[number]

/** Something that can be killed with SIGKILL and started again as it was. */
export interface Part {
  readonly kind: Kind
  kill(): Promise<void>
  /** Answers when it is ready. */
  start(): Promise<void>
}

/** What ended by itself is killed already; that it did is told where it was started. */
async function killed(
  child: Pick<GuardedChild, 'pid'> & { exited: Promise<unknown> },
): Promise<void> {
  killIfThere(child.pid)
  await child.exited
}

const ofServer = (name: string) =>
  fileURLToPath(new URL(`../apps/server/src/${name}.ts`, import.meta.url))

/**
 * A process of the server; `onError` is told each line that it logs, and that it ended without
 * having been killed.
 */
function serverPart(
  kind: 'API' | 'worker',
  env: Record<string, string>,
  onError: (line: string) => void,
  isReady: (child: GuardedChild) => Promise<unknown>,
): Part {
  let child: GuardedChild
  let isKilled = false
  return {
    kind,
    async kill() {
      isKilled = true
      await killed(child)
    },
    async start() {
      isKilled = false
      child = spawnGuarded({
        command: process.execPath,
        args: [ofServer(kind.toLowerCase())],
        stopSignal: 'KILL',
        env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      })
      for (const output of [child.stdout, child.stderr]) createInterface(output).on('line', onError)
      void child.exited.then(
        (code) => !isKilled && onError(`the ${kind} ended by itself with ${code}`),
      )
      await isReady(child)
    },
  }
}

/** The real API on a port of its own. */
export async function apiPart(
  env: Record<string, string>,
  onError: (line: string) => void,
): Promise<Part & { readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ready = () => until('an API is ready', () => isReady(url))
  return { ...serverPart('API', { ...env, PORT: String(port) }, onError, ready), url }
}

export const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok

const atWork = 'The worker is at work.'

/** The real worker. */
export const workerPart = (env: Record<string, string>, onError: (line: string) => void): Part =>
  serverPart(
    'worker',
    env,
    (line) => line !== atWork && onError(line),
    (child) => untilLine(child, 'stdout', 'The worker', (line) => line === atWork),
  )

/** PostgreSQL with everything that it has forked. */
export function databasePart(dataDir: string): Part & { current(): Postgres } {
  let postgres: Postgres
  return {
    kind: 'database',
    current: () => postgres,
    async kill() {
      // Each backend has a process group of its own. Stopped first, the server forks no more of
      // them while they are listed. Where nothing lists them, they end by themselves when they miss
      // their server.
      process.kill(postgres.pid, 'SIGSTOP')
      const forked = childrenOf(postgres.pid)
      process.kill(postgres.pid, 'SIGKILL')
      for (const pid of forked) killIfThere(pid)
      await postgres.exited
      await postgres.stop()
    },
    async start() {
      postgres = await startPostgres({ dataDir })
    },
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The chain's node, behind the proxy that saves each block before anybody hears of it. */
export async function chainPart(
  place: Omit<Parameters<typeof startChain>[0], 'port'>,
): Promise<Part & { current(): LocalChain }> {
  const port = await freePort()
  let chain: LocalChain
  return {
    kind: 'chain node',
    current: () => chain,
    async kill() {
      await killed(chain)
      await chain.stop()
    },
    async start() {
      chain = await startChain({ ...place, port })
    },
  }
}
