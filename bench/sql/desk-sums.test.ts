import { afterAll, beforeAll, expect, test } from 'vitest'
import { figureSweep } from '../../apps/server/src/activity/counts/count-figures.ts'
import { sql } from '../../apps/server/src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../../apps/server/test/database/fresh-database.ts'
import { setCatalogue } from '../../apps/server/test/players/player.ts'
import { freshTargets } from './bet-targets.ts'
import { compareSums } from './desk-sums.ts'
import { behind, grow } from './grow.ts'
import { sqlLoads } from './sql-loads.ts'

/** `node bench/desk.ts` compares the same with 100,000 players. */
const players = 120

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  await grow({ ...db, from: 0, players, say: () => undefined })
})
afterAll(() => db.close())

test('every sum on every screen is that of its rows, while bets run and are counted', async () => {
  const targets = freshTargets({ players, apart: 1, played: behind.rounds })
  const load = sqlLoads(db.url, targets, 2)
  const sweep = figureSweep(db.worker)
  let isDone = false
  const betting = (async () => {
    for (let bets = 0; bets < 300 && !isDone; bets += 1) await load.betAndSettle()
  })()
  const counting = (async () => {
    while (!isDone) await sweep()
  })()
  try {
    for (let looks = 0; looks < 5; looks += 1) {
      const { compared, differ } = await compareSums(db.owner)
      expect(differ).toEqual([])
      expect(compared).toBeGreaterThan(100)
    }
  } finally {
    isDone = true
    await Promise.all([betting, counting])
    await load.close()
  }
})

test('a sum that is not that of its rows is found', async () => {
  await db.owner.rows(sql`update activity.referrers set earned = earned + 1
    where player_id = (select min(player_id) from activity.referrers)`)
  expect((await compareSums(db.owner)).differ).toEqual([expect.stringMatching(/^referrer \d{8}: /)])
})
