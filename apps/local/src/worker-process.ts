import { fileURLToPath } from 'node:url'
import { type GuardedChild, spawnGuarded } from './guarded-child.ts'
import { untilLine } from './until-line.ts'

const worker = fileURLToPath(new URL('../../server/src/worker.ts', import.meta.url))

/**
 * The worker as a process of its own: the only one that is given the house's key. It ends with this
 * process. Waits until it is at work.
 */
export async function startWorkerProcess(env: Record<string, string>): Promise<GuardedChild> {
  const child = spawnGuarded({
    command: process.execPath,
    args: [worker],
    stopSignal: 'INT',
    // What the first process has had Node keep of our sources, the second needn't read again.
    env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  child.stderr.pipe(process.stderr)
  await untilLine(child, 'stdout', 'The worker', (line) => line === 'The worker is at work.')
  return child
}
