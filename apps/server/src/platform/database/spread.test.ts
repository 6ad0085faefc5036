import { expect, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/database/fresh-database.ts'
import { one, sql } from './database.ts'
import { spread } from './spread.ts'

test('a PostgreSQL without Citus is no node, and no one may log in there as pipkin_ledger', async () => {
  const [here, there] = [await freshDatabaseForTest(), await freshDatabaseForTest()]
  const superuser = (url: string) => url.replace('pipkin_owner', 'postgres')
  const spreading = spread(superuser(here.ownerUrl), [superuser(there.ownerUrl)])
  await expect(spreading).rejects.toThrow(
    /can't be a node \(extension "citus" is not available\): see docs\/runbooks\/cluster\.md\.$/,
  )
  const mayLogIn = sql`select rolcanlogin as may from pg_roles where rolname = 'pipkin_ledger'`
  expect(await one(here.owner.rows(mayLogIn))).toEqual({ may: false })
})
