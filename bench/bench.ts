import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type BenchDatabase, openBenchServer } from './http/bench-server.ts'
import { findOrGrow } from './http/find-or-grow.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSystem, type System } from './http/system.ts'
import { type Load, measure, type Row } from './measure.ts'
import { printPairs, printTable } from './print-table.ts'
import { auditAll } from './sql/audit-all.ts'
import type { Active } from './sql/bet-targets.ts'
import { behind, grow } from './sql/grow.ts'
import { makePlayers, renewSessions } from './sql/make-players.ts'
import { findPgbench, type Pgbench } from './sql/pgbench.ts'
import { emptyCommit, loadTpcB, tpcB } from './sql/tpc-b.ts'

/**
 * Measures bets, rounds and lists beside TPC-B on the same database, in the same run: five
 * interleaved rounds of everything, and their medians. `npm run bench -- [--workers 32] [--seconds
 * 2] [--rounds 5] [--players 20000] [--apis 1]`, on the embedded PostgreSQL or on `DATABASE_URL`.
 * `--load bet --load wallets` measures those alone, beside TPC-B. Where `pgbench` is on the PATH it
 * runs TPC-B, too, as a second reference.
 *
 * `--grow 1000000` measures everything twice, in turn: on a database in which only the readers of
 * lists have months of history, and on one seeded with that many players' history, of whom
 * `--players`, spread evenly, play. Then the database is audited. `--data <folder>` keeps the grown
 * database for the next run, which measures and audits a copy. `--only grow` and `--only audit`
 * skip the measuring.
 */

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    players: { type: 'string', default: '20000' },
    apis: { type: 'string', default: '1' },
    grow: { type: 'string', default: '0' },
    data: { type: 'string' },
    only: { type: 'string' },
    load: { type: 'string', multiple: true },
  },
})
const workers = Number(options.workers)
const grown = Number(options.grow)
/** As many database connections as the API has. */
const connections = 16

interface Measured {
  readonly reference: readonly Row[]
  readonly empty: readonly Row[]
  readonly grown: readonly Row[]
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await openBenchServer(options.data)
try {
  const kept =
    grown > 0
      ? await findOrGrow({
          server,
          name: `grown_${grown}`,
          fill: (empty) => grow({ ...empty, from: 0, players: grown, say }),
          say,
        })
      : null
  if (options.only === 'audit' && kept)
    await auditAll((await server.copy(kept.name, 'grown')).workerUrl, say)
  if (!options.only) await measureAll(kept)
} finally {
  await server.drop('grown')
  await server.close()
}

async function measureAll(kept: { name: string } | null): Promise<void> {
  const own = workers * ownPlayers
  const players = Math.min(Number(options.players), kept ? grown - own : Number.POSITIVE_INFINITY)
  say(`${players} players, ${workers} at once, ${connections} connections, ${cpus().length} cores`)
  const empty = await server.make('empty')
  // Its connections stay: to close them costs the server 4 ms each, all of them at one moment.
  const owner = new pg.Pool({
    connectionString: empty.ownerUrl,
    max: connections,
    idleTimeoutMillis: 0,
  })
  // A pool closes its connections after `end` resolves, when the server may have stopped.
  owner.on('error', () => undefined)
  const systems: System[] = []
  try {
    await loadTpcB(owner)
    await makePlayers(owner, players)
    // The readers of lists have the same history in both databases: only the other players' rounds
    // differ.
    await grow({ ...empty, from: players, players: own, say })
    const open = async (database: BenchDatabase, active: Active) =>
      systems.push(
        await openSystem(database, {
          active,
          workers,
          connections,
          apis: Number(options.apis),
          folder: server.folder,
        }),
      )
    await open(empty, { players, apart: 1, played: 0 })
    const copy = kept && (await server.copy(kept.name, 'grown'))
    if (copy) {
      const apart = Math.floor(grown / (players + own))
      await renewSessions(copy.ownerUrl, players + own, apart)
      await open(copy, { players, apart, played: behind.rounds })
    }
    say('each player bets once')
    for (const system of systems) await system.warmUp()
    const checkpoints = await checkpointsOf(owner)
    const pgbench = await findPgbench(empty.ownerUrl, {
      clients: connections,
      folder: server.folder,
    })
    print(await measureInTurn(owner, pgbench, systems))
    say(`${(await checkpointsOf(owner)) - checkpoints} checkpoints while it was measured`)
    for (const api of systems.flatMap(({ apis }) => apis)) {
      const [worked, compacted] = [await api.usage(), await api.usage('compact')]
      say(
        `memory of an API: ${megabytes(worked.rss)} after all, ${megabytes(compacted.heapUsed)} of it in use`,
      )
    }
    if (copy) await auditAll(copy.workerUrl, say)
  } finally {
    for (const system of systems) await system.close()
    await owner.end()
  }
}

async function checkpointsOf(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query(
    'select num_timed + num_requested as n from pg_stat_checkpointer',
  )
  return Number(rows[0]?.n)
}

/** The references' rows, then those of each load on each system. */
async function measureInTurn(
  owner: pg.Pool,
  pgbench: Pgbench | null,
  systems: readonly System[],
): Promise<Measured> {
  const reference: Load = { name: 'TPC-B', workers, apis: [], run: () => tpcB(owner) }
  const commit: Load = {
    name: 'an empty durable commit',
    workers,
    apis: [],
    run: () => emptyCommit(owner),
  }
  const names = systems[0]?.loads.map(({ name }) => name) ?? []
  const unknown = options.load?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no load "${unknown}"; there are "${names.join('", "')}".`)
  const isAsked = ({ name }: Load) => !options.load || options.load.includes(name)
  const inTurn = names
    .flatMap((_, place) => systems.flatMap(({ loads }) => loads[place] ?? []))
    .filter(isAsked)
  const rows = await measure({
    reference,
    pgbench,
    loads: [commit, ...inTurn],
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    databasePid: server.pid,
    say,
  })
  const [measured, references] = [rows.slice(2), rows.slice(0, 2)]
  const [empty = [], grown = []] = systems.map((_, system) =>
    measured.filter((_, place) => place % systems.length === system),
  )
  return { reference: references, empty, grown }
}

function print({ reference, empty, grown }: Measured): void {
  printTable([...reference, ...empty], say)
  const pairs = empty.flatMap((row, place) => {
    const other = grown[place]
    return other ? [{ name: row.name, empty: row, grown: other }] : []
  })
  if (pairs.length > 0) printPairs(pairs, say)
}
