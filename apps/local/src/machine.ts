import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { type LocalChain, startChain } from './chain/start-chain.ts'
import { type MailCatcher, startMail } from './mail/start-mail.ts'
import { type Postgres, startPostgres } from './postgres/start-postgres.ts'

export interface Machine {
  readonly postgres: Postgres
  readonly chain: LocalChain
  readonly mail: MailCatcher
  /** Settles with the name of a part that ended by itself; the product can't go on without it. */
  readonly broken: Promise<Part>
  /** Stops the parts in turn, the database last. Stop their users before. */
  stop(): Promise<void>
}

type Part = 'database' | 'chain' | 'mail'

export interface MachineOptions {
  /** Database and chain are kept in its subfolders `postgres` and `chain`. */
  readonly dataDir: string
  /** Called for each part that is up, with the time it took. */
  readonly onStep?: (part: Part, tookMs: number) => void
  /** Called for each code that is mailed. */
  readonly onCode?: (to: string, code: string) => void
  readonly confirmations?: number
  readonly blockTimeMs?: number
  /** Another database than one PostgreSQL in `dataDir`. */
  readonly startDatabase?: () => Promise<Postgres>
}

/**
 * Starts, in parallel, the services that production provides: PostgreSQL, a chain with the token
 * and a mail server. If one can't start, stops the others and throws its `CannotStart`.
 */
export async function startMachine({
  onStep,
  onCode,
  startDatabase,
  ...options
}: MachineOptions): Promise<Machine> {
  if (process.platform === 'win32') {
    throw new CannotStart('The local start needs Linux or macOS: on Windows, run it inside WSL.')
  }
  const began = performance.now()
  async function step<T>(part: Part, starting: Promise<T>): Promise<T> {
    const started = await starting
    onStep?.(part, Math.round(performance.now() - began))
    return started
  }
  const parts = [
    step('mail', startMail(onCode ? { onCode } : {})),
    step('chain', startChain(options)),
    step('database', startDatabase ? startDatabase() : startPostgres(options)),
  ] as const

  async function stop() {
    for (const started of await Promise.allSettled(parts)) {
      if (started.status === 'fulfilled') await started.value.stop()
    }
  }
  try {
    const [mail, chain, postgres] = await Promise.all(parts)
    const broken = Promise.race([
      chain.exited.then((): Part => 'chain'),
      postgres.exited.then((): Part => 'database'),
    ])
    return { postgres, chain, mail, broken, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
