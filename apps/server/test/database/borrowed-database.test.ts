import { expect, test } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { makePlayer } from '../players/player.ts'
import { borrowDatabase } from './borrowed-database.ts'
import type { TestDatabase } from './fresh-database.ts'

const nameOf = async ({ owner }: TestDatabase) =>
  (await one(owner.rows<{ name: string }>(sql`select current_database() as name`))).name

/** What the next test gets after this one: the same database, or another. */
async function lentAgain(work: (db: TestDatabase) => Promise<unknown>): Promise<boolean> {
  const db = await borrowDatabase()
  const name = await nameOf(db)
  await work(db)
  await db.close()
  const next = await borrowDatabase()
  try {
    expect(await next.owner.rows(sql`select from ledger.wallets`)).toEqual([])
    return (await nameOf(next)) === name
  } finally {
    await next.close()
  }
}

test('a database in which a player has played is lent again, empty', async () => {
  expect(await lentAgain((db) => makePlayer(db))).toBe(true)
})

test.each([
  [
    'a function was replaced',
    sql`
    create or replace function health.seconds_since(p_at timestamptz) returns integer
      language sql as 'select 1'`,
  ],
  ['a table has another column', sql`alter table ledger.wallets add column more int`],
  ['a trigger is off', sql`alter table players.accounts disable trigger referrer_stays`],
  ['a constraint is gone', sql`alter table ledger.wallets drop constraint wallets_pkey cascade`],
  ['a setting has changed', sql`update referral.settings set friend_reward = 1`],
])('one where %s is not lent again', async (_, change) => {
  expect(await lentAgain((db) => db.owner.rows(change))).toBe(false)
})
