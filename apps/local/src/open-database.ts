import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { startPostgres } from './postgres/start-postgres.ts'
import { findPostgres, type Login } from './postgres/urls.ts'

/** The folder of the local default's data: PIPKIN_DATA, or else .data. */
export const localDataDir = (): string => resolve(process.env.PIPKIN_DATA ?? '.data')

/**
 * Opens the database of a command: the given one, else PIPKIN_DATA's, which it starts if the
 * product isn't running. Throws `CannotStart` if there is none.
 */
export async function openDatabase(
  login: Login,
  given: string | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  if (given) return { url: given, close: async () => undefined }
  const dataDir = localDataDir()
  const running = await findPostgres(dataDir)
  if (running) return { url: running.appUrl(login), close: async () => undefined }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new CannotStart(
      `There is no database in ${dataDir}: name the folder in PIPKIN_DATA, or a database in the environment (docs/operations.md).`,
    )
  const postgres = await startPostgres({ dataDir })
  return { url: postgres.appUrl(login), close: () => postgres.stop() }
}
