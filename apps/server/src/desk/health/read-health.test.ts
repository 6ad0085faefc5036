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

test('a step that is not over counts by the time that has passed of it', async () => {
  const db = await borrowDatabaseForTest()
  const desk = await startDesk(db)
  onTestFinished(() => desk.close())
  const support = await desk.operator('support', 'Sue')
  await db.owner.rows(sql`
    insert into health.samples (unit, start, requests, refused)
    values ('hour', date_bin('6 hours', clock_timestamp(), '2000-01-01Z'), 360000, 0)`)
  const asked = Date.now()
  const [newest] = (await support.get('readHealth?span=month')).Data.samples
  const begun = Date.parse(newest?.start ?? '')
  const aMinute = (at: number) => 360_000 / Math.min(360, Math.max(1, (at - begun) / 60_000))
  expect(newest?.requests).toBeLessThanOrEqual(aMinute(asked) + 0.1)
  expect(newest?.requests).toBeGreaterThanOrEqual(aMinute(Date.now()) - 0.1)
})
