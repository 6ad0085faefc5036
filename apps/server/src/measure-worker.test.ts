import { fkr } from '@pipkin/money'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { setScene } from '../test/cashier/cashier-scene.ts'
import { freshDatabaseForTest } from '../test/database/fresh-database.ts'
import { measureWorker } from './measure-worker.ts'
import { sql } from './platform/database/database.ts'

test('a house that was never audited has an audit that is as old as its database', async () => {
  const { owner, worker } = await freshDatabaseForTest()
  await owner.rows(sql`update ledger.generations set began_at = now() - interval '3 days'`)
  const registry = new Registry()
  measureWorker(registry, worker)
  expect(await registry.metrics()).toMatch(/^pipkin_audit_age_seconds 2592\d\d/m)
  expect(await registry.metrics()).not.toMatch(/^pipkin_audit_findings \d/m)

  await owner.rows(sql`
    insert into operator.audits (audit_id, audited_to, replayed, findings)
    values (uuidv7(), now(), 0, 2)`)
  expect(await registry.metrics()).toMatch(/^pipkin_audit_age_seconds \d{1,3}[.\n]/m)
  expect(await registry.metrics()).toMatch(/^pipkin_audit_findings 2$/m)
})

test('what waits to be published in the log is a queue', async () => {
  const { owner, worker } = await freshDatabaseForTest()
  await owner.rows(sql`
    update log.state set size = 3, all_published_at = clock_timestamp() - interval '6 minutes'`)
  const registry = new Registry()
  measureWorker(registry, worker)
  const metrics = await registry.metrics()
  const row = '{queue="log",kind="entry",state="unpublished"}'
  expect(metrics).toContain(`pipkin_queue_length${row} 3\n`)
  const [, oldest] = metrics.split(`pipkin_queue_oldest_seconds${row} `)
  expect(Number.parseFloat(oldest ?? '')).toBeGreaterThanOrEqual(360)
})

test('a payout that was held for a day is late only since its release', async () => {
  const scene = await setScene()
  onTestFinished(() => scene.close())
  const player = await scene.newPlayer(fkr(0))
  await player.link()
  await scene.give(player.id, fkr(50))
  await player.withdraw(fkr(50))
  const { owner, worker } = scene.db
  await owner.rows(sql`update cashier.operations set state = 'review', at = at - interval '1 day'`)
  const registry = new Registry()
  measureWorker(registry, worker)
  const ages = async () => {
    const [, metric] =
      /^pipkin_queue_oldest_seconds{.*withdrawal.*} (.*)/m.exec(await registry.metrics()) ?? []
    const [seen] = await owner.rows<{ payout: number; review: number }>(
      sql`select payout_age as payout, review_age as review from health.look()`,
    )
    return { metric: Number(metric), ...seen }
  }
  const held = await ages()
  expect(held.metric).toBeGreaterThan(80_000)
  expect(held.review).toBeGreaterThan(80_000)
  await scene.release(player.id)
  const released = await ages()
  expect(released.metric).toBeLessThan(80_000)
  expect(released.payout).toBeLessThan(80_000)
})
