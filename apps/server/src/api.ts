import { fileURLToPath } from 'node:url'
import { type ApiConfig, ConfigError, readApiConfig } from './config.ts'
import { connectApi } from './connect-api.ts'
import { isBuilt, isBuiltForOneMachine } from './platform/http/serve-web.ts'
import { cannotListen } from './platform/process/cannot-listen.ts'
import { endProcess } from './platform/process/end-process.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { orSayWhyNot } from './platform/why-not.ts'

/** The API as a process of its own. Production runs any number of them. */

const buildsOwn = fileURLToPath(new URL('../../web/dist', import.meta.url))

await orSayWhyNot(async () => {
  const config = readApiConfig(process.env)
  refuseForeignSettings(config)
  const built = config.webDirectory ?? buildsOwn
  if (!isBuilt(built))
    throw new ConfigError(['The web app is not built: run "npm run build" first.'])
  if (isBuiltForOneMachine(built))
    throw new ConfigError([
      'The web app was built by "npm start", for one machine: run "npm run build".',
    ])
  const api = await connectApi(config, endProcess)
  const app = await api.build({ webDirectory: built })
  stopOnSignal(api.stop)
  await app.listen({ host: config.host, port: config.port }).catch(cannotListen('PORT', 'HOST'))
})

/**
 * Refuses settings that are for one machine's own tests alone, or for the worker. Throws
 * `ConfigError`.
 */
function refuseForeignSettings({ limits, publicUrl }: ApiConfig): void {
  const lines: string[] = []
  if (!limits) lines.push('PIPKIN_RATE_LIMITS=off is for one machine alone: take it out.')
  for (const name of ['HOUSE_KEY', 'LOG_KEY', 'WORKER_DATABASE_URL'])
    if (process.env[name]) lines.push(`${name} is for the worker alone: take it out here.`)
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost')
    lines.push(`PUBLIC_URL must begin with https://, but is ${publicUrl.origin}.`)
  if (lines.length > 0) throw new ConfigError(lines)
}
