import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/**
 * Ends all of a player's sessions: each browser has to log in again. Live streams end within
 * seconds, as with any session.
 */
export const endSessions = (deps: OperatorDeps, warrant: Warrant, player: number) =>
  act(deps, warrant, sql`select operator.end_sessions($1, $2, $3) as refusal`, [player])
