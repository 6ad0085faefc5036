import { createApp } from '../src/app.ts'
import { readApiConfig } from '../src/config.ts'
import { connect } from '../src/platform/database/database.ts'
import { system } from '../src/platform/process/clock.ts'
import { createLog } from '../src/platform/process/log.ts'
import { createMailer } from '../src/platform/process/mail.ts'
import { fkrIsOf } from './play-rules.ts'
import { startRegister } from './register.ts'

/**
 * The API by every profile of safer play in one process, on one pool, each on a port of its own.
 * Its last line has the addresses. See `start-profile-apis.ts`.
 */

/** A hundred concurrent requests wait for eight connections, on slow machines too. */
const slowAnswersMs = 55_000

const { databaseUrl } = readApiConfig(process.env)
const database = connect(databaseUrl, { connections: 8, onError: () => undefined, slowAnswersMs })
const { url: REGISTER_URL } = await startRegister()
const urls: Record<string, string> = {}
for (const [profile, fkrIs] of Object.entries(fkrIsOf)) {
  const config = readApiConfig({
    ...process.env,
    PLAY_PROFILE: profile,
    FKR_IS: fkrIs,
    REGISTER_URL,
  })
  const app = await createApp({
    config,
    database,
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    surroundings: system,
    log: createLog(config.logLevel),
  })
  urls[profile] = await app.listen({ host: config.host, port: 0 })
}
process.stdout.write(`${JSON.stringify(urls)}\n`)
