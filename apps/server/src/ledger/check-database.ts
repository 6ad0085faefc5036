import { one, type Queryable, sql } from '../platform/database/database.ts'
import { migrationNames, ownMigrations } from '../platform/database/migration-names.ts'
import { CannotStart } from '../platform/process/cannot-start.ts'
import { repeat } from '../platform/process/repeat.ts'

/** The role of each process, and the setting that has its login. */
const roles = {
  API: { role: 'pipkin_app', setting: 'DATABASE_URL' },
  worker: { role: 'pipkin_worker', setting: 'WORKER_DATABASE_URL' },
  'back office': { role: 'pipkin_operator', setting: 'OPERATOR_DATABASE_URL' },
} as const

/** Throws `CannotStart` where a process must not work on its database, or not with its login. */
export async function checkDatabase(
  database: Queryable,
  process: keyof typeof roles,
): Promise<void> {
  const fault = (await judgeLogin(database, process)) ?? (await judgeSchema(database))
  if (fault) throw new CannotStart(fault)
}

const pauseMs = 5_000

/**
 * Looks again and again whether the schema is still this version's, and calls `mustEnd` if another
 * version has migrated: this one's calls would fail one by one.
 */
export const watchSchema = (database: Queryable, mustEnd: (error: Error) => void) =>
  repeat(
    pauseMs,
    async () => {
      const fault = await judgeSchema(database)
      if (fault) mustEnd(new CannotStart(fault))
    },
    // A database that is down is judged once it is back.
    () => undefined,
  )

const isIn = sql`
  select to_regclass('public.migrations') is not null as "isMigrated",
         coalesce(pg_has_role(to_regrole($1), 'usage'), false) as "hasRole",
         coalesce(pg_has_role(to_regrole('pipkin_ledger'), 'usage'), false) as "ownsLedger"`

/**
 * Who is in pipkin_ledger, as a superuser or the owner is, writes money past every rule. Answers
 * what is wrong, in one sentence; else null.
 */
async function judgeLogin(
  database: Queryable,
  process: keyof typeof roles,
): Promise<string | null> {
  const { role, setting } = roles[process]
  const login = await one(
    database.rows<{ isMigrated: boolean; hasRole: boolean; ownsLedger: boolean }>(isIn, [role]),
  )
  const give = `give one that is in ${setting} (docs/operations.md).`
  if (!login.isMigrated) return 'The database is empty: migrate it first (docs/operations.md).'
  if (!login.hasRole)
    return `The ${process}'s login to the database isn't in the role ${role}: ${give}`
  if (login.ownsLedger)
    return `The ${process}'s login to the database is more than in the role ${role}: ${give}`
  return null
}

const applied = sql`select name from public.migrations order by id`

/** Compares the migrations that ran with this version's own. Answers like `judgeLogin`. */
async function judgeSchema(database: Queryable): Promise<string | null> {
  const ran = (await database.rows<{ name: string }>(applied)).map(({ name }) => name)
  const own = migrationNames(ownMigrations)
  const missing = own.find((name) => !ran.includes(name))
  if (missing)
    return `The database lacks the migration ${missing}: run the migrations first (docs/operations.md, A new version).`
  const unknown = ran.find((name) => !own.includes(name))
  if (unknown)
    return `The database has the migration ${unknown} of another version: start that version.`
  return null
}
