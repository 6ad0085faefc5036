import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/** Puts a game on or off. Off, it takes no bets; rounds that are open go on to their end. */
export const switchGame = (
  deps: OperatorDeps,
  warrant: Warrant,
  to: { game: number; live: boolean },
) =>
  act(deps, warrant, sql`select operator.switch_game($1, $2, $3::smallint, $4) as refusal`, [
    to.game,
    to.live,
  ])
