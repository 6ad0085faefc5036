import { canonicalJson, rulesHash } from '@pipkin/games'
import { judgeRules } from '@pipkin/games/returns'
import { type Queryable, sql } from '../platform/database/database.ts'
import { firstSettings, type GameSettings } from './catalogue.ts'

const setStatement = sql`
  select ledger.set_game($1::smallint, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10::smallint, $11)`
const countStatement = sql`select count(*)::int as games from ledger.games`

/**
 * Puts a game's settings in place. Rounds that are open keep the rules they were dealt by. Throws
 * where best play would return the stake or more; answers the warning that Tic-tac-toe has instead.
 * Needs the owner's role.
 */
export async function setGame(
  database: Queryable,
  settings: GameSettings,
  position: number,
): Promise<string | null> {
  const judged = judgeRules(settings.rules)
  if (!judged.ok)
    throw new RangeError(`${settings.name} can't be offered by these rules: ${judged.why}`)
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
    settings.countsAsStaked,
  ])
  return judged.warning
}

/** Adds a new installation's catalogue, unless there is one. */
export async function setFirstCatalogue(database: Queryable): Promise<void> {
  const [row] = await database.rows<{ games: number }>(countStatement)
  if (row?.games === 0)
    for (const [position, settings] of firstSettings.entries())
      await setGame(database, settings, position)
}
