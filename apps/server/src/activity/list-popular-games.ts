import { sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { type GameDeps, readGames } from '../rounds/list-games.ts'

const statement = sql`
  select game, sum(rounds)::int as rounds from activity.hourly_rounds
  where hour >= date_trunc('hour', now() - interval '7 days', 'UTC') group by game`

/** The games by the rounds of the last 7 days, those with as many in the order of the catalogue. */
export async function listPopularGames(deps: GameDeps): Promise<Result<'listPopularGames'>> {
  const [games, rows] = await Promise.all([
    readGames(deps),
    deps.database.rows<{ game: number; rounds: number }>(statement),
  ])
  const rounds = new Map(rows.map((row) => [row.game, row.rounds]))
  const of = ({ id }: { id: number }) => rounds.get(id) ?? 0
  return done<'listPopularGames'>(games.toSorted((a, b) => of(b) - of(a)))
}
