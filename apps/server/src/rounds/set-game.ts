import { canonicalJson, rulesHash } from '@pipkin/games'
import { type Budgeted, judgeRules, type Returns } from '@pipkin/games/returns'
import { type Queryable, sql } from '../platform/database/database.ts'
import { firstSettings, type GameSettings } from './catalogue.ts'

const setStatement = sql`
  select ledger.set_game($1::smallint, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11::smallint,
     $12, $13, $14::jsonb, $15)`
const countStatement = sql`select count(*)::int as games from ledger.games`

/**
 * What the house keeps of a stake on average under best play, in millionths: rounded down, and 0
 * where best play returns the stake or more.
 */
export const marginOf = ({ best: { n, d } }: Pick<Returns, 'best'>): number =>
  n < d ? Number((1_000_000n * (d - n)) / d) : 0

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
    marginOf(judged.returns),
    settings.minRoundMs,
    settings.roundsADay,
    position,
    settings.countsAsStaked,
    ...budgetValues(judged.budget),
  ])
  return judged.warning
}

/** A game's hard rules and the most that its rounds pay, as `ledger.set_game` takes them. */
const budgetValues = (budget: Budgeted | null): readonly unknown[] =>
  budget
    ? [rulesHash(budget.hardRules), canonicalJson(budget.hardRules), budget.mostPays]
    : [null, null, null]

/** Adds a new installation's catalogue, unless there is one. */
export async function setFirstCatalogue(database: Queryable): Promise<void> {
  const [row] = await database.rows<{ games: number }>(countStatement)
  if (row?.games === 0)
    for (const [position, settings] of firstSettings.entries())
      await setGame(database, settings, position)
}
