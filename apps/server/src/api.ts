import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { type ApiConfig, ConfigError, readApiConfig } from './config.ts'
import { system } from './platform/clock.ts'
import { connect } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { isBuilt } from './platform/static.ts'

/** The API as a process of its own: what production runs, as many as it likes. */

const built = fileURLToPath(new URL('../../web/dist', import.meta.url))

try {
  const config = readApiConfig(process.env)
  refuseLocalSettings(config)
  if (!isBuilt(built)) throw new ConfigError('The web app is not built: run "npm run build" first.')
  const log = createLog(config.logLevel)
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
    webDirectory: built,
  })
  await app.listen({ host: config.host, port: config.port })
  const stop = async () => {
    await app.close()
    await database.close()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** What only one machine's own tests may have. */
function refuseLocalSettings({ limits, publicUrl }: ApiConfig): void {
  if (!limits) throw new ConfigError('PIPKIN_RATE_LIMITS=off is for one machine alone: take it out.')
  if (publicUrl.protocol !== 'https:' && publicUrl.hostname !== 'localhost')
    throw new ConfigError(`PUBLIC_URL must begin with https://, but is ${publicUrl.origin}.`)
}
