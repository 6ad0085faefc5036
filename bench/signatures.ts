import pg from 'pg'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSystem, type System } from './http/system.ts'
import { median } from './quantile.ts'
import { grow } from './sql/grow.ts'
import { makePlayers } from './sql/make-players.ts'

/**
 * Measures what one signature for all receipts of a moment saves an API, and what handing their
 * entries to the worker costs it: `node bench/signatures.ts [pairs]`. Two APIs on one database take
 * turns.
 */
const pairs = Number(process.argv[2] ?? 8)
const [workers, windowSeconds, players] = [64, 4, 8_000]
const say = (line: string) => process.stdout.write(`${line}\n`)

const bench = await openBenchServer()
try {
  const urls = await bench.make('signatures')
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 4 })
  await makePlayers(pool, players)
  await pool.end()
  await grow({ ...urls, from: players, players: workers * ownPlayers, say: () => undefined })
  const sizes = { active: { players, apart: 1, played: 0 }, workers, connections: 8, apis: 1 }
  for (const signing of ['each alone', 'without a hand-over'] as const) {
    const asItIs = await openSystem(urls, { ...sizes, folder: bench.folder })
    const other = await openSystem(urls, { ...sizes, folder: bench.folder, signing })
    try {
      for (const load of ['bet', 'round of the slot']) await compare(asItIs, other, signing, load)
    } finally {
      await asItIs.close()
      await other.close()
    }
  }
} finally {
  await bench.close()
}

interface Window {
  readonly apiMs: number
  readonly rate: number
}

async function window(system: System, name: string): Promise<Window> {
  const load = system.loads.find((one) => one.name === name)
  const [api] = system.apis
  if (!load || !api) throw new Error(`There is no load "${name}".`)
  await load.prepare?.()
  await closedLoop(workers, 1, load.run)
  const before = await api.usage()
  const sample = await closedLoop(workers, windowSeconds, load.run)
  const after = await api.usage()
  return { apiMs: (after.cpuMs - before.cpuMs) / sample.count, rate: rateOf(sample) }
}

async function compare(asItIs: System, other: System, signing: string, load: string) {
  const all: { as: Window; other: Window }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const isOtherFirst = pair % 2 === 1
    const first = await window(isOtherFirst ? other : asItIs, load)
    const second = await window(isOtherFirst ? asItIs : other, load)
    all.push(isOtherFirst ? { as: second, other: first } : { as: first, other: second })
  }
  const of = (what: (pair: (typeof all)[number]) => number) => median(all.map(what)).toFixed(3)
  say(
    `${load}, API ms of one: as it is ${of(({ as }) => as.apiMs)}, ` +
      `${signing} ${of(({ other }) => other.apiMs)}, ` +
      `median of the differences ${of(({ as, other }) => other.apiMs - as.apiMs)}, ` +
      `rate as it is / ${signing} ${of(({ as, other }) => as.rate / other.rate)}`,
  )
}
