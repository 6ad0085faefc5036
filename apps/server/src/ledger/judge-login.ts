import { one, type Queryable, sql } from '../platform/database/database.ts'

/** The role of each process, and the setting that has its login. */
const roles = {
  API: { role: 'pipkin_app', setting: 'DATABASE_URL' },
  worker: { role: 'pipkin_worker', setting: 'WORKER_DATABASE_URL' },
  'back office': { role: 'pipkin_operator', setting: 'OPERATOR_DATABASE_URL' },
} as const

const isIn = sql`
  select pg_has_role($1, 'usage') as "hasRole",
         pg_has_role('pipkin_ledger', 'usage') as "ownsLedger"`

/**
 * Why a process must not work with its login to the database, in one sentence; else null. Who is in
 * pipkin_ledger, as a superuser or the owner is, writes money past every rule.
 */
export async function judgeLogin(
  database: Queryable,
  process: keyof typeof roles,
): Promise<string | null> {
  const { role, setting } = roles[process]
  const login = await one(database.rows<{ hasRole: boolean; ownsLedger: boolean }>(isIn, [role]))
  const give = `give one that is in ${setting} (docs/operations.md).`
  if (!login.hasRole)
    return `The ${process}'s login to the database isn't in the role ${role}: ${give}`
  if (login.ownsLedger)
    return `The ${process}'s login to the database is more than in the role ${role}: ${give}`
  return null
}
