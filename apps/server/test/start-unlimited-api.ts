import { fileURLToPath } from 'node:url'
import { type GuardedChild, spawnGuarded } from '../../local/src/guarded-child.ts'
import { freePort } from '../../local/src/testing/free-port.ts'
import { untilLine } from '../../local/src/until-line.ts'
import { passedOn } from './passed-on.ts'

export interface UnlimitedApi {
  /** The same after a restart. */
  readonly url: string
  /** kill -9. */
  kill(): Promise<void>
  /** Starts it again on the port that it had. */
  start(): Promise<void>
}

/**
 * The API as a process of its own, beside others on the same database. Ends with this process.
 */
export async function startUnlimitedApi(
  env: Readonly<Record<string, string>>,
): Promise<UnlimitedApi> {
  const port = await freePort()
  const path = fileURLToPath(new URL('unlimited-api.ts', import.meta.url))
  let child: GuardedChild
  const start = async () => {
    child = spawnGuarded({
      command: process.execPath,
      args: [path],
      stopSignal: 'KILL',
      env: { ...passedOn, ...env, PORT: String(port) },
    })
    await untilLine(child, 'stdout', 'the API', (line) => line === 'listening')
  }
  await start()
  return { url: `http://127.0.0.1:${port}`, kill: () => child.stop(), start }
}
