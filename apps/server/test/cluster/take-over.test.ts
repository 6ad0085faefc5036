import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { expect, onTestFinished, test } from 'vitest'
import { citusBinaries } from '../../../local/src/cluster/citus.ts'
import { addStandby } from '../../../local/src/cluster/node-pair.ts'
import {
  folderOf,
  type NodeName,
  nodeNames,
  startCluster,
  takeOver,
} from '../../../local/src/cluster/start-cluster.ts'
import type { Postgres } from '../../../local/src/postgres/start-postgres.ts'
import { scratchFolder } from '../../../local/src/testing/scratch-folder.ts'
import { playerNodes } from '../../src/ledger/player-nodes.ts'
import { parseTransactionId } from '../../src/ledger/transaction-id.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { connect, type Database, one, sql } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import type { StaleDatabase } from '../../src/platform/database/stale-database.ts'
import { createWatermark } from '../../src/platform/database/watermark.ts'
import { system } from '../../src/platform/process/clock.ts'
import { listOpenRounds } from '../../src/rounds/list-open-rounds.ts'
import { placeBet } from '../../src/rounds/place-bet.ts'
import { playMove } from '../../src/rounds/play-move.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { makePlayer } from '../players/player.ts'
import { until } from '../processes/api-process.ts'
import { betDeps } from '../rounds/bet-deps.ts'
import { playOn } from '../rounds/play-on.ts'
import { seeds } from '../seeds.ts'
import { timesOf } from '../times-of.ts'

/**
 * A cluster as `npm run cluster` starts it, whose nodes are killed while players bet and send to
 * each other, and whose standbys take over. CLUSTER_KILLS=300 kills that often.
 */

const kills = timesOf('CLUSTER_KILLS', process.env.CLUSTER_KILLS ?? '2')
/** What the requirements allow from a kill to the next acknowledged round. */
const mostMs = 10_000

type Part = { readonly name: NodeName; readonly of: 'leader' | 'standby' }
const parts = nodeNames.flatMap((name): Part[] => [
  { name, of: 'leader' },
  { name, of: 'standby' },
])

