import type { PlayerId } from '@pipkin/contract/schemas'
import type { ApiConfig } from '../config.ts'
import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { readTerms } from './read-terms.ts'

const statement = sql`select invite_code from players.accounts where player_id = $1`

/** The player's invite code and link, with what the programme gives today and what unlocks it. */
export async function readInvite(
  { database, config }: { database: Database; config: Pick<ApiConfig, 'publicUrl'> },
  player: PlayerId,
): Promise<Result<'readInvite'>> {
  const [{ invite_code: inviteCode }, terms] = await Promise.all([
    one(database.rows<{ invite_code: string }>(statement, [player])),
    readTerms(database),
  ])
  const link = new URL(`/signup?code=${inviteCode}`, config.publicUrl).href
  return done<'readInvite'>({ inviteCode, link, ...terms })
}
