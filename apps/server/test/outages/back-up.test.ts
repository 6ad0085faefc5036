import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../local/src/postgres/back-up.ts'
import { startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { prepareDatabase } from '../../../local/src/prepare-database.ts'
import { parseTransactionId } from '../../src/ledger/transaction-id.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { connect, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { makePlayer } from '../players/player.ts'
import { playOn } from '../rounds/play-on.ts'
import { seeds } from '../seeds.ts'

/**
 * `docs/runbooks/backup.md`, done: a backup while players bet, restored into a second cluster,
 * audited.
 */

const open = (url: string) => {
  const database = connect(url, { connections: 4, onError: () => undefined, slowAnswersMs: 55_000 })
  onTestFinished(() => database.close())
  return database
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startIn(dataDir: string) {
  const postgres = await startPostgres({ dataDir })
  onTestFinished(() => postgres.stop())
  return postgres
}

test('OUT-07 a backup taken under load holds all that was acknowledged before, and passes the audit', async () => {
  const [here, there] = [await newFolder(), await newFolder()]
  const first = await startIn(here)
  await prepareDatabase(first)
  const owner = open(first.ownerUrl)
  await useSeedKeys(owner, seeds)
  const players = await Promise.all(
    [1, 2, 3].map(() => makePlayer({ owner }, { deposit: fkr(1_000_000) })),
  )

  const acknowledged: string[] = []
  const stopping = new AbortController()
  const database = open(first.appUrl())
  onTestFinished(() => stopping.abort())
  const playing = Promise.all(
    players.map((player) =>
      playOn(database, player, (id) => acknowledged.push(id), stopping.signal),
    ),
  )
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
  const before = [...acknowledged]
  await backUp(first.ownerUrl.replace('pipkin_owner', 'postgres'), here, there)
  stopping.abort()
  await playing
  expect(acknowledged.length).toBeGreaterThan(before.length)

  const second = await startIn(there)
  const restored = open(second.appUrl('pipkin_worker_login'))
  const findings = await audit({ database: restored, surroundings: system, seeds }, { full: true })
  expect(auditReport(findings)).not.toMatch(/WRONG/)
  const rounds = await restored.rows<{ id: string }>(
    sql`select round_id as id from ledger.rounds where status <> 'pending'`,
  )
  const kept = new Set(rounds.map(({ id }) => id))
  expect(before.filter((id) => !kept.has(parseTransactionId(id)?.id ?? ''))).toEqual([])

  const player = players[0] as PlayerId
  const goesOn = new AbortController()
  await playOn(open(second.appUrl()), player, () => goesOn.abort(), goesOn.signal)
})
