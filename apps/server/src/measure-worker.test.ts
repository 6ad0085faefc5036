import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
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
