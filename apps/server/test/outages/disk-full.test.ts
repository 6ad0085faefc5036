import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '../../../local/src/testing/children-of.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { until } from '../processes/api-process.ts'
import { seeds } from '../seeds.ts'
import { type OutageScene, startOutageScene, unavailable } from './outage-scene.ts'

/**
 * PostgreSQL has no space left: the answers of the running processes, and that no write is lost or
 * executed twice.
 */

let scene: OutageScene
beforeAll(async () => {
  scene = await startOutageScene()
})
afterAll(() => scene.close())
beforeEach(({ skip }) => {
  if (process.platform !== 'linux')
    skip('A disk is made to look full by a limit that only Linux has.')
})

/**
 * Limits the size of the files that a running PostgreSQL writes: a longer write fails as on a full
 * disk. Linux only.
 */
function limitFiles(server: number, bytes: bigint | 'unlimited'): void {
  // The server first: it passes its limit on to what it forks.
  for (const pid of [server, ...childrenOf(server)]) {
    const account = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    if (!account) continue
    const { uid, gid } = account
    try {
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { uid, gid })
    } catch (error) {
      // It may have ended meanwhile: PostgreSQL's helpers come and go.
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
}

/** Moves one fkr from Win to Deposit. */
const move = (key: string) =>
  scene.player.post(
    'internalTransfer',
    { userId: scene.player.id, transferAmount: 1, transferType: 'Winning' },
    { 'idempotency-key': key },
  )
const wallets = () => scene.player.send(`WalletListByUserId?UserId=${scene.player.id}`, {})
const win = async () => {
  const held = sql`select win from ledger.wallets where player_id = $1`
  return (await one(scene.owner.rows<{ win: bigint }>(held, [scene.player.id]))).win
}
const done = { status: 200, body: { Status: true } }
const auditSays = async () =>
  auditReport(await audit({ database: scene.owner, surroundings: system, seeds }, { full: true }))

/**
 * Makes the table of kept keys longer than any other file, and answers how long. What is written
 * into it is rolled back.
 */
async function lengthenKeptKeys(): Promise<bigint> {
  // Four rows fill a page, so that none has room for another.
  const rows = sql`
    insert into ledger.requests (player_id, key, input_hash, answer)
    select 1, 'k' || n, sha256('x'), to_jsonb((
      select left(string_agg(md5(n || '-' || m), ''), 1925) from generate_series(1, 61) m))
    from generate_series(10000, 19000) n`
  const enough = new Error('enough')
  await scene.owner.rows(sql`alter table ledger.requests set (autovacuum_enabled = off)`)
  await expect(
    scene.owner.transaction(async (inside) => {
      await inside.rows(rows)
      throw enough
    }),
  ).rejects.toBe(enough)
  const size = sql`select pg_relation_size('ledger.requests') as size`
  return (await one(scene.owner.rows<{ size: bigint }>(size))).size
}

test('OUT-09 a table that can’t grow: writes are refused, reads go on, and with space again each write is done once', async () => {
  const { pid } = scene.postgres()
  limitFiles(pid, await lengthenKeptKeys())
  onTestFinished(() => limitFiles(pid, 'unlimited'))
  let moved = 0
  while ((await move(`full-${moved}`)).status === 200) moved += 1
  const refused = [`full-${moved}`, `full-${moved + 1}`]
  for (const key of refused) expect(await move(key)).toMatchObject(unavailable)
  expect((await wallets()).status).toBe(200)
  expect(await win()).toBe(fkr(1_000 - moved))
  expect(await auditSays()).not.toMatch(/WRONG/)
  expect(scene.api.log()).toContain('"failure":"full"')
  const metrics = await (await fetch(scene.api.metricsUrl)).text()
  expect(metrics).toMatch(/pipkin_database_failures_total\{failure="full"\} [1-9]/)

  limitFiles(pid, 'unlimited')
  for (const key of refused) {
    const answer = await move(key)
    expect(answer).toMatchObject(done)
    expect((await move(key)).body).toEqual(answer.body)
  }
  expect(await win()).toBe(fkr(1_000 - moved - 2))
})

test('OUT-10 a log that can’t be written: PostgreSQL ends, and started with space again it holds what was acknowledged', async () => {
  const before = await win()
  expect(await move('log-1')).toMatchObject(done)
  limitFiles(scene.postgres().pid, 0n)
  expect(await move('log-2')).toMatchObject(unavailable)
  await scene.postgres().exited
  expect(await wallets()).toMatchObject(unavailable)
  await until(async () => !(await scene.isReady()))
  await scene.postgres().stop()

  await scene.startPostgres()
  await until(scene.isReady)
  expect((await wallets()).status).toBe(200)
  for (const key of ['log-1', 'log-2']) {
    const answer = await move(key)
    expect(answer).toMatchObject(done)
    expect((await move(key)).body).toEqual(answer.body)
  }
  expect(await win()).toBe(before - fkr(2))
  expect(await auditSays()).not.toMatch(/WRONG/)
})
