import { expect, inject, test } from 'vitest'
import { freshDatabaseForTest } from '../../test/database/fresh-database.ts'
import { sql } from '../platform/database/database.ts'
import { atNode, hashOf, playerNodes } from './player-nodes.ts'

test('a player’s hash is PostgreSQL’s', async () => {
  const db = await freshDatabaseForTest()
  const players = [
    0,
    1,
    -1,
    10_000_001,
    2_147_483_647,
    ...Array.from({ length: 500 }, (_, n) => n ** 3),
  ]
  const rows = await db.owner.rows<{ hash: number }>(
    sql`select hashint4(player) as hash from unnest($1::integer[]) player`,
    [players],
  )
  expect(players.map(hashOf)).toEqual(rows.map(({ hash }) => hash))
})

test('a node is connected to as the coordinator is, at its own place', () => {
  expect(atNode('postgres://app:pass@one:5432/pipkin?sslmode=require', 'two', 5433)).toBe(
    'postgres://app:pass@one:5432/pipkin?sslmode=require&host=two&port=5433',
  )
  expect(atNode('postgres://app@/pipkin?host=/a', '/b', 5432)).toBe(
    'postgres://app@node/pipkin?host=%2Fb&port=5432',
  )
})

test.skipIf(inject('postgres').nodes)('a database that is no cluster has no nodes', async () => {
  const db = await freshDatabaseForTest()
  let looks = 0
  const nodes = playerNodes({
    database: {
      ...db.database,
      async rows(statement, values) {
        looks += 1
        return db.database.rows(statement, values)
      },
    },
    url: db.url,
    onError: (error) => expect.unreachable(String(error)),
    everyMs: 1,
  })
  await expect.poll(() => looks).toBe(1)
  expect(nodes.partOf(1)).toBeUndefined()
  await nodes.stop()
  expect(looks).toBe(1)
})
