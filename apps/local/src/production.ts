import { checkConfigs } from '../../server/src/config.ts'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { spawnGuarded } from './guarded-child.ts'
import { serverProcess } from './server-process.ts'

/**
 * `NODE_ENV=production npm start`: runs the API and the worker as two processes that end together.
 * Every setting must be given, and no part of the one-machine default runs. Only the worker gets
 * HOUSE_KEY, LOG_KEY and its login to the database.
 */
export async function startProduction(): Promise<void> {
  checkConfigs(process.env)
  const { HOUSE_KEY: _, LOG_KEY: __, WORKER_DATABASE_URL: ___, ...env } = process.env
  const api = spawnGuarded({
    command: process.execPath,
    args: serverProcess('api'),
    stopSignal: 'INT',
    env,
  })
  const worker = spawnGuarded({
    command: process.execPath,
    args: serverProcess('worker'),
    stopSignal: 'INT',
    env: process.env,
  })
  const parts = [api, worker]
  for (const part of parts) {
    part.stdout.pipe(process.stdout)
    part.stderr.pipe(process.stderr)
  }
  const stop = () => Promise.all(parts.map((part) => part.stop()))
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      asked = true
      void stop()
    })
  await Promise.race([api.exited, worker.exited])
  await stop()
  if (!asked)
    throw new CannotStart(
      'The API or the worker ended by itself, so both were stopped: read why in its log, then start again.',
    )
}
