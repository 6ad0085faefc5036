import { type GuardedChild, spawnGuarded } from './guarded-child.ts'
import { serverProcess } from './server-process.ts'
import { untilLine } from './until-line.ts'

/**
 * Starts the worker process, the only one with the house's key, and waits until it is at work. It
 * ends with this process.
 */
export async function startWorkerProcess(env: Record<string, string>): Promise<GuardedChild> {
  const child = spawnGuarded({
    command: process.execPath,
    args: serverProcess('worker'),
    stopSignal: 'INT',
    // Share the compile cache with this process.
    env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  child.stderr.pipe(process.stderr)
  await untilLine(child, 'stdout', 'The worker', (line) => line === 'The worker is at work.')
  return child
}
