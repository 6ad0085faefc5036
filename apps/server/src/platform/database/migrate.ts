import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { statementsOf } from './statements-of.ts'

const ours = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Migrates the database to the newest schema, forward only, under an advisory lock. */
export async function migrate(ownerUrl: string, directory = ours): Promise<string[]> {
  const done = await runner({
    databaseUrl: ownerUrl,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migrations',
    migrationsSchema: 'public',
    count: Number.POSITIVE_INFINITY,
    advisoryLockMode: 'wait',
    log: () => undefined,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader }],
  })
  return done.map((migration) => migration.name)
}

/** A cluster passes some statements on to its nodes, and can't take several at once. */
const loader = (paths: string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const statements = statementsOf(await readFile(path, 'utf8'))
      return {
        id: path,
        filePaths: [path],
        actions: {
          up(builder: { sql(text: string): void }) {
            for (const statement of statements) builder.sql(statement)
          },
        },
      }
    }),
  )
