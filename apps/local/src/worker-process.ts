import { fileURLToPath } from 'node:url'
import { type GuardedChild, spawnGuarded } from './guarded-child.ts'
import { untilLine } from './until-line.ts'

const worker = fileURLToPath(new URL('../../server/src/worker.ts', import.meta.url))

/**
 * Starts the worker process, the only one with the house's key, and waits until it is at work. It
 * ends with this process.
 */
export async function startWorkerProcess(env: Record<string, string>): Promise<GuardedChild> {
  const child = spawnGuarded({
    command: process.execPath,
    args: [worker],
    stopSignal: 'INT',
    // Share the compile cache with this process.
    env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  child.stderr.pipe(process.stderr)
  await untilLine(child, 'stdout', 'The worker', (line) => line === 'The worker is at work.')
  return child
}
