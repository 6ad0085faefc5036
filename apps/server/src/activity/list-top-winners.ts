import { hundredths } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { shownName } from '../players/accounts/public-name.ts'
import { picturePath } from '../players/accounts/stored-picture.ts'

// Counts whole hours, since the largest returns of each hour are stored.
const statement = sql`
  with largest as (
    select player_id, payout, movement_id from activity.large_returns
    where hour >= date_trunc('hour', now() - interval '7 days', 'UTC')
    order by payout desc, movement_id limit 3
  )
  select l.player_id, l.payout, a.name, a.show_name, a.picture
  from largest l join players.accounts a using (player_id)
  order by l.payout desc, l.movement_id`

interface ReturnRow {
  readonly player_id: number
  readonly payout: bigint
  readonly name: string
  readonly show_name: boolean
  readonly picture: string | null
}

/** The three largest single returns of the last 7 days. */
export async function listTopWinners(database: Database): Promise<Result<'listTopWinners'>> {
  const rows = await database.rows<ReturnRow>(statement)
  return done<'listTopWinners'>(
    rows.map((row) => ({
      name: shownName({ id: row.player_id, name: row.name, isShown: row.show_name }),
      payout: hundredths(row.payout),
      picture: row.show_name && row.picture ? picturePath(row.picture) : null,
    })),
  )
}
