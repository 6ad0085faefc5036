import { describe, expect, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/fresh-database.ts'
import { sql } from './database.ts'
import { migrate } from './migrate.ts'

describe('the schema', () => {
  test('is at its newest, and a second run does nothing', async () => {
    const { ownerUrl } = await freshDatabaseForTest()
    expect(await migrate(ownerUrl)).toEqual([])
  })

  test('lets the application read the ledger and nothing more', async () => {
    const { database } = await freshDatabaseForTest()
    await expect(database.rows(sql`select * from ledger.movements`)).resolves.toEqual([])
    await expect(database.rows(sql`update ledger.wallets set deposit = 1`)).rejects.toThrow(
      'permission denied',
    )
    await expect(database.rows(sql`delete from ledger.movements`)).rejects.toThrow(
      'permission denied',
    )
    await expect(
      database.rows(sql`select ledger.post(10000000, gen_random_uuid(), 'win')`),
    ).rejects.toThrow('permission denied')
  })

  test('gives PUBLIC no function of the ledger', async () => {
    const { owner } = await freshDatabaseForTest()
    const open = await owner.rows(sql`
      select p.proname from pg_proc p
      where pronamespace = 'ledger'::regnamespace
        and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
          where grantee = 0)`)
    expect(open).toEqual([])
  })
})
