import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Migrates the database to the newest schema, forward only, under an advisory lock. */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  const done = await runner({
    databaseUrl: ownerUrl,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migrations',
    migrationsSchema: 'public',
    count: Number.POSITIVE_INFINITY,
    advisoryLockMode: 'wait',
    log,
  })
  return done.map((migration) => migration.name)
}
