import { one, type Queryable, sql } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/call.ts'

const statement = sql`
  select exists (select from players.sessions
                 where token_hash = $1 and password_at > now() - interval '15 minutes') as fresh`

/**
 * Whether the password was given in this session in the last 15 minutes, by the database's time.
 */
export async function isFreshLogIn(database: Queryable, { tokenHash }: Session): Promise<boolean> {
  return (await one(database.rows<{ fresh: boolean }>(statement, [tokenHash]))).fresh
}
