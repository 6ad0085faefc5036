import { expect, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/fresh-database.ts'
import { one, sql } from './database.ts'

test('a connection that is cut between two statements fails its transaction and nothing else', async () => {
  const { database, owner } = await freshDatabaseForTest()
  const cut = database.transaction(async (inside) => {
    const { pid } = await one(inside.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))
    const ended = sql`select from pg_stat_activity where pid = $1`
    await database.rows(sql`select pg_terminate_backend($1)`, [pid])
    while ((await owner.rows(ended, [pid])).length > 0);
    await inside.rows(sql`select 1`)
  })
  await expect(cut).rejects.toThrow(/terminat/)
  expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
})
