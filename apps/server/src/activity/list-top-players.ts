import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths, type Money } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { shownName } from '../players/accounts/public-name.ts'
import { picturePath } from '../players/accounts/stored-picture.ts'

const statement = sql`
  select w.player_id, w.won, a.name, a.show_name, a.picture
  from activity.winnings w join players.accounts a using (player_id)
  where a.closed_at is null
  order by w.won desc, w.player_id limit 10`

interface WinnerRow {
  readonly player_id: PlayerId
  readonly won: bigint
  readonly name: string
  readonly show_name: boolean
  readonly picture: string | null
}

interface Winner {
  readonly id: PlayerId
  readonly name: string
  readonly picture: string | null
  readonly won: Money
}

/** The ten players with the largest payouts of all time, added up. */
export async function readTopPlayers(database: Database): Promise<Winner[]> {
  const rows = await database.rows<WinnerRow>(statement)
  return rows.map((row) => ({
    id: row.player_id,
    name: shownName({ id: row.player_id, name: row.name, isShown: row.show_name }),
    // Who hides the name hides the face too.
    picture: row.show_name && row.picture ? picturePath(row.picture) : null,
    won: hundredths(row.won),
  }))
}

/** The list as the viewer sees it: the ids of all others are masked. */
export const showTopPlayers = (
  players: readonly Winner[],
  viewer: PlayerId | undefined,
): Result<'listTopPlayers'> =>
  done<'listTopPlayers'>(
    players.map(({ id, ...shown }) => ({
      ...shown,
      player: id === viewer ? id : `••••${String(id).slice(-4)}`,
    })),
  )
