import { type Database, one, sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import { picturePath } from './stored-picture.ts'

const statement = sql`
  select name, email, mobile, invite_code, show_name, picture, created_at from players.accounts
  where player_id = $1`

interface Account {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly invite_code: string
  readonly show_name: boolean
  readonly picture: string | null
  readonly created_at: Date
}

/** The player's own profile. */
export async function readProfile(
  database: Database,
  session: Session,
): Promise<Result<'readProfile'>> {
  const account = await one(database.rows<Account>(statement, [session.player]))
  return done<'readProfile'>({
    name: account.name,
    email: account.email,
    mobile: account.mobile,
    picture: account.picture && picturePath(account.picture),
    inviteCode: account.invite_code,
    showName: account.show_name,
    memberSince: account.created_at,
  })
}
