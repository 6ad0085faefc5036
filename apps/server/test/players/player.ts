import type { PlayerId } from '@pipkin/contract/schemas'
import { type Money, zero } from '@pipkin/money'
import { one, sql } from '../../src/platform/database/database.ts'
import { setFirstCatalogue } from '../../src/rounds/set-game.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

let made = 10_000_000

export interface Balances {
  readonly deposit?: Money
  readonly bonus?: Money
  readonly win?: Money
  readonly referral?: Money
}

/** A player with these balances. */
export async function makePlayer(
  db: Pick<TestDatabase, 'owner'>,
  balances: Balances = {},
): Promise<PlayerId> {
  made += 1
  const player = made as PlayerId
  await db.owner.rows(sql`select ledger.open_wallets($1)`, [player])
  await fund(db, player, balances)
  return player
}

/**
 * Gives a player money. It comes from the chain's counter, as a deposit's does, so the ledger stays
 * balanced.
 */
export async function fund(
  { owner }: Pick<TestDatabase, 'owner'>,
  player: number,
  balances: Balances,
): Promise<void> {
  const { deposit = zero, bonus = zero, win = zero, referral = zero } = balances
  await owner.rows(
    sql`
    select ledger.post($1, gen_random_uuid(), 'deposit',
      deposit => $2::bigint, bonus => $3::bigint, win => $4::bigint, referral => $5::bigint,
      chain => -($2::bigint + $3::bigint + $4::bigint + $5::bigint), own => $2::bigint)`,
    [player, deposit, bonus, win, referral],
  )
}

/**
 * Accounts for two players of `makePlayer`, the second brought by the first, and its first sign-in.
 */
export async function bringFriend(
  { owner }: Pick<TestDatabase, 'owner'>,
  referrer: number,
  friend: number,
): Promise<void> {
  await owner.rows(
    sql`
    insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code,
      referrer_id)
    select player, 'Meera Nair', lpad(player::text, 10, '9'), player || '@example.com', 'none',
           translate(player::text, '01', 'AB'), referrer
    from (values ($1::integer, null), ($2, $1)) pair (player, referrer)
    where not exists (select from players.accounts where player_id = player)
    order by referrer nulls first`,
    [referrer, friend],
  )
  await owner.rows(
    sql`update players.accounts set first_signed_in_at = now() where player_id = $1`,
    [friend],
  )
}

/** The four balances, in 1/100 fkr. */
export async function balancesOf(
  { database }: TestDatabase,
  player: number,
): Promise<Required<Balances>> {
  return one(
    database.rows<Required<Balances>>(
      sql`select deposit, bonus, win, referral from ledger.wallets where player_id = $1`,
      [player],
    ),
  )
}

/** The catalogue of a new installation. */
export const setCatalogue = ({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> =>
  setFirstCatalogue(owner)
