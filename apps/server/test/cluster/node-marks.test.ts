import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { atNode } from '../../src/ledger/player-nodes.ts'
import { connect, one, sql } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import { spread } from '../../src/platform/database/spread.ts'
import { createWatermark } from '../../src/platform/database/watermark.ts'
import { freshDatabaseForTest, type TestDatabase } from '../database/fresh-database.ts'
import { makePlayer } from '../players/player.ts'

/**
 * How processes notice that one node of a cluster has gone back in time. In node-restore.test.ts a
 * real one does.
 */

const marks = sql`
  select array_agg(beat::float8 order by node) as beats from ledger.node_marks`
const beatsOf = async ({ owner }: TestDatabase) =>
  (await one(owner.rows<{ beats: number[] }>(marks))).beats

async function cluster() {
  const db = await freshDatabaseForTest()
  const urls = (inject('postgres').nodes ?? []).map((url) =>
    url.replace('/pipkin?', `/${db.name}?`),
  )
  const node = new pg.Client(urls[1])
  await node.connect()
  onTestFinished(() => node.end())
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-marks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  /** A process with a memory of its own. */
  const start = async (memory: string, everyMs = 3_600_000) => {
    const [onStale, onError] = [vi.fn(), vi.fn()]
    const file = join(folder, memory)
    const watermark = createWatermark({ file, onStale, onError, everyMs })
    const database = connect(db.url, {
      connections: 2,
      onError: () => undefined,
      slowAnswersMs: 55_000,
      admit: watermark.admit,
    })
    onTestFinished(async () => {
      await watermark.stop()
      await database.close()
    })
    await watermark.begin(database)
    return { onStale, onError, database }
  }
  const asApp = async () => {
    const app = new pg.Client(atNode(db.url, node.host, node.port))
    await app.connect()
    await app.end()
  }
  return { db, urls, node, start, asApp }
}

test('a node that lacks its last beat ends the processes, and no other starts', async () => {
  const { db, urls, node, start } = await cluster()
  const { onStale } = await start('api', 20)
  await expect.poll(async () => (await beatsOf(db))[0]).toBeGreaterThan(1)
  // Spreading again keeps the marks.
  await spread(urls[0] ?? '', urls.slice(1))
  expect(onStale).not.toHaveBeenCalled()
  await node.query(`update ledger.node_mark set beat = beat - 2`)
  await expect.poll(() => onStale.mock.calls.length).toBe(1)
  const { message } = onStale.mock.calls[0]?.[0] ?? {}
  expect(message).toMatch(`${node.host}:${node.port} alone has gone back in time`)
  await expect(start('api')).rejects.toThrow(message)
  await expect(start('worker')).rejects.toThrow(message)
  // Another node's beat doesn't count for it.
  await node.query(`update ledger.node_mark set beat = beat + 2, token = gen_random_uuid()`)
  await expect(start('worker')).rejects.toThrow(message)
  await node.query(`update ledger.node_mark set beat = beat + 1`)
  await start('worker')
})

test('a node lets no one in after its start before it has compared', async () => {
  const { db, node, start, asApp } = await cluster()
  const players = []
  for (let n = 0; n < 6; n += 1) players.push(await makePlayer(db, { deposit: fkr(10) }))
  await start('api')
  await expect.poll(() => beatsOf(db)).toEqual([2, 2])
  // As a copy of before the last beat has it, under a server that was started since.
  const goBack = (by: number) =>
    node.query('update ledger.node_mark set compared_at = null, beat = beat - $1', [by])
  const cut = () =>
    node.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  await goBack(1)
  await expect(asApp()).rejects.toThrow('this node has gone back in time')
  await cut()
  const read = sql`select sum(deposit)::float8 as held from ledger.wallets`
  const failure = await db.database.rows(read).catch((error: unknown) => error)
  expect(String(failure)).toContain('this node has gone back in time')
  expect(isDatabaseDown(failure)).toBe(true)

  // Its newest copy is let in by itself, also by way of the coordinator, and compares once.
  await goBack(-1)
  expect(await db.database.rows(read)).toEqual([{ held: 6_000 }])
  await asApp()
  const { rows } = await node.query(
    'select compared_at = pg_postmaster_start_time() as "hasCompared" from ledger.node_mark',
  )
  expect(rows).toEqual([{ hasCompared: true }])
})
