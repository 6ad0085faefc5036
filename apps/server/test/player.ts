import type { PlayerId } from '@pipkin/contract/schemas'
import { type Money, zero } from '@pipkin/money'
import { one, sql } from '../src/platform/database.ts'
import { setFirstCatalogue } from '../src/rounds/set-game.ts'
import type { TestDatabase } from './fresh-database.ts'

let made = 10_000_000

export interface Balances {
  readonly deposit?: Money
  readonly bonus?: Money
  readonly win?: Money
  readonly referral?: Money
}

/** A player with these balances. */
export async function makePlayer(db: TestDatabase, balances: Balances = {}): Promise<PlayerId> {
  made += 1
  const player = made as PlayerId
  await db.owner.rows(sql`select ledger.open_wallets($1)`, [player])
  await fund(db, player, balances)
  return player
}

/** Gives a player money. It comes from the chain's counter, as a deposit's does, so the ledger stays balanced. */
export async function fund({ owner }: TestDatabase, player: number, balances: Balances): Promise<void> {
  const { deposit = zero, bonus = zero, win = zero, referral = zero } = balances
  await owner.rows(
    sql`
    with m as (select (ledger.new_movement($1, gen_random_uuid(), 'deposit')).*)
    select ledger.post(row(m.player_id, m.at, m.movement_id, m.kind, $2::bigint, $3::bigint, $4::bigint, $5::bigint,
      0, 0, 0, -($2::bigint + $3::bigint + $4::bigint + $5::bigint), 0, 0, null, null, null)::ledger.movements) from m`,
    [player, deposit, bonus, win, referral],
  )
}

/** The four balances, in 1/100 fkr. */
export async function balancesOf({ database }: TestDatabase, player: number): Promise<Required<Balances>> {
  return one(
    database.rows<Required<Balances>>(
      sql`select deposit, bonus, win, referral from ledger.wallets where player_id = $1`,
      [player],
    ),
  )
}

/** The catalogue of a new installation. */
export const setCatalogue = ({ owner }: TestDatabase): Promise<void> => setFirstCatalogue(owner)
