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
import { connect, type Database, sql } from '../apps/server/src/platform/database/database.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { spread } from '../apps/server/src/platform/database/spread.ts'
import { useSeedKeys } from '../apps/server/src/rounds/seed-keys.ts'
import { setFirstCatalogue } from '../apps/server/src/rounds/set-game.ts'
import { seeds } from '../apps/server/test/seeds.ts'
import { closedLoop, median, rateOf } from './http/closed-loop.ts'
import { processorTime } from './http/processor-time.ts'
import { freshTargets } from './sql/bet-targets.ts'
import { makePlayers } from './sql/make-players.ts'
import { sqlLoads } from './sql/sql-loads.ts'

/**
 * Bets at once on one PostgreSQL, and on clusters of one and two nodes: through the coordinator and
 * straight at the players' nodes. `PIPKIN_CITUS=folder node bench/nodes.ts`. Prints the process of
 * each server, so that its time can be held, and waits for a line where --hold is given. No API is
 * in it.
 */

const { values: options } = parseArgs({
  options: {
    players: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    workers: { type: 'string', default: '64' },
    hold: { type: 'boolean', default: false },
  },
})
const players = Number(options.players)
const say = (line: string) => process.stdout.write(`${line}\n`)

const given = await citusBinaries()
if (!given) throw new Error(citusMissing)
const native = given
const folder = await mkdtemp(join(tmpdir(), 'pipkin-nodes-'))

/** One PostgreSQL, or a coordinator and so many nodes, with the bench's players. */
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
  say(`${nodes} nodes: ${[first, ...others].map(({ pid }) => pid).join(' ')}`)
  return [first, ...others]
}

/** The nodes, once each can be asked. */
async function nodesOf(database: Database, url: string): Promise<PlayerNodes> {
  const nodes = playerNodes({ database, url, onError: (error) => say(String(error)) })
  while (nodes.partOf(1) === undefined) await new Promise((settle) => setTimeout(settle, 50))
  return nodes
}

const alone = await open(0)
const one = await open(1)
const two = await open(2)
const opened: Database[] = []
const straight = async (servers: readonly [Postgres, ...Postgres[]], name: string) => {
  const database = connect(servers[0].appUrl(), { connections: 2, onError: () => undefined })
  opened.push(database)
  return through(servers, name, await nodesOf(database, servers[0].appUrl()))
}
function through(servers: readonly [Postgres, ...Postgres[]], name: string, nodes?: PlayerNodes) {
  const targets = freshTargets({ players, apart: 1, played: 0 })
  const loads = sqlLoads(servers[0].appUrl(), targets, 16, nodes && (() => nodes))
  return { name, servers, loads, rates: [] as number[], costs: [] as number[] }
}
const ways = [
  through(alone, 'one PostgreSQL'),
  through(one, 'one node, by the coordinator'),
  await straight(one, 'one node, straight'),
  await straight(two, 'two nodes, straight'),
]
const hasTold = new Promise((settle) => process.stdin.once('data', settle))
if (options.hold) {
  say('Hold the servers, then press Enter.')
  await hasTold
}
for (let round = 0; round <= Number(options.rounds); round += 1)
  for (const { servers, loads, rates, costs } of ways) {
    const spent = async () => {
      const times = await Promise.all(servers.map(({ pid }) => processorTime(pid)))
      return times.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0)
    }
    const before = await spent()
    const sample = await closedLoop(
      Number(options.workers),
      Number(options.seconds),
      loads.betTogether,
    )
    const cost = ((await spent()) - before) / sample.count
    await loads.free()
    // The first round fills caches.
    if (round === 0) continue
    rates.push(rateOf(sample))
    costs.push(cost)
  }
say('way | bets a second | × one PostgreSQL | ms of the databases a bet')
const [reference] = ways
for (const { name, rates, costs } of ways)
  say(
    [
      name,
      Math.round(median(rates)),
      median(rates.map((rate, round) => rate / (reference?.rates[round] ?? 1))).toFixed(2),
      median(costs).toFixed(3),
    ].join(' | '),
  )
for (const { loads } of ways) await loads.close()
for (const database of opened) await database.close()
for (const servers of [alone, one, two]) for (const server of servers) await server.stop()
await rm(folder, { recursive: true, force: true })
process.stdin.destroy()
