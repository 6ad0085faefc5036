import { bundle } from '../../../local/src/build.ts'
import { type GuardedChild, spawnGuarded } from '../../../local/src/guarded-child.ts'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { untilLine } from '../../../local/src/until-line.ts'
import { passedOn } from './passed-on.ts'

type Settings = Readonly<Record<string, string>>

/** A process of the API that a test kills. */
interface ApiProcess {
  /** kill -9. */
  kill(): Promise<void>
  /** Starts it again on the ports that it had. */
  start(): Promise<void>
}

export interface Api extends ApiProcess {
  /** The same after a restart. */
  readonly url: string
}

export interface Apis extends ApiProcess {
  /** One for each of the settings, the same after a restart. */
  readonly urls: readonly string[]
}

/** The process as it is started, bundled as the server is. */
export const bundleApis = (): Promise<string> => bundle('apps/server/test/processes/apis.ts')

/** An API as a process of its own, beside others on the same database. Ends with this process. */
export async function startApi(env: Settings): Promise<Api> {
  const { urls, ...api } = await startApis(env, [{}])
  return { url: urls[0]!, ...api }
}

/** One process that serves an API for each of the settings. Ends with this process. */
export async function startApis(env: Settings, each: readonly Settings[]): Promise<Apis> {
  const path = await bundleApis()
  const ports = await Promise.all(each.map(freePort))
  const APIS = JSON.stringify(
    each.map((settings, index) => ({ ...settings, PORT: String(ports[index]) })),
  )
  let child: GuardedChild
  const start = async () => {
    child = spawnGuarded({
      command: process.execPath,
      args: [path],
      stopSignal: 'KILL',
      env: { ...passedOn, ...env, APIS },
    })
    await untilLine(child, 'stdout', 'the API', (line) => line === 'listening')
  }
  await start()
  return { urls: ports.map((port) => `http://127.0.0.1:${port}`), kill: () => child.stop(), start }
}
