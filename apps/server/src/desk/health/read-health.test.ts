import { expect, onTestFinished, test } from 'vitest'
import { borrowDatabaseForTest } from '../../../test/database/borrowed-database.ts'
import { startDesk } from '../../../test/desk/desk.ts'
import { sql } from '../../platform/database/database.ts'
import { takeSample } from '../../platform/metrics/take-sample.ts'

test('the first bets of a new house are bets a minute, too', async () => {
  const db = await borrowDatabaseForTest()
  const desk = await startDesk(db)
  onTestFinished(() => desk.close())
  const support = await desk.operator('support', 'Sue')
  await takeSample(db.worker)
  await db.owner.rows(sql`update health.samples set start = start - interval '1 minute'`)
  await db.owner.rows(sql`
    insert into activity.house values ('month', now(), 'stake', 3, 12, -120, 120, 0, 0, 0, 0, 0)`)
  await takeSample(db.worker)
  const [newest] = (await support.get('readHealth?span=hour')).Data.samples
  expect(newest?.bets).toBe(12)
})
