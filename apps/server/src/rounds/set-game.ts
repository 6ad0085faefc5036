import { canonicalJson, rulesHash } from '@pipkin/games'
import { type Queryable, sql } from '../platform/database.ts'
import { firstSettings, type GameSettings } from './catalogue.ts'

const setStatement = sql`
  select ledger.set_game($1::smallint, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10::smallint)`
const countStatement = sql`select count(*)::int as games from ledger.games`

/** Puts a game's settings in place. Rounds that are open keep the rules they were dealt by. Needs the owner's role. */
export async function setGame(database: Queryable, settings: GameSettings, position: number): Promise<void> {
  await database.rows(setStatement, [
    settings.game,
    settings.name,
    settings.step,
    settings.minimum,
    settings.maximum,
    rulesHash(settings.rules),
    canonicalJson(settings.rules),
    settings.minRoundMs,
    settings.roundsADay,
    position,
  ])
}

/** A new installation's catalogue: only where there is none. */
export async function setFirstCatalogue(database: Queryable): Promise<void> {
  const [row] = await database.rows<{ games: number }>(countStatement)
  if (row?.games === 0)
    for (const [position, settings] of firstSettings.entries()) await setGame(database, settings, position)
}
