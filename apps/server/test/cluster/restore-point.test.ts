import { execFile } from 'node:child_process'
import { chown, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hostOf, untilRow } from '../../../local/src/cluster/node-pair.ts'
import { tellPlaces } from '../../../local/src/cluster/start-cluster.ts'
import { adminUrl } from '../../../local/src/cluster/start-nodes.ts'
import { backUp } from '../../../local/src/postgres/back-up.ts'
import { playerNodes } from '../../src/ledger/player-nodes.ts'
import { transactionIdOf } from '../../src/ledger/transaction-id.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { operate } from '../../src/operator/operate.ts'
import { connect, one, type Queryable, sql } from '../../src/platform/database/database.ts'
import { createWatermark } from '../../src/platform/database/watermark.ts'
import { system } from '../../src/platform/process/clock.ts'
import { makePlayer } from '../players/player.ts'
import { playOn } from '../rounds/play-on.ts'
import { seeds } from '../seeds.ts'
import { names, nodeOf, spreadNodes } from './spread-nodes.ts'

/** All servers of a cluster are lost, and restored to one restore point, as the runbook says. */

test('nodes restored to one restore point have all from before it, and no half of a send', async () => {
  const { dataDir, owner, servers, folderOf, start } = await spreadNodes()
  const open = (url: string, admit?: (connection: Queryable) => Promise<void>) => {
    const database = connect(url, {
      connections: 4,
      onError: () => undefined,
      ...(admit && { admit }),
    })
    onTestFinished(() => database.close())
    return database
  }
  const asAdmin = async (on: keyof typeof servers, statement: string) => {
    const admin = new pg.Client(adminUrl(servers[on]))
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  /** As a process that starts on the database and remembers how far it was. */
  const begin = async (url: string) => {
    const watermark = createWatermark({
      file: join(dataDir, 'memory'),
      onStale: () => undefined,
      onError: () => undefined,
      everyMs: 50,
    })
    onTestFinished(() => watermark.stop())
    const database = open(url, watermark.admit)
    await watermark.begin(database)
    return database
  }

  // Two players on each node, who bet at their node and send to each other.
  const players: PlayerId[] = []
  const wanted = { 1: 2, 2: 2 }
  while (players.length < 4) {
    const player = await makePlayer({ owner }, { deposit: fkr(100_000) })
    const { node } = await one(owner.rows<{ node: 1 | 2 }>(nodeOf, [player]))
    if (wanted[node]-- > 0) players.push(player)
  }
  const url = servers.coordinator.appUrl()
  const database = await begin(url)
  const nodes = playerNodes({ database, url, onError: () => undefined, everyMs: 600_000 })
  onTestFinished(() => nodes.stop())
  await expect.poll(() => nodes.partOf(1)).toBeDefined()

  for (const name of names)
    await backUp(adminUrl(servers[name]), folderOf(name), `${folderOf(name)}-backup`)

  const [rounds, sends]: [string[], string[]] = [[], []]
  const stopping = new AbortController()
  const playing = players.map((player) =>
    playOn(database, player, (id) => rounds.push(id), stopping.signal, nodes),
  )
  const sending = players.map(async (from, place) => {
    for (let turn = 1; !stopping.signal.aborted; turn += 1) {
      const to = players[(place + turn) % 4]
      const [row] = await database.rows<{ sent: { id?: string } }>(
        sql`select ledger.send($1, gen_random_uuid(), $2, 100, null, null) as sent`,
        [from, to === from ? players[(place + 1) % 4] : to],
      )
      if (row?.sent.id) sends.push(row.sent.id)
    }
  })
  const more = (count: number) => {
    const [round, send] = [rounds.length + count, sends.length + count]
    return expect.poll(() => rounds.length >= round && sends.length >= send).toBe(true)
  }
  await more(20)
  const before = { rounds: [...rounds], sends: [...sends] }
  await asAdmin('coordinator', `select citus_create_restore_point('noon')`)
  await more(20)
  stopping.abort()
  await Promise.all([...playing, ...sending])

  // The machines are lost; what is left are the backups, and the log of what came after.
  for (const name of names) {
    // Here no commit waits for the disk: the log is written out, as an archive would have it.
    await asAdmin(name, 'select pg_switch_wal()')
    process.kill(servers[name].pid, 'SIGKILL')
    await servers[name].stop()
    const [folder, lost] = [folderOf(name), `${folderOf(name)}-lost`]
    await rename(folder, lost)
    await rename(`${folder}-backup`, folder)
    const cluster = join(folder, 'postgres', 'cluster')
    const archive = join(lost, 'postgres', 'cluster', 'pg_wal')
    await promisify(execFile)('cp', ['-a', archive, join(cluster, 'archive')])
    const signal = join(cluster, 'recovery.signal')
    await writeFile(signal, '')
    const { uid, gid } = await stat(cluster)
    await chown(signal, uid, gid)
    const restored = await start(name, {
      restore_command: 'cp archive/%f %p',
      recovery_target_name: 'noon',
      recovery_target_action: 'promote',
    })
    await untilRow(restored, 'select where not pg_is_in_recovery()')
  }
  const { coordinator } = servers
  await tellPlaces(
    coordinator,
    names.map((name) => hostOf(servers[name])),
  )

  const again = open(coordinator.ownerUrl)
  const ended = await again.rows<{ player: number; id: string }>(
    sql`select player_id as player, round_id as id from ledger.rounds where status <> 'pending'`,
  )
  const keptRounds = ended.map(({ player, id }) => transactionIdOf(player, id))
  const kept = async (kind: 'send' | 'received') =>
    (
      await again.rows<{ id: string }>(
        sql`select movement_id as id from ledger.movements where kind = $1 order by movement_id`,
        [kind],
      )
    ).map(({ id }) => id)
  const keptSends = await kept('send')
  expect(keptRounds).toEqual(expect.arrayContaining(before.rounds))
  expect(keptSends).toEqual(expect.arrayContaining(before.sends))
  expect(await kept('received')).toEqual(keptSends)
  // The restored state is an earlier one: all in it was acknowledged, but not all that was
  // acknowledged is in it.
  expect(keptRounds.length).toBeLessThan(rounds.length)
  expect(keptSends.length).toBeLessThan(sends.length)
  const worker = open(coordinator.appUrl('pipkin_worker_login'))
  const found = await audit({ database: worker, surroundings: system, seeds }, { full: true })
  expect(auditReport(found)).not.toMatch(/WRONG/)

  // No process starts on it before an operator has begun a new generation; then players go on.
  await expect(begin(coordinator.appUrl())).rejects.toThrow(/has gone back in time.*after-restore/)
  const operator = open(coordinator.appUrl('pipkin_operator_login'))
  const acts = ['after-restore', '--by', 'Asha', '--reason', 'noon']
  expect(await operate({ database: operator }, acts, undefined)).toMatchObject({ ok: true })
  const restarted = await begin(coordinator.appUrl())
  const [player] = players
  if (!player) throw new Error('a player')
  const once = new AbortController()
  await playOn(restarted, player, () => once.abort(), once.signal)
})
