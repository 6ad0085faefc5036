import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { CannotStart } from '../process/cannot-start.ts'
import { migrationNames, ownMigrations } from './migration-names.ts'
import { statementsOf } from './statements-of.ts'

/**
 * Migrates the database to the newest schema, forward only, under an advisory lock. Throws
 * `CannotStart` where a migration isn't what ran on this database, or the login isn't its owner's.
 */
export async function migrate(ownerUrl: string, directory = ownMigrations): Promise<string[]> {
  const checksums = readChecksums(directory)
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    await refuseEdited(owner, checksums)
    // On a cluster a change of a player's table and a function may then be of one transaction;
    // elsewhere this does nothing.
    await owner.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    const done = await runner({
      dbClient: owner,
      dir: directory,
      direction: 'up',
      migrationsTable: 'migrations',
      migrationsSchema: 'public',
      count: Number.POSITIVE_INFINITY,
      advisoryLockMode: 'wait',
      log: () => undefined,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader }],
    })
    await noteChecksums(owner, checksums)
    return done.map((migration) => migration.name)
  } catch (error) {
    const why = whyNotAllowed(error)
    if (why === null) throw error
    throw new CannotStart(
      `DATABASE_OWNER_URL must be a login of the database's owner, which may create roles (${why}).`,
    )
  } finally {
    await owner.end()
  }
}

/** What PostgreSQL said; null where it refused no right. The runner's own errors quote it. */
const whyNotAllowed = (error: unknown): string | null =>
  (error instanceof Error && /(?:permission denied|must be owner).*/.exec(error.message)?.[0]) ||
  null

/** A cluster passes some statements on to its nodes, and can't take several at once. */
const loader = async (paths: string[]) =>
  paths.map((path) => ({
    id: path,
    filePaths: [path],
    actions: {
      up(builder: { sql(text: string): void }) {
        for (const statement of statementsOf(readFileSync(path, 'utf8'))) builder.sql(statement)
      },
    },
  }))

/** What each migration hashes to, by its name; the line endings of a checkout don't count. */
const readChecksums = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    migrationNames(directory).map((name): [string, string] => {
      const text = readFileSync(join(directory, `${name}.sql`), 'utf8').replaceAll('\r\n', '\n')
      return [name, createHash('sha256').update(text).digest('hex')]
    }),
  )

interface Applied {
  readonly name: string
  /** Null until it is noted. */
  readonly checksum: string | null
}

/** Throws `CannotStart` where one that ran is gone, or another one now. */
async function refuseEdited(
  owner: pg.Client,
  checksums: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { name, checksum } of await readApplied(owner)) {
    const now = checksums.get(name)
    if (now === undefined || (checksum !== null && checksum !== now))
      throw new CannotStart(
        `The migration ${name} isn't what ran on this database: put the file back as it was, or start afresh (npm start: delete .data).`,
      )
  }
}

async function readApplied(owner: pg.Client): Promise<readonly Applied[]> {
  const { rowCount: isThere } = await owner.query(
    `select where to_regclass('public.migrations') is not null`,
  )
  if (!isThere) return []
  const { rows } = await owner.query<Applied>(
    // The column isn't there before the first note.
    `select name, to_jsonb(m) ->> 'checksum' as checksum from public.migrations m order by id`,
  )
  return rows
}

/** Notes what ran, also where an earlier run was cut off before it could. */
async function noteChecksums(
  owner: pg.Client,
  checksums: ReadonlyMap<string, string>,
): Promise<void> {
  if ((await readApplied(owner)).every(({ checksum }) => checksum !== null)) return
  await owner.query('alter table public.migrations add column if not exists checksum text')
  await owner.query(
    `update public.migrations m set checksum = f.checksum
     from unnest($1::text[], $2::text[]) f (name, checksum)
     where m.name = f.name and m.checksum is null`,
    [[...checksums.keys()], [...checksums.values()]],
  )
}
