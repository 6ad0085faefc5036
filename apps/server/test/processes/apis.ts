import { createApp } from '../../src/app.ts'
import { readApiConfig } from '../../src/config.ts'
import { connect } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { patientMailer } from '../players/patient-mailer.ts'
import { startRegister } from '../players/register.ts'

/**
 * An API for each of the settings in APIS, in one process and on one pool: without a web app and,
 * unlike the real `api.ts`, without limits if so configured. See `start-apis.ts`.
 */

/** A hundred concurrent requests wait for eight connections, on slow machines too. */
const slowAnswersMs = 55_000

const { APIS = '[]', ...env } = process.env
const each: readonly Record<string, string>[] = JSON.parse(APIS)
const database = connect(readApiConfig({ ...env, ...each[0] }).databaseUrl, {
  connections: 8,
  onError: () => undefined,
  slowAnswersMs,
})
// In this process: a test that makes a hundred requests at once is too busy to answer in time.
const { url: REGISTER_URL } = await startRegister()
for (const settings of each) {
  const hasRegister = settings.PLAY_PROFILE !== undefined
  const config = readApiConfig({ ...env, ...(hasRegister && { REGISTER_URL }), ...settings })
  const app = await createApp({
    config,
    database,
    mailer: patientMailer(config.smtpUrl, config.mailFrom),
    surroundings: system,
    log: createLog(config.logLevel),
  })
  await app.listen({ host: config.host, port: config.port })
}
process.stdout.write('listening\n')
