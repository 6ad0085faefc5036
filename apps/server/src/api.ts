import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { createApp } from './app.ts'
import { type ApiConfig, ConfigError, readApiConfig } from './config.ts'
import { playerNodes } from './ledger/player-nodes.ts'
import { connect } from './platform/database/database.ts'
import { StaleDatabase } from './platform/database/stale-database.ts'
import { createWatermark } from './platform/database/watermark.ts'
import { isBuilt, isBuiltForOneMachine } from './platform/http/serve-web.ts'
import { measureProcess } from './platform/metrics/measure-process.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { system } from './platform/process/clock.ts'
import { endProcess } from './platform/process/end-process.ts'
import { createLog } from './platform/process/log.ts'
import { createMailer } from './platform/process/mail.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { createFactorKeys } from './players/factors/factor-keys.ts'
import { reencrypt } from './players/factors/reencrypt.ts'
import { solveGames } from './rounds/list-games.ts'
import { createSeedKeys, useSeedKeys } from './rounds/seed-keys.ts'

/** The API as a process of its own. Production runs any number of them. */

const buildsOwn = fileURLToPath(new URL('../../web/dist', import.meta.url))

try {
  const config = readApiConfig(process.env)
  refuseLocalSettings(config)
  const built = config.webDirectory ?? buildsOwn
  if (!isBuilt(built))
    throw new ConfigError(['The web app is not built: run "npm run build" first.'])
  if (isBuiltForOneMachine(built))
    throw new ConfigError([
      'The web app was built by "npm start", for one machine: run "npm run build".',
    ])
  const log = createLog(config.logLevel)
  const metrics = new Registry()
  const watermark = createWatermark({
    file: config.watermarkFile,
    onStale: endProcess,
    onError: (error) => log.warn({ err: error }, 'the watermark was not renewed'),
  })
  const database = connect(config.databaseUrl, {
    connections: 16,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    admit: watermark.admit,
  })
  await watermark.begin(database)
  const nodes = playerNodes({
    database,
    url: config.databaseUrl,
    onError: (error) => log.warn({ err: error }, 'the coordinator makes the calls of some players'),
  })
  const begin = async () => {
    await useSeedKeys(database, createSeedKeys(config.seedKey, config.oldSeedKeys))
    if (config.otherFactorKeys.length === 0) return
    const keys = createFactorKeys(config.factorKey, config.otherFactorKeys)
    log.info(
      await reencrypt(database, keys, system),
      'second factors were encrypted with FACTOR_KEY anew',
    )
  }
  const app = await createApp({
    config,
    database,
    nodes,
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    surroundings: system,
    log,
    metrics,
    webDirectory: built,
    begin,
    onRefused: (error) => endProcess(error instanceof Error ? error : new Error(String(error))),
  })
  measureProcess(metrics, database)
  await solveGames(database).catch((error) =>
    log.warn({ err: error }, 'the games were not solved at start'),
  )
  const stopMetrics = await serveMetrics(metrics, config.metrics)
  // Refuse new requests, end the streams so that browsers connect to another process, and finish
  // the requests under way.
  stopOnSignal(async () => {
    await app.close()
    await stopMetrics()
    await watermark.stop()
    await nodes.stop()
    await database.close()
  })
  await app.listen({ host: config.host, port: config.port })
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StaleDatabase)) throw error
  process.stderr.write(`${error.message}\n`)
  // What has begun by now would keep it running.
  process.exit(1)
}

/** Refuses settings that are for one machine's own tests alone. Throws `ConfigError`. */
function refuseLocalSettings({ limits, publicUrl }: ApiConfig): void {
  const lines: string[] = []
  if (!limits) lines.push('PIPKIN_RATE_LIMITS=off is for one machine alone: take it out.')
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost')
    lines.push(`PUBLIC_URL must begin with https://, but is ${publicUrl.origin}.`)
  if (lines.length > 0) throw new ConfigError(lines)
}
