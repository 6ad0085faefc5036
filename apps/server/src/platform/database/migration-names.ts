import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this version's migrations. */
export const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The names of the migrations in a folder, in the order in which they run. */
export const migrationNames = (directory: string): string[] =>
  readdirSync(directory)
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
