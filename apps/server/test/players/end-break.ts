import { sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** Ends a player's break now. Unlike `passTime` it makes nothing else older. */
export const endBreak = ({ owner }: Pick<TestDatabase, 'owner'>, player: number) =>
  owner.rows(
    sql`with ended as (
        update ledger.breaks set until = now(), ends_at = now()
        where player_id = $1 and ends_at > now()
      )
      update ledger.wallets set break_until = now()
      where player_id = $1 and break_until > now()`,
    [player],
  )
