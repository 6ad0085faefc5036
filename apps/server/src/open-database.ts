import type { ApiConfig } from './config.ts'
import { connect, type Database } from './platform/database/database.ts'
import type { StaleDatabase } from './platform/database/stale-database.ts'
import { createWatermark } from './platform/database/watermark.ts'
import type { Log } from './platform/process/log.ts'

export interface OpenedDatabase {
  readonly database: Database
  /** Opens as many connections that wait longer for answers: for work that is no request. */
  openPatient(): Database
  /** Closes all connections, after the watermark's last beat. */
  close(): Promise<void>
}

interface OpenOptions {
  readonly connections: number
  readonly log: Log
  /** Called where the database turns out later to be another one. */
  mustEnd(error: StaleDatabase): void
}

/**
 * Opens the database of an API or a worker: each connection is compared with the watermark, which
 * is kept from now on. Throws `StaleDatabase`.
 */
export async function openDatabase(
  { databaseUrl, watermarkFile }: Pick<ApiConfig, 'databaseUrl' | 'watermarkFile'>,
  { connections, log, mustEnd }: OpenOptions,
): Promise<OpenedDatabase> {
  const watermark = createWatermark({
    file: watermarkFile,
    onStale: mustEnd,
    onError: (error) => log.warn({ err: error }, 'the watermark was not renewed'),
  })
  const opened: Database[] = []
  const open = (patience: { slowAnswersMs?: number }) => {
    const database = connect(databaseUrl, {
      ...patience,
      connections,
      onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
      admit: watermark.admit,
    })
    opened.push(database)
    return database
  }
  const database = open({})
  await watermark.begin(database)
  return {
    database,
    openPatient: () => open({ slowAnswersMs: 600_000 }),
    async close() {
      await watermark.stop()
      for (const one of opened) await one.close()
    },
  }
}
