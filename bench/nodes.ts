import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { citusBinaries, citusMissing } from '../apps/local/src/cluster/citus.ts'
import { adminUrl, startNodes } from '../apps/local/src/cluster/start-nodes.ts'
import type { Postgres } from '../apps/local/src/postgres/start-postgres.ts'
import { makeLogins } from '../apps/local/src/prepare-database.ts'
import { type PlayerNodes, playerNodes } from '../apps/server/src/ledger/player-nodes.ts'
import {
  connect,
  type Database,
  type Statement,
  sql,
} from '../apps/server/src/platform/database/database.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { spread } from '../apps/server/src/platform/database/spread.ts'
import { useSeedKeys } from '../apps/server/src/rounds/seed-keys.ts'
import { setFirstCatalogue } from '../apps/server/src/rounds/set-game.ts'
import { seeds } from '../apps/server/test/seeds.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { processorTime } from './http/processor-time.ts'
import { median } from './quantile.ts'
import { freshTargets } from './sql/bet-targets.ts'
import { limitProcessor } from './sql/limit-processor.ts'
import { firstPlayer, makePlayers } from './sql/make-players.ts'
import { pageReaders, sqlLoads } from './sql/sql-loads.ts'

/**
 * Measures bets of one moment on one PostgreSQL and on clusters of one and two nodes, through the
 * coordinator and straight at the players' nodes: `PIPKIN_CITUS=folder node bench/nodes.ts`. Leaves
 * the API out.
 *
 * `--kind session --kind read` measures these in place of plain bets: each is a name in `kinds`.
 *
 * `--share 0.2` compares clusters of one, two and four nodes instead, each node held to that share
 * of a core and given as many bets at once. It needs root, and control groups of Linux.
 */

const { values: options } = parseArgs({
  options: {
    players: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    workers: { type: 'string', default: '64' },
    share: { type: 'string' },
    kind: { type: 'string', multiple: true, default: ['plain'] },
  },
})
const players = Number(options.players)
const share = options.share === undefined ? null : Number(options.share)
const say = (line: string) => process.stdout.write(`${line}\n`)

const given = await citusBinaries()
if (!given) throw new Error(citusMissing)
const native = given
const folder = await mkdtemp(join(tmpdir(), 'pipkin-nodes-'))

/** One PostgreSQL, or a coordinator and its nodes, with the bench's players. */
async function open(nodes: number): Promise<readonly [Postgres, ...Postgres[]]> {
  const names = ['first', 'one', 'two', 'three', 'four'].slice(0, 1 + nodes)
  const [first, ...others] = await startNodes(native, { dataDir: join(folder, `${nodes}`), names })
  if (!first) throw new Error('no server was started')
  await migrate(first.ownerUrl)
  const owner = connect(first.ownerUrl, { connections: 1, onError: () => undefined })
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await setFirstCatalogue(owner)
  await owner.rows(sql`update ledger.games set min_round_ms = 0, rounds_a_day = null`)
  await owner.close()
  const client = new pg.Client(first.ownerUrl)
  await client.connect()
  await makePlayers(client, players)
  await client.end()
  if (nodes > 0) await spread(adminUrl(first), others.map(adminUrl))
  return [first, ...others]
}

/** The nodes, once each can be asked. */
async function nodesOf(database: Database, url: string): Promise<PlayerNodes> {
  const nodes = playerNodes({ database, url, onError: (error) => say(String(error)) })
  while (nodes.partOf(1) === undefined) await new Promise((settle) => setTimeout(settle, 50))
  return nodes
}

interface Way {
  readonly name: string
  readonly servers: readonly [Postgres, ...Postgres[]]
  /** How many nodes place the bets. */
  readonly nodes: number
  readonly loads: ReturnType<typeof sqlLoads>
  readonly rates: number[]
  readonly costs: number[]
}

function byFirst(name: string, servers: Way['servers'], nodes?: PlayerNodes): Way {
  const targets = freshTargets({ players, apart: 1, played: 0 })
  const loads = sqlLoads(servers[0].appUrl(), targets, 16, nodes && (() => nodes))
  return { name, servers, nodes: Math.max(1, servers.length - 1), loads, rates: [], costs: [] }
}

