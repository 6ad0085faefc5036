import { sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** Makes it so long ago that a player began to play, or looked at the session. */
export const hasPlayed = ({ owner }: Pick<TestDatabase, 'owner'>, player: number, time: string) =>
  owner.rows(
    sql`update ledger.wallets set looked_at = now() - $2::interval
      where player_id = $1`,
    [player, time],
  )
