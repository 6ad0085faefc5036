import { fork } from 'node:child_process'
import { once } from 'node:events'
import { logKeeper, logPauseMs } from '../../apps/server/src/log/keep-log.ts'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { system } from '../../apps/server/src/platform/process/clock.ts'
import { ed25519Key } from '../../apps/server/src/platform/process/ed25519-key.ts'
import { repeat } from '../../apps/server/src/platform/process/repeat.ts'
import { seeds } from '../../apps/server/test/seeds.ts'

/** The worker's job that keeps the log, alone in a process of its own, as the worker runs it. */
export interface LogChild {
  /** Starts and stops the job. */
  keep(on: boolean): Promise<void>
  /** Milliseconds of processor time that the process has used. */
  cpuMs(): Promise<number>
  /** Settles when it has ended. */
  stop(): Promise<void>
}

/** Starts the log's job in a process of its own. It doesn't run until `keep(true)`. */
export function startLog(databaseUrl: string, checkpointFile: string): LogChild {
  const child = fork(import.meta.filename, ['serve', databaseUrl, checkpointFile])
  const ask = async (question: string): Promise<number> => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return Number(answer)
  }
  return {
    keep: async (on) => void (await ask(on ? 'on' : 'off')),
    cpuMs: () => ask('usage'),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function serve(databaseUrl: string, file: string): void {
  process.once('disconnect', () => process.exit())
  const fail = (error: unknown) => {
    throw error
  }
  const database = connect(databaseUrl, { connections: 4, onError: fail })
  const key = { name: 'pipkin.example/log', ...ed25519Key(Buffer.alloc(32, 8)) }
  const work = logKeeper({
    database,
    seeds,
    elapsedMs: system.elapsedMs,
    key,
    file,
    witnesses: [],
    mustEnd: fail,
    onError: fail,
  })
  let job: ReturnType<typeof repeat> | null = null
  process.on('message', async (question) => {
    if (question === 'on') job ??= repeat(logPauseMs, work, fail)
    if (question === 'off') {
      await job?.stop()
      job = null
    }
    const { user, system: kernel } = process.cpuUsage()
    process.send?.((user + kernel) / 1_000)
  })
}

const [what, databaseUrl, file] = process.argv.slice(2)
if (what === 'serve' && databaseUrl && file && process.send) serve(databaseUrl, file)
