import type { PlayerId } from '@pipkin/contract/schemas'
import { one, type Queryable, sql } from '../../src/platform/database/database.ts'
import type { SignedIn } from '../processes/running-server.ts'

const statement = sql`
  select session_id as id, player_id as player, token_hash as "tokenHash"
  from players.sessions where player_id = $1`

/** The session of a player's browser. */
export const sessionOf = (owner: Queryable, { id }: SignedIn) =>
  one(owner.rows<{ id: string; player: PlayerId; tokenHash: Buffer }>(statement, [id]))
