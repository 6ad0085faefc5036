import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { type ApiConfig, ConfigError, readApiConfig } from './config.ts'
import { connect } from './platform/database/database.ts'
import { isBuilt, isBuiltForOneMachine } from './platform/http/serve-web.ts'
import { measureProcess } from './platform/metrics/measure-process.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { system } from './platform/process/clock.ts'
import { createLog } from './platform/process/log.ts'
import { createMailer } from './platform/process/mail.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { solveGames } from './rounds/list-games.ts'

/** The API as a process of its own: what production runs, as many as it likes. */

const usualPlace = fileURLToPath(new URL('../../web/dist', import.meta.url))

try {
  const config = readApiConfig(process.env)
  refuseLocalSettings(config)
  const built = config.webDirectory ?? usualPlace
  if (!isBuilt(built)) throw new ConfigError('The web app is not built: run "npm run build" first.')
  if (isBuiltForOneMachine(built))
    throw new ConfigError(
      'The web app was built by "npm start", for one machine: run "npm run build".',
    )
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  const database = connect(config.databaseUrl, {
    connections: 16,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const app = await createApp({
    config,
    database,
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    surroundings: system,
    log,
    metrics,
    webDirectory: built,
  })
  measureProcess(metrics, database)
  await solveGames(database).catch((error) =>
    log.warn({ err: error }, 'the games were not solved at start'),
  )
  const stopMetrics = await serveMetrics(metrics, config.metrics)
  // Nothing new is accepted, streams end so that browsers go elsewhere, what is being done is
  // finished.
  stopOnSignal(async () => {
    await app.close()
    await stopMetrics()
    await database.close()
  })
  await app.listen({ host: config.host, port: config.port })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** What only one machine's own tests may have. */
function refuseLocalSettings({ limits, publicUrl }: ApiConfig): void {
  if (!limits)
    throw new ConfigError('PIPKIN_RATE_LIMITS=off is for one machine alone: take it out.')
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost')
    throw new ConfigError(`PUBLIC_URL must begin with https://, but is ${publicUrl.origin}.`)
}
