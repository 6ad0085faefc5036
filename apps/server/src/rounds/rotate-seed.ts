import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { readFairnessPage } from './read-fairness.ts'
import type { SeedKeys } from './seed-keys.ts'

const statement = sql`select ledger.rotate_seed($1) as ended`

/**
 * Ends the player's epoch. Its seed is revealed at once, or when its last open round has ended. An
 * unused epoch isn't rotated: it has no rounds to verify.
 */
export async function rotateSeed(
  deps: { database: Database; seeds: SeedKeys },
  player: number,
): Promise<Result<'rotateSeed'>> {
  const { ended } = await one(deps.database.rows<{ ended: number | null }>(statement, [player]))
  const { fairness, next } = await readFairnessPage(deps, player)
  const epoch = fairness.ended.find((row) => row.epoch === ended)
  const revealed = epoch && epoch.seed !== null ? { ...epoch, seed: epoch.seed } : null
  return done<'rotateSeed'>({ rotation: { revealed, fairness }, next })
}