const opened: Database[] = []
async function straight(name: string, servers: Way['servers']): Promise<Way> {
  const database = connect(servers[0].appUrl(), { connections: 2, onError: () => undefined })
  opened.push(database)
  return byFirst(name, servers, await nodesOf(database, servers[0].appUrl()))
}

async function sharedWays(): Promise<Way[]> {
  const [alone, one, two] = [await open(0), await open(1), await open(2)]
  return [
    byFirst('one PostgreSQL', alone),
    byFirst('one node, by the coordinator', one),
    await straight('one node, straight', one),
    await straight('two nodes, straight', two),
  ]
}

const held: (() => Promise<void>)[] = []
async function heldWays(share: number): Promise<Way[]> {
  const ways: Way[] = []
  for (const nodes of [1, 2, 4]) {
    const servers = await open(nodes)
    for (const { pid } of servers.slice(1)) held.push(await limitProcessor(pid, share))
    ways.push(await straight(`${nodes} held to ${share} of a core each`, servers))
  }
  return ways
}

/** The processor time of the servers that place bets, in milliseconds. */
async function spentBy({ servers }: Way): Promise<number> {
  const placing = share === null ? servers : servers.slice(1)
  const times = await Promise.all(placing.map(({ pid }) => processorTime(pid)))
  return times.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0)
}

interface Kind {
  /** Puts all players into the state that such a call needs. */
  readonly before?: Statement
  readonly load: 'betTogether' | 'refused' | 'read' | 'page'
}

const kinds: Readonly<Record<string, Kind>> = {
  plain: { load: 'betTogether' },
  session: {
    before: sql`update ledger.wallets set played_at = now() - interval '2 hours'`,
    load: 'betTogether',
  },
  held: {
    before: sql`
      update ledger.wallets set received = '{"(2100-01-01,100)"}'::ledger.received_part[]`,
    load: 'betTogether',
  },
  bonus: {
    before: sql`
      update ledger.wallets
      set bonus = 100000, bonus_lock = row(10000, 1e12, 0, 0)::ledger.bonus_lock`,
    load: 'betTogether',
  },
  refused: { load: 'refused' },
  read: { load: 'read' },
  page: {
    before: sql([
      `insert into ledger.movements (player_id, movement_id, kind, win, games)
       select player_id, gen_random_uuid(), 'win', 100, -100
       from ledger.wallets, generate_series(1, 21) where player_id < ${firstPlayer + pageReaders}`,
    ]),
    load: 'page',
  },
}

async function prepare({ servers: [first] }: Way, { before }: Kind): Promise<void> {
  if (!before) return
  const owner = connect(first.ownerUrl, { connections: 1, onError: () => undefined })
  await owner.rows(before)
  await owner.close()
}

const ways = share === null ? await sharedWays() : await heldWays(share)
for (const name of options.kind) {
  const kind = kinds[name]
  if (!kind) throw new Error(`no kind ${name}`)
  await measure(kind)
  print(name)
}

async function measure(kind: Kind): Promise<void> {
  for (let round = 0; round <= Number(options.rounds); round += 1)
    for (const way of ways) {
      const workers = Number(options.workers) * (share === null ? 1 : way.nodes)
      await prepare(way, kind)
      const before = await spentBy(way)
      const sample = await closedLoop(workers, Number(options.seconds), way.loads[kind.load])
      const cost = ((await spentBy(way)) - before) / sample.count
      await way.loads.free()
      // The first round fills caches.
      if (round === 0) continue
      way.rates.push(rateOf(sample))
      way.costs.push(cost)
    }
}

function print(kind: string): void {
  const [reference] = ways
  const against = `× ${share === null ? 'the first' : 'linear'}`
  say(`${kind}: way | a second | ${against} | ms of the databases each`)
  for (const { name, nodes, rates, costs } of ways) {
    const linear = share === null ? 1 : nodes
    const shares = rates.map((rate, round) => rate / linear / (reference?.rates[round] ?? 1))
    const figures = [median(rates).toFixed(0), median(shares).toFixed(2), median(costs).toFixed(3)]
    say([name, ...figures].join(' | '))
  }
  for (const { rates, costs } of ways) for (const list of [rates, costs]) list.splice(0)
}

for (const { loads } of ways) await loads.close()
for (const database of opened) await database.close()
for (const { servers } of ways) for (const server of servers) await server.stop()
for (const letGo of held) await letGo()
await rm(folder, { recursive: true, force: true })
