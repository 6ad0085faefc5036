import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import {
  connect,
  type Database,
  maybeOne,
  one,
  sql,
} from '../apps/server/src/platform/database/database.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { ownPlayers } from './http/http-loads.ts'
import { startLog } from './http/log-child.ts'
import { processorTime } from './http/processor-time.ts'
import { openSystem } from './http/system.ts'
import { median, quantile } from './quantile.ts'
import { grow } from './sql/grow.ts'
import { makePlayers } from './sql/make-players.ts'

/**
 * Measures what the log costs bets, and how far it is behind them: `node bench/log.ts [--pairs 6]
 * [--seconds 6] [--workers 64] [--load "round of the slot"] [--rate 500]`.
 *
 * A pair is a window with the job that keeps the log, and one without. A window begins when the log
 * has all receipts of the one before and has run beside the load for a while. `--rate` sets the
 * bets a second; without it they come as fast as they can.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '6' },
    workers: { type: 'string', default: '64' },
    load: { type: 'string', default: 'bet' },
    rate: { type: 'string', default: '0' },
  },
})
const [pairs, seconds, workers, rate] = [
  values.pairs,
  values.seconds,
  values.workers,
  values.rate,
].map(Number) as [number, number, number, number]
const players = 16_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const behind = sql`
  select (select count(*)::int from ledger.movements where at >= s.upto)
       + (select count(*)::int from ledger.rounds where settled_at >= s.upto)
       + (s.size - coalesce(p.size, 0))::int as count
  from log.state s left join log.published p using (singleton)`
const publishedSize = sql`
  select size::float8, extract(epoch from at)::float8 * 1000 as ms from log.published`
const receipts = sql`
  select l.index::float8,
         extract(epoch from case l.kind when 2 then r.placed_at else r.settled_at end)::float8
           * 1000 as ms
  from log.receipts l join ledger.rounds r using (player_id, round_id)
  where case l.kind when 2 then r.placed_at else r.settled_at end between $1 and $2
  order by l.index`

interface Window {
  readonly rate: number
  readonly p99: number
  readonly apiMs: number
  readonly databaseMs: number
  readonly logMs: number
}

const bench = await openBenchServer()
try {
  const urls = await bench.make('log')
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 4 })
  await makePlayers(pool, players)
  await pool.end()
  await grow({ ...urls, from: players, players: workers * ownPlayers, say: () => undefined })
  const system = await openSystem(urls, {
    active: { players, apart: 1, played: 0 },
    workers,
    connections: 16,
    apis: 1,
    folder: bench.folder,
  })
  const owner = connect(urls.ownerUrl, {
    connections: 2,
    slowAnswersMs: 60_000,
    onError: () => undefined,
  })
  const log = startLog(urls.workerUrl, join(bench.folder, 'checkpoint'))
  try {
    const load = system.loads.find(({ name }) => name === values.load)
    const [api] = system.apis
    if (!load || !api) throw new Error(`There is no load "${values.load}".`)
    const everyMs = rate > 0 ? (1_000 * workers) / rate : 0
    const run = async (worker: number) => {
      const pause = everyMs > 0 ? wait(everyMs) : null
      await load.run(worker)
      await pause
    }

    const window = async (on: boolean): Promise<Window & { lags: number[] }> => {
      // Left out: it ends rounds in SQL, so no API hands their entries over.
      await load.prepare?.()
      await log.keep(true)
      await untilCaughtUp(owner)
      await log.keep(on)
      await closedLoop(workers, 2, run)
      const look = async () => ({
        api: (await api.usage()).cpuMs,
        database: bench.pid === null ? 0 : ((await processorTime(bench.pid)) ?? 0),
        log: await log.cpuMs(),
      })
      const seen = on ? watchPublished(owner) : null
      const [before, began] = [await look(), new Date()]
      const sample = await closedLoop(workers, seconds, run)
      const [after, ended] = [await look(), new Date()]
      if (seen) await untilCaughtUp(owner)
      const lags = seen ? lagsOf(await seen.stop(), await receiptsOf(owner, began, ended)) : []
      const each = (what: 'api' | 'database' | 'log') => (after[what] - before[what]) / sample.count
      return {
        rate: rateOf(sample),
        p99: sample.times[Math.floor(sample.times.length * 0.99)] ?? 0,
        apiMs: each('api'),
        databaseMs: each('database'),
        logMs: each('log'),
        lags,
      }
    }

    const all: { off: Window; on: Window & { lags: number[] } }[] = []
    for (let pair = 1; pair <= pairs; pair += 1) {
      // The first of a pair isn't always the same: the machine gets slower and faster.
      const [first, second] = [await window(pair % 2 === 0), await window(pair % 2 === 1)]
      all.push(pair % 2 === 0 ? { on: first, off: second } : { off: first, on: second })
      say(`pair ${pair} of ${pairs} done`)
    }
    const middle = (of: (pair: (typeof all)[number]) => number) => median(all.map(of))
    const [off, on] = (['off', 'on'] as const).map((side) =>
      (['rate', 'p99', 'apiMs', 'databaseMs', 'logMs'] as const).map((what) =>
        middle((pair) => pair[side][what]).toFixed(what === 'rate' ? 0 : 3),
      ),
    )
    say('            rate, p99 ms, API ms, database ms, log ms of one operation')
    say(`without     ${off?.join(', ')}`)
    say(`with        ${on?.join(', ')}`)
    say(
      `with / without: ${middle(({ on, off }) => on.rate / off.rate).toFixed(3)} (${all.map(({ on, off }) => (on.rate / off.rate).toFixed(2)).join(' ')})`,
    )
    const lags = all.flatMap(({ on }) => on.lags)
    const at = (share: number) => (quantile(lags, share) / 1_000).toFixed(2)
    say(
      `published after: p50 ${at(0.5)} s, p99 ${at(0.99)} s, at most ${at(1)} s (${lags.length} receipts)`,
    )
  } finally {
    await log.stop()
    await system.close()
    await owner.close()
  }
} finally {
  await bench.close()
}

async function untilCaughtUp(owner: Database): Promise<void> {
  while ((await one(owner.rows<{ count: number }>(behind))).count > 0) await wait(100)
}

interface Published {
  readonly size: number
  readonly ms: number
}

/** Notes each checkpoint that is published. */
function watchPublished(owner: Database): { stop(): Promise<readonly Published[]> } {
  const seen: Published[] = []
  let isOver = false
  const loop = (async () => {
    while (!isOver) {
      const row = await maybeOne(owner.rows<Published>(publishedSize))
      if (row && row.size !== seen.at(-1)?.size) seen.push(row)
      await wait(40)
    }
  })()
  return {
    async stop() {
      isOver = true
      await loop
      return seen
    },
  }
}

/** When each receipt of a span was signed, in the order of the log. */
function receiptsOf(owner: Database, from: Date, to: Date) {
  return owner.rows<{ index: number; ms: number }>(receipts, [from, to])
}

/** How long each receipt waited for the first checkpoint that has it. */
function lagsOf(
  seen: readonly Published[],
  all: readonly { index: number; ms: number }[],
): number[] {
  let next = 0
  return all.flatMap(({ index, ms }) => {
    while ((seen[next]?.size ?? Number.POSITIVE_INFINITY) <= index) next += 1
    const published = seen[next]
    return published ? [published.ms - ms] : []
  })
}
