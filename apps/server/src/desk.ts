import { fileURLToPath } from 'node:url'
import { ConfigError, type DeskConfig, readDeskConfig } from './config.ts'
import { createDesk } from './desk/create-desk.ts'
import { inviteFirstOperator } from './desk/way-in.ts'
import { watchSchema } from './ledger/check-database.ts'
import { connect } from './platform/database/database.ts'
import { isBuilt } from './platform/http/serve-web.ts'
import { cannotListen } from './platform/process/cannot-listen.ts'
import { system } from './platform/process/clock.ts'
import { endProcess } from './platform/process/end-process.ts'
import { createLog } from './platform/process/log.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { orSayWhyNot } from './platform/why-not.ts'

/**
 * The back office as a process of its own, in the role pipkin_operator. It prints its address, and
 * as long as there is no operator the one-time link of the first.
 */

const buildsOwn = fileURLToPath(new URL('../../desk/dist', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

await orSayWhyNot(async () => {
  const config = readDeskConfig(process.env)
  const publicUrl = publicUrlOf(config)
  const built = config.webDirectory ?? buildsOwn
  if (!isBuilt(built))
    throw new ConfigError(['The back office is not built: run "npm run build" first.'])
  const log = createLog(config.logLevel)
  const database = connect(config.databaseUrl, {
    connections: 4,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const desk = await createDesk({
    config,
    database,
    surroundings: system,
    log,
    publicUrl,
    webDirectory: built,
    begin: async () => {
      const first = await inviteFirstOperator({ database, surroundings: system, publicUrl })
      if (first) say(`First operator: ${first}`)
    },
    onRefused: (error) => endProcess(error instanceof Error ? error : new Error(String(error))),
  })
  const schema = watchSchema(database, endProcess)
  stopOnSignal(async () => {
    await desk.close()
    await schema.stop()
    await database.close()
  })
  await desk
    .listen({ host: config.host, port: config.port })
    .catch(cannotListen('DESK_PORT', 'DESK_HOST'))
  say(`Back office: ${publicUrl.origin}`)
})

/** Throws `ConfigError` where a browser elsewhere would send its cookie in the clear. */
function publicUrlOf({ publicUrl, port }: DeskConfig): URL {
  const url = publicUrl ?? new URL(`http://localhost:${port}`)
  if (url.protocol === 'https:' || url.hostname === 'localhost') return url
  throw new ConfigError([`DESK_URL must begin with https://, but is ${url.origin}.`])
}
