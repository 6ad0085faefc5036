import { createApp } from '../src/app.ts'
import { readApiConfig } from '../src/config.ts'
import { connect } from '../src/platform/database/database.ts'
import { system } from '../src/platform/process/clock.ts'
import { createLog } from '../src/platform/process/log.ts'
import { createMailer } from '../src/platform/process/mail.ts'

/**
 * The API without a web app and, if so configured, without limits, unlike the real `api.ts`. See
 * `start-unlimited-api.ts`.
 */

/** A hundred concurrent requests wait for eight connections, on slow machines too. */
const slowAnswersMs = 55_000

const config = readApiConfig(process.env)
const app = await createApp({
  config,
  database: connect(config.databaseUrl, {
    connections: 8,
    onError: () => undefined,
    slowAnswersMs,
  }),
  mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
  surroundings: system,
  log: createLog(config.logLevel),
})
await app.listen({ host: config.host, port: config.port })
process.stdout.write('listening\n')
