import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { hostOf } from '../../../local/src/cluster/node-pair.ts'
import { adminUrl } from '../../../local/src/cluster/start-nodes.ts'
import { connect, one, sql } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import { StaleDatabase } from '../../src/platform/database/stale-database.ts'
import { createWatermark } from '../../src/platform/database/watermark.ts'
import { makePlayer } from '../players/player.ts'
import { playOn } from '../rounds/play-on.ts'
import { nodeOf, spreadNodes } from './spread-nodes.ts'

/** A node of a cluster that is copied, goes on, and is put back while the others stay. */

async function startScene() {
  const { dataDir, owner, servers, folderOf, start } = await spreadNodes()
  const copy = join(dataDir, 'copy')
  const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])
  return {
    owner,
    url: servers.coordinator.appUrl(),
    memory: join(dataDir, 'memory'),
    /** Stops a node, runs `whileDown`, starts it again, and gives the others its place. */
    async restart(whileDown: (folder: string, copy: string) => Promise<unknown>) {
      await servers.one.stop()
      await whileDown(folderOf('one'), copy)
      const started = await start('one')
      const admin = new pg.Client(adminUrl(servers.coordinator))
      await admin.connect()
      await admin.query(
        `select citus_update_node(nodeid, $1, 5432, true, 1000) from pg_dist_node
         where groupid = 1`,
        [hostOf(started)],
      )
      await admin.end()
    },
    copyFolder,
  }
}

test('a node that is put back from a copy is noticed, and deals no round again', async () => {
  const { owner, url, memory, restart, copyFolder } = await startScene()
  const stale: StaleDatabase[] = []
  const start = async () => {
    const watermark = createWatermark({
      file: memory,
      onStale: (error) => stale.push(error),
      onError: () => undefined,
      everyMs: 50,
    })
    const database = connect(url, {
      connections: 4,
      onError: () => undefined,
      admit: watermark.admit,
    })
    onTestFinished(async () => {
      await watermark.stop()
      await database.close()
    })
    await watermark.begin(database)
    return database
  }
  const newPlayer = async (): Promise<PlayerId> => {
    const player = await makePlayer({ owner }, { deposit: fkr(1_000) })
    const { node } = await one(owner.rows<{ node: number }>(nodeOf, [player]))
    return node === 1 ? player : newPlayer()
  }
  const player = await newPlayer()
  const database = await start()
  const play = async () => {
    const stopping = new AbortController()
    await playOn(database, player, () => stopping.abort(), stopping.signal)
  }
  const beats = async () =>
    (
      await one(
        owner.rows<{ beat: number }>(
          sql`select beat::float8 as beat from ledger.node_marks where node = 1`,
        ),
      )
    ).beat
  const moreBeats = async () => {
    const before = await beats().catch(() => 0)
    await expect.poll(() => beats().catch(() => 0)).toBeGreaterThan(before)
  }

  await play()
  // A node that was only away goes on: with its own data, and after it was copied.
  await restart((folder, copy) => copyFolder(folder, copy))
  await moreBeats()
  await play()
  await moreBeats()
  expect(stale).toEqual([])

  await restart(async (folder, copy) => {
    await rm(folder, { recursive: true })
    await copyFolder(copy, folder)
  })
  // Not one bet is dealt there, also before a process has looked.
  const failure = await play().catch((error: unknown) => error)
  expect(failure instanceof StaleDatabase || isDatabaseDown(failure)).toBe(true)
  await vi.waitFor(() => expect(stale).toHaveLength(1), patience)
  expect(stale[0]?.message).toMatch(/pipkin-\w+:5432 alone has gone back in time/)
  await expect(start()).rejects.toThrow('alone has gone back in time')
})
