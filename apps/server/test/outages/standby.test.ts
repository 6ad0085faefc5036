import { existsSync } from 'node:fs'
import { mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../local/src/postgres/back-up.ts'
import { startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { prepareDatabase } from '../../../local/src/prepare-database.ts'
import { parseTransactionId } from '../../src/ledger/transaction-id.ts'
import { logKeeper } from '../../src/log/keep-log.ts'
import { readSigned } from '../../src/log/refuse-shorter-log.ts'
import { rootAt } from '../../src/log/tiles.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { connect, sql } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import { system } from '../../src/platform/process/clock.ts'
import { ed25519Key } from '../../src/platform/process/ed25519-key.ts'
import { repeat } from '../../src/platform/process/repeat.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { makePlayer } from '../players/player.ts'
import { startApiProcess, until } from '../processes/api-process.ts'
import { logName } from '../rounds/log-scene.ts'
import { playOn } from '../rounds/play-on.ts'
import { seeds } from '../seeds.ts'

/** `docs/runbooks/standby.md`, done: a synchronous standby that is promoted while players bet. */

const unlogged = sql`
  select (count(*) + count(settled_at) - (select count(*) from log.receipts))::int as count
  from ledger.rounds`

test('OUT-13 a synchronous standby takes over with all that was acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-standby-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [firstDir, secondDir] = [join(folder, 'first'), join(folder, 'second')]
  const start = async (dataDir: string, settings: Readonly<Record<string, string>> = {}) => {
    const postgres = await startPostgres({ dataDir, settings })
    onTestFinished(() => postgres.stop())
    return postgres
  }
  const first = await start(firstDir)
  await prepareDatabase(first)

  // The processes know an address, which leads to the one server that may be written to.
  const address = join(folder, 'address')
  const leadTo = async (dataDir: string) => {
    await rm(address, { force: true })
    await symlink(await readlink(join(dataDir, 'postgres', 'sockets')), address)
  }
  await leadTo(firstDir)
  const urlOf = (role: string) => `postgres://${role}@/pipkin?host=${address}`
  const open = (role: string, slowAnswersMs?: number) => {
    const options = { connections: 4, onError: () => undefined }
    const database = connect(urlOf(role), slowAnswersMs ? { ...options, slowAnswersMs } : options)
    onTestFinished(() => database.close())
    return database
  }
  const owner = open('pipkin_owner', 55_000)
  await useSeedKeys(owner, seeds)
  const players = await Promise.all(
    [1, 2, 3].map(() => makePlayer({ owner }, { deposit: fkr(1_000_000) })),
  )

  const admin = new pg.Client(first.ownerUrl.replace('pipkin_owner', 'postgres'))
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query(`select pg_create_physical_replication_slot('standby', true)`)
  // The copy has the setting too, as that of a standby which is built anew.
  await admin.query(`alter system set synchronous_standby_names = 'standby'`)
  await backUp(first.ownerUrl.replace('pipkin_owner', 'postgres'), firstDir, secondDir)
  const copy = join(secondDir, 'postgres', 'cluster')
  await writeFile(join(copy, 'standby.signal'), '')
  const sockets = await readlink(join(firstDir, 'postgres', 'sockets'))
  const second = await start(secondDir, {
    primary_conninfo: `host=${sockets} user=postgres application_name=standby`,
    primary_slot_name: 'standby',
  })
  await admin.query('select pg_reload_conf()')
  await until(async () => {
    const { rows } = await admin.query('select sync_state from pg_stat_replication')
    return rows.some(({ sync_state }) => sync_state === 'sync')
  })

  const memory = join(folder, 'watermark')
  const api = await startApiProcess({
    DATABASE_URL: urlOf('pipkin_login'),
    WATERMARK_FILE: memory,
  })
  onTestFinished(() => api.close())
  await until(async () => existsSync(memory))

  // The log goes on beside it, as the worker keeps it.
  const checkpoint = join(folder, 'checkpoint')
  const logFailures: unknown[] = []
  const log = repeat(
    50,
    logKeeper({
      database: open('pipkin_worker_login'),
      seeds,
      elapsedMs: system.elapsedMs,
      key: { name: logName, ...ed25519Key(Buffer.alloc(32, 8)) },
      file: checkpoint,
      witnesses: [],
      mustEnd: (error) => logFailures.push(error),
      onError: (error) => logFailures.push(error),
    }),
    (error) => isDatabaseDown(error) || logFailures.push(error),
  )
  onTestFinished(() => log.stop())
  const signedSize = async () => (await readSigned(checkpoint))?.checkpoint.size ?? 0

  const acknowledged: string[] = []
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const app = open('pipkin_login')
  const playAgain = async (player: PlayerId): Promise<void> => {
    while (!stopping.signal.aborted)
      await playOn(app, player, (id) => acknowledged.push(id), stopping.signal).catch((error) => {
        if (!isDatabaseDown(error)) throw error
      })
  }
  const playing = Promise.all(players.map(playAgain))
  await until(async () => acknowledged.length >= 50 && (await signedSize()) >= 50)

  // What the standby doesn't have isn't acknowledged: the players wait.
  const standby = new pg.Client(second.ownerUrl.replace('pipkin_owner', 'postgres'))
  await standby.connect()
  const { rows: receivers } = await standby.query('select pid from pg_stat_wal_receiver')
  const receiver: number = receivers[0].pid
  process.kill(receiver, 'SIGSTOP')

  await until(async () => {
    const { rows } = await admin.query(
      `select count(*)::integer as waiting from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return rows[0].waiting > 0
  })

  process.kill(first.pid, 'SIGKILL')
  await first.exited
  process.kill(receiver, 'SIGCONT')
  const before = [...acknowledged]
  const signedBefore = await readSigned(checkpoint)
  // A session that waited for it would hold a snapshot, and the last writes might wait for that.
  await standby.query('select pg_promote(wait => false)')
  await until(async () => {
    const { rows } = await standby.query('select pg_is_in_recovery() as standing_by')
    return !rows[0].standing_by
  })
  // No standby follows it yet: each commit would wait for one.
  await standby.query('alter system reset synchronous_standby_names')
  await standby.query('select pg_reload_conf()')
  await until(async () => {
    const { rows } = await standby.query(
      'select clock_timestamp() > pg_last_xact_replay_timestamp() as goes_on',
    )
    return rows[0].goes_on
  })
  await standby.end()
  await leadTo(secondDir)
  await until(async () => acknowledged.length >= before.length + 50)
  stopping.abort()
  await playing

  // The API has remembered how far the first one was, and finds no less.
  await until(async () => (await fetch(`${api.url}/readyz`)).ok)
  const worker = open('pipkin_worker_login', 55_000)
  // Its last checkpoint is one of the log that goes on, which has all receipts.
  await until(async () => {
    const [{ count } = { count: 1 }] = await worker.rows<{ count: number }>(unlogged)
    return count === 0
  })
  await until(async () => (await signedSize()) > (signedBefore?.checkpoint.size ?? 0))
  await log.stop()
  expect(logFailures).toEqual([])
  const { size, root } = signedBefore!.checkpoint
  expect(await rootAt(worker, size)).toEqual(root)
  const rounds = await worker.rows<{ id: string }>(
    sql`select round_id as id from ledger.rounds where status <> 'pending'`,
  )
  const kept = new Set(rounds.map(({ id }) => id))
  expect(before.filter((id) => !kept.has(parseTransactionId(id)?.id ?? ''))).toEqual([])
  const findings = await audit({ database: worker, surroundings: system, seeds }, { full: true })
  expect(auditReport(findings)).not.toMatch(/WRONG/)
})
