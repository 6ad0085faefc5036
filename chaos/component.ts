import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { type LocalChain, startChain } from '../apps/local/src/chain/start-chain.ts'
import { type GuardedChild, spawnGuarded } from '../apps/local/src/guarded-child.ts'
import { type Postgres, startPostgres } from '../apps/local/src/postgres/start-postgres.ts'
import { serverProcess } from '../apps/local/src/server-process.ts'
import { childrenOf } from '../apps/local/src/testing/children-of.ts'
import { freePort } from '../apps/local/src/testing/free-port.ts'
import { untilLine } from '../apps/local/src/until-line.ts'

const patienceMs = 120_000

/**
 * Polls until the condition is true; a rejection counts as false. Throws after two minutes, naming
 * the condition.
 */
export async function waitUntil(condition: string, isTrue: () => Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs)
  while (!(await isTrue().catch(() => false))) {
    if (patience.aborted) throw new Error(`not after two minutes: ${condition}`)
    await wait(20)
  }
}

export const kinds = ['API', 'worker', 'database', 'chain node'] as const
export type Kind = (typeof kinds)[number]

/** A process, or a group of them, that can be killed with SIGKILL and started again. */
export interface Component {
  readonly kind: Kind
  kill(): Promise<void>
  /** Resolves when it is ready. */
  start(): Promise<void>
}

/** Also resolves for a process that ended by itself, which `onError` reports. */
async function killed(
  child: Pick<GuardedChild, 'pid'> & { exited: Promise<unknown> },
): Promise<void> {
  signalIfThere(child.pid, 'SIGKILL')
  await child.exited
}

/**
 * A process of the server. `onError` receives each line of its log, and a line if it ends without
 * being killed.
 */
function serverComponent(
  kind: 'API' | 'worker',
  env: Record<string, string>,
  onError: (line: string) => void,
  isReady: (child: GuardedChild) => Promise<unknown>,
): Component {
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
        args: serverProcess(kind === 'API' ? 'api' : 'worker'),
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
export async function apiComponent(
  env: Record<string, string>,
  onError: (line: string) => void,
): Promise<Component & { readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ready = () => waitUntil('an API is ready', () => isReady(url))
  return { ...serverComponent('API', { ...env, PORT: String(port) }, onError, ready), url }
}

export const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok

const atWork = 'The worker is at work.'

/** The real worker. */
export const workerComponent = (
  env: Record<string, string>,
  onError: (line: string) => void,
): Component =>
  serverComponent(
    'worker',
    env,
    (line) => line !== atWork && onError(line),
    (child) => untilLine(child, 'stdout', 'The worker', (line) => line === atWork),
  )

/** PostgreSQL with everything that it has forked. */
export function databaseComponent(dataDir: string): Component & { current(): Postgres } {
  let postgres: Postgres
  return {
    kind: 'database',
    current: () => postgres,
    async kill() {
      // Each backend has a process group of its own. The server is stopped first, so that it forks
      // no more while they are listed. Backends that can't be listed end when the server is gone.
      // If it has ended by itself, the run reports that.
      signalIfThere(postgres.pid, 'SIGSTOP')
      for (const pid of [postgres.pid, ...childrenOf(postgres.pid)]) signalIfThere(pid, 'SIGKILL')
      await postgres.exited
      await postgres.stop()
    },
    async start() {
      postgres = await startPostgres({ dataDir })
    },
  }
}

function signalIfThere(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The chain's node, behind the proxy that saves each block before it answers. */
export async function chainComponent(
  place: Omit<Parameters<typeof startChain>[0], 'port'>,
): Promise<Component & { current(): LocalChain }> {
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
