import type { DeskInput } from '@pipkin/contract/desk/rules'
import { searchKeyOf } from '../../operator/find-player.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const search = sql`select * from desk.search_players($1, $2, $3)`

interface FoundRow {
  readonly id: number
  readonly name: string
  readonly created_at: Date
  readonly frozen: boolean
  readonly closed: boolean
}

/**
 * Players by all that a player may name. A text of another form is the beginning of a name, and one
 * of the form of an invite code may be.
 */
export async function searchPlayers(
  { database }: DeskReadDeps,
  { text }: DeskInput<'searchPlayers'>,
): Promise<DeskResult<'searchPlayers'>> {
  const key = searchKeyOf(text) ?? { how: 'name', value: text, player: null }
  const rows = await database.rows<FoundRow>(search, [key.how, key.value, key.player])
  return done<'searchPlayers'>(
    rows.map(({ id, name, created_at, frozen, closed }) => ({
      player: id,
      name,
      createdAt: created_at,
      frozen,
      closed,
    })),
  )
}
