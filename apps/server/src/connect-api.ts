import { Registry } from 'prom-client'
import { type AppDeps, createApp } from './app.ts'
import type { ApiConfig } from './config.ts'
import { checkDatabase, watchSchema } from './ledger/check-database.ts'
import { playerNodes } from './ledger/player-nodes.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './platform/database/database.ts'
import { measureProcess } from './platform/metrics/measure-process.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { system } from './platform/process/clock.ts'
import { createLog, type Log } from './platform/process/log.ts'
import { createMailer } from './platform/process/mail.ts'
import { checkFactorKeys } from './players/factors/check-factor-keys.ts'
import { createFactorKeys } from './players/factors/factor-keys.ts'
import { reencrypt } from './players/factors/reencrypt.ts'
import { solveGames } from './rounds/list-games.ts'
import { createSeedKeys, useSeedKeys } from './rounds/seed-keys.ts'

/** An API on its database, with its metrics served. */
export interface ConnectedApi {
  readonly database: Database
  readonly log: Log
  /** Builds the app, ready to listen. Call it once. */
  build(web: Pick<AppDeps, 'webDirectory' | 'local'>): ReturnType<typeof createApp>
  /**
   * Refuses new requests, ends the streams so that browsers connect to another process, finishes
   * the requests under way, and closes the database.
   */
  stop(): Promise<void>
}

/**
 * Connects an API. Throws `CannotStart`. `mustEnd` is called where the database refuses the
 * process later.
 */
export async function connectApi(
  config: ApiConfig,
  mustEnd: (error: Error) => void,
): Promise<ConnectedApi> {
  const log = createLog(config.logLevel)
  const metrics = new Registry()
  const stopMetrics = await serveMetrics(metrics, config.metrics)
  const opened = await openDatabase(config, { connections: 16, log, mustEnd })
  const { database } = opened
  measureProcess(metrics, database)
  const nodes = playerNodes({
    database,
    url: config.databaseUrl,
    onError: (error) => log.warn({ err: error }, 'the coordinator makes the calls of some players'),
  })
  let app: Awaited<ReturnType<typeof createApp>> | undefined
  let schema: ReturnType<typeof watchSchema> | undefined

  async function begin(): Promise<void> {
    await checkDatabase(database, 'API')
    await useSeedKeys(database, createSeedKeys(config.seedKey, config.oldSeedKeys))
    const keys = createFactorKeys(config.factorKey, config.otherFactorKeys)
    await checkFactorKeys(database, keys)
    if (config.otherFactorKeys.length === 0) return
    log.info(
      await reencrypt(database, keys, system),
      'second factors were encrypted with FACTOR_KEY anew',
    )
  }

  return {
    database,
    log,
    async build(web) {
      app = await createApp({
        ...web,
        config,
        database,
        nodes,
        mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
        surroundings: system,
        log,
        metrics,
        begin,
        onRefused: (error) => mustEnd(error instanceof Error ? error : new Error(String(error))),
      })
      schema = watchSchema(database, mustEnd)
      await solveGames(database).catch((error) =>
        log.warn({ err: error }, 'the games were not solved at start'),
      )
      return app
    },
    async stop() {
      await app?.close()
      await schema?.stop()
      await stopMetrics()
      await nodes.stop()
      await opened.close()
    },
  }
}
