import type { PlayerId } from '@pipkin/contract/schemas'
import { type Money, zero } from '@pipkin/money'
import { sql } from '../src/platform/database.ts'
import { setFirstCatalogue } from '../src/rounds/set-game.ts'
import type { TestDatabase } from './fresh-database.ts'

let made = 10_000_000

/** A player with these balances. The money comes from the chain's counter, as a deposit's does, so the ledger stays balanced. */
export async function makePlayer(
  { owner }: TestDatabase,
  balances: { deposit?: Money; bonus?: Money; win?: Money } = {},
): Promise<PlayerId> {
  made += 1
  const player = made as PlayerId
  const { deposit = zero, bonus = zero, win = zero } = balances
  await owner.rows(sql`select ledger.open_wallets($1)`, [player])
  await owner.rows(
    sql`
    with m as (select (ledger.new_movement($1, gen_random_uuid(), 'deposit')).*)
    select ledger.post(row(m.player_id, m.at, m.movement_id, m.kind, $2::bigint, $3::bigint, $4::bigint, 0,
      0, 0, 0, -($2::bigint + $3::bigint + $4::bigint), 0, 0, null, null, null)::ledger.movements) from m`,
    [player, deposit, bonus, win],
  )
  return player
}

/** The catalogue of a new installation. */
export const setCatalogue = ({ owner }: TestDatabase): Promise<void> => setFirstCatalogue(owner)
