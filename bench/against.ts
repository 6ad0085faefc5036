import { join, resolve } from 'node:path'
import pg from 'pg'
import { startApi } from './http/api-child.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSystem, type System } from './http/system.ts'
import { median, quantile } from './quantile.ts'
import { grow } from './sql/grow.ts'
import { makePlayers } from './sql/make-players.ts'

/**
 * Compares the API with that of another commit, whose schema and driver must be the same: `node
 * bench/against.ts FOLDER [load] [pairs]`, where FOLDER has that commit and `node_modules`. Both
 * run on one database, in turn for short windows, so that a machine whose speed varies by half
 * within an hour still tells them apart by a twentieth.
 */
const [, , folder, load = 'bet', pairs = '24'] = process.argv
if (!folder) throw new Error('Name the folder of the other commit: node bench/against.ts FOLDER')
const [workers, windowSeconds, players] = [64, 1.5, 8_000]
const say = (line: string) => process.stdout.write(`${line}\n`)

const there = resolve(folder, 'bench/http/api-child.ts')
const other: { startApi: typeof startApi } = await import(there)
const bench = await openBenchServer()
const systems: System[] = []
try {
  const urls = await bench.make('against')
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 4 })
  await makePlayers(pool, players)
  await pool.end()
  await grow({ ...urls, from: players, players: workers * ownPlayers, say: () => undefined })
  for (const start of [startApi, other.startApi]) {
    const sizes = { active: { players, apart: 1, played: 0 }, workers, connections: 8, apis: 1 }
    systems.push(await openSystem(urls, { ...sizes, folder: join(bench.folder, 'both'), start }))
  }
  await compare()
} finally {
  for (const system of systems) await system.close()
  await bench.close()
}

interface Window {
  readonly apiMs: number
  readonly rate: number
}

async function window(system: System): Promise<Window> {
  const [api] = system.apis
  const named = system.loads.find(({ name }) => name === load)
  if (!api || !named) throw new Error(`There is no load "${load}".`)
  await named.prepare?.()
  await closedLoop(workers, 0.3, named.run)
  const before = await api.usage()
  const sample = await closedLoop(workers, windowSeconds, named.run)
  const after = await api.usage()
  return { apiMs: (after.cpuMs - before.cpuMs) / sample.count, rate: rateOf(sample) }
}

async function compare(): Promise<void> {
  const [ours, theirs] = systems
  if (!ours || !theirs) throw new Error('two systems')
  // Each warms up before it is measured.
  for (const system of [ours, theirs, ours, theirs]) await window(system)
  const all: { ours: Window; theirs: Window }[] = []
  for (let pair = 0; pair < Number(pairs); pair += 1) {
    const first = await window(pair % 2 === 0 ? ours : theirs)
    const second = await window(pair % 2 === 0 ? theirs : ours)
    all.push(pair % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first })
  }
  const quarters = (of: (pair: (typeof all)[number]) => number) => {
    const at = (share: number) => quantile(all.map(of), share).toFixed(2)
    return `${at(0.5)} (quarters ${at(0.25)} and ${at(0.75)})`
  }
  say(
    `${load}: ${median(all.map(({ ours }) => ours.rate)).toFixed(0)} a second here, ` +
      `${median(all.map(({ theirs }) => theirs.rate)).toFixed(0)} there; here of there, by pairs: ` +
      `rate ${quarters(({ ours, theirs }) => ours.rate / theirs.rate)}, ` +
      `API ms ${quarters(({ ours, theirs }) => ours.apiMs / theirs.apiMs)}`,
  )
  const [here, there] = await Promise.all([ours, theirs].map(memoryOf))
  say(`memory of an API: ${here} MB here, ${there} MB there`)
}

async function memoryOf({ apis: [api] }: System): Promise<string> {
  return api ? ((await api.usage()).rss / 1e6).toFixed(0) : 'no'
}