test(
  `nothing acknowledged is lost, doubled or half after ${kills} kills, and the others play on`,
  async () => {
    const folder = await mkdtemp(join(scratchFolder(), 'pipkin-take-over-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const native = await citusBinaries()
    if (!native) throw new Error('PIPKIN_CITUS is set')
    const { postgres, nodes } = await startCluster(native, folder)
    onTestFinished(() => postgres.stop())
    const servers = new Map<NodeName, { leader: Postgres; standby: Postgres }>(
      nodes.map(({ name, leader, standby }) => [name, { leader, standby }]),
    )
    const started: Postgres[] = []
    onTestFinished(async () => {
      for (const server of started) await server.stop()
    })
    const open = (url: string, slowAnswersMs?: number) => {
      const options = { connections: 12, onError: () => undefined }
      const database = connect(url, slowAnswersMs ? { ...options, slowAnswersMs } : options)
      onTestFinished(() => database.close())
      return database
    }
    const owner = open(postgres.ownerUrl, 55_000)
    await useSeedKeys(owner, seeds)
    await owner.rows(sql`update ledger.games set min_round_ms = 0, rounds_a_day = null`)
    const app = open(postgres.appUrl())
    // A standby that takes over is no restore: it has each beat.
    const stale: StaleDatabase[] = []
    const watermark = createWatermark({
      file: join(folder, 'memory'),
      onStale: (error) => stale.push(error),
      onError: () => undefined,
      everyMs: 100,
    })
    await watermark.begin(app)
    onTestFinished(() => watermark.stop())
    const cluster = playerNodes({
      database: app,
      url: postgres.appUrl(),
      onError: () => undefined,
    })
    onTestFinished(() => cluster.stop())

    // Two players on each of the two nodes.
    const playersOf = new Map<NodeName, PlayerId[]>()
    while ([...playersOf.values()].filter((players) => players.length >= 2).length < 2) {
      const player = await makePlayer({ owner }, { deposit: fkr(1_000_000) })
      const { group } = await one(owner.rows<{ group: number }>(groupOf, [player]))
      const name = nodeNames[group]!
      playersOf.set(name, [...(playersOf.get(name) ?? []), player])
    }
    const players = [...playersOf.values()].flatMap((those) => those.slice(0, 2))

    const stopping = new AbortController()
    onTestFinished(() => stopping.abort())
    const rounds = new Map<PlayerId, string[]>(players.map((player) => [player, []]))
    const keepPlaying = async (player: PlayerId): Promise<void> => {
      while (!stopping.signal.aborted)
        await spinOpen(app, player)
          .then(() =>
            playOn(app, player, (id) => rounds.get(player)?.push(id), stopping.signal, cluster),
          )
          .catch((error) => {
            if (!isDatabaseDown(error)) throw error
          })
    }
    // A send whose answer is lost is repeated under its key until it is answered.
    const sent: { readonly id: string; readonly from: PlayerId }[] = []
    const keepSending = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        const from = players[randomInt(players.length)]!
        const to = players.filter((one) => one !== from)[randomInt(players.length - 1)]!
        const key = randomUUID()
        for (let isAnswered = false; !isAnswered && !stopping.signal.aborted; ) {
          const answer = await app
            .rows<{ id: string | null }>(
              sql`select ledger.send($1, gen_random_uuid(), $2, 1000, $3, $4) ->> 'id' as id`,
              [from, to, key, Buffer.alloc(32)],
            )
            .catch((error) => {
              if (!isDatabaseDown(error)) throw error
            })
          const id = answer?.[0]?.id
          if (id) sent.push({ id, from })
          isAnswered = answer !== undefined
        }
      }
    }
    const working = Promise.all([...players.map(keepPlaying), keepSending(), keepSending()])
    let failure: unknown
    working.catch((error) => {
      failure = error
    })

    /** Waits until these players have more rounds, and answers how long that took. */
    const playMore = async (those: readonly PlayerId[], more: number): Promise<number> => {
      const began = performance.now()
      const before = those.map((player) => rounds.get(player)?.length ?? 0)
      await until(async () => {
        return (
          failure !== undefined ||
          those.every((player, index) => (rounds.get(player)?.length ?? 0) >= before[index]! + more)
        )
      })
      if (failure !== undefined) throw failure
      return performance.now() - began
    }
    const table: string[] = []
    const late: string[] = []
    await playMore(players, 3)

    for (let kill = 0; kill < kills; kill += 1) {
      // A short run has a node and its standby.
      const part: Part =
        kill === 0
          ? { name: 'one', of: 'leader' }
          : kill === 1
            ? { name: 'coordinator', of: 'leader' }
            : parts[randomInt(parts.length)]!
      const { name, of } = part
      const pair = servers.get(name)!
      const mine = playersOf.get(name) ?? []
      // A round of Mines is open meanwhile, at a player of this node.
      const holder = mine[0]
      const open = holder && of === 'leader' ? await openMines(app, holder) : null
      const acknowledged = sent.length
      process.kill(pair[of].pid, 'SIGKILL')
      await pair[of].exited
      await pair[of].stop()
      const others = players.filter((player) => !mine.includes(player))
      // While a node is down the others play on. Without the coordinator no one does; and while a
      // standby is away its node's commits wait, and with them those whom a send met there.
      const meanwhile =
        name === 'coordinator' || of === 'standby' ? null : await playMore(others, 2)
      const began = performance.now()
      if (of === 'leader') {
        await takeOver(folder, name)
        pair.leader = pair.standby
      }
      if (of === 'standby') pair.standby = await add()
      const took = performance.now() - began
      const after = took + (await playMore(players, 1))
      if (open) await cashOut(app, open)
      if (of === 'leader') pair.standby = await add()
      async function add(): Promise<Postgres> {
        const standby = await addStandby(native!, folderOf(folder, name), pair.leader)
        started.push(standby)
        return standby
      }
      table.push(
        [kill + 1, `${name} ${of}`, acknowledged, meanwhile, took, after]
          .map((value) => (typeof value === 'number' ? Math.round(value) : (value ?? '–')))
          .join(' | '),
      )
      if (kills > 2) process.stdout.write(`${table.at(-1)}\n`)
      if (of === 'leader' && after >= mostMs) late.push(table.at(-1) ?? '')
    }

    stopping.abort()
    await working
    const worker = open(postgres.appUrl('pipkin_worker_login'), 55_000)
    const kept = await worker.rows<{ id: string; kinds: string[] }>(sql`
      select movement_id as id, array_agg(kind::text order by kind) as kinds
      from ledger.movements where kind in ('send', 'received') group by movement_id`)
    const kindsOf = new Map(kept.map(({ id, kinds }) => [id, kinds]))
    expect(sent.filter(({ id }) => kindsOf.get(id)?.join() !== 'send,received')).toEqual([])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
    // A send that was cut off at the end has no answer; no other is more than was asked for.
    expect(kept.length - sent.length).toBeLessThanOrEqual(2)
    const settled = await worker.rows<{ id: string }>(
      sql`select round_id as id from ledger.rounds where status <> 'pending'`,
    )
    const ended = new Set(settled.map(({ id }) => id))
    const all = [...rounds.values()].flat()
    expect(all.filter((id) => !ended.has(parseTransactionId(id)?.id ?? ''))).toEqual([])
    const findings = await audit({ database: worker, surroundings: system, seeds }, { full: true })
    expect(auditReport(findings)).not.toMatch(/WRONG/)
    expect(late).toEqual([])
    expect(stale).toEqual([])
    if (kills > 2)
      process.stdout.write(`${all.length} rounds, ${sent.length} sends, none lost or half\n`)
  },
  60_000 + kills * 30_000,
)

const groupOf = sql`
  select groupid::integer as group from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`

/** Ends a round of the slot whose bet was stored and not answered. */
async function spinOpen(database: Database, player: PlayerId): Promise<void> {
  const deps = betDeps(database)
  const open = await listOpenRounds(deps, player)
  if (!open.ok) throw new Error(open.code)
  for (const { gameId, transactionId } of open.answer)
    if (gameId === 3) await playMove(deps, { player, transactionId, move: { spin: true } }, null)
}

interface OpenRound {
  readonly player: PlayerId
  readonly transactionId: string
}

/** A round of Mines with a tile open. */
async function openMines(database: Database, player: PlayerId): Promise<OpenRound> {
  for (;;) {
    const deps = betDeps(database)
    const bet = await placeBet(deps, { player, gameId: 2, stake: fkr(10) }, null)
    if (!bet.ok) throw new Error(bet.code)
    const { transactionId } = bet.answer
    const move = await playMove(deps, { player, transactionId, move: { reveal: 12 } }, null)
    if (!move.ok) throw new Error(move.code)
    if (move.answer.round.status === 'Pending') return { player, transactionId }
  }
}

async function cashOut(database: Database, { player, transactionId }: OpenRound): Promise<void> {
  const move = await playMove(
    betDeps(database),
    { player, transactionId, move: { cashOut: true } },
    null,
  )
  expect(move).toMatchObject({ ok: true, answer: { round: { status: 'Win' } } })
}
