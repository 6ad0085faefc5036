import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/local/src/testing/free-port.ts'
import { scratchFolder } from '../../apps/local/src/testing/scratch-folder.ts'

export interface OwnProduct {
  readonly url: string
  /** What it printed of the back office, once it has started. */
  desk(): { readonly url: string; readonly firstOperator: string | null }
  /** The rest of the newest line that begins with these words; null where there is none. */
  said(words: string): string | null
  start(): Promise<void>
  /** Runs a command of `tools/run.mjs` on the product's data, and answers what it prints. */
  run(...args: readonly string[]): string
  /** Stops it as an operator does; its data stays. */
  stop(): Promise<void>
  /** Stops it and forgets its data. */
  remove(): Promise<void>
}

/**
 * A product beside the one that all journeys share: this one may be stopped and started again, and
 * has settings of its own.
 */
export async function ownProduct(
  settings: Record<string, string> = {},
  script: 'start' | 'cluster' = 'start',
): Promise<OwnProduct> {
  const port = await freePort()
  // The product keeps files beside its data, too.
  const folder = mkdtempSync(join(scratchFolder(), 'pipkin-own-'))
  let running: ReturnType<typeof launch> | null = null
  const printed: string[] = []
  const printedAfter = (words: string) =>
    printed.findLast((line) => line.startsWith(words))?.slice(words.length) ?? null

  const surroundings = {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      ...process.env,
      PORT: String(port),
      // The other product's, where it was set.
      DESK_PORT: undefined,
      PIPKIN_DATA: join(folder, 'data'),
      PIPKIN_RATE_LIMITS: 'off',
      ...settings,
    },
  }
  const launch = () =>
    spawn(process.execPath, ['tools/run.mjs', script], {
      ...surroundings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  async function stop(): Promise<void> {
    const stopping = running
    running = null
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
    const ended = once(stopping, 'exit')
    stopping.kill('SIGTERM')
    await ended
  }
  return {
    url: `http://localhost:${port}`,
    desk: () => ({
      url: printedAfter('Back office: ') ?? '',
      firstOperator: printedAfter('First operator: '),
    }),
    said: printedAfter,
    run: (...args) =>
      execFileSync(process.execPath, ['tools/run.mjs', ...args], {
        ...surroundings,
        encoding: 'utf8',
      }),
    async start() {
      const started = launch()
      running = started
      // Read to its end, so that the product never waits for a reader.
      const lines = createInterface(started.stdout)
      lines.on('line', (line) => printed.push(line))
      let complaints = ''
      started.stderr.pipe(process.stderr)
      started.stderr.on('data', (text) => {
        complaints += text
      })
      await new Promise<void>((ready, fail) => {
        lines.on('line', (line) => line.includes('Pipkin is ready') && ready())
        started.on('close', (code) =>
          fail(new Error(`the product ended with ${code} before it was ready: ${complaints}`)),
        )
      })
    },
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
