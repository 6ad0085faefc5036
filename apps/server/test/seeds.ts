import { type Queryable, sql } from '../src/platform/database/database.ts'
import { createSeedKeys } from '../src/rounds/seed-keys.ts'

/** The key that the seeds of all test databases are mixed with. */
export const seedKey = '5e'.repeat(32)

export const seeds = createSeedKeys(Buffer.from(seedKey, 'hex'))

/** A player's epoch seeds as their chance is drawn from them, in the order of the epochs. */
export async function mixedSeeds({ owner }: { owner: Queryable }, player: number) {
  const rows = await owner.rows<{ seed: Buffer; seed_key: string }>(
    sql`select seed, seed_key from ledger.epochs where player_id = $1 order by epoch`,
    [player],
  )
  return rows.map(({ seed, seed_key }) => seeds.mix(player, { seed, seedKey: seed_key }))
}
