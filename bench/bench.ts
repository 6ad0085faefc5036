import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type BenchDatabase, type BenchServer, openBenchServer } from './http/bench-server.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSide, type Side } from './http/side.ts'
import { type Load, measure, type Row } from './measure.ts'
import { printPairs, printTable } from './print-table.ts'
import { auditAll } from './sql/audit-all.ts'
import { behind, grow } from './sql/grow.ts'
import { makePlayers, renewSessions } from './sql/make-players.ts'
import type { Active } from './sql/places.ts'
import { schemaHash } from './sql/schema-hash.ts'
import { emptyCommit, loadTpcB, tpcB } from './sql/tpc-b.ts'

/**
 * Measures bets, rounds and lists beside TPC-B on the same database, in the same run: five
 * interleaved rounds of everything, and their medians. `npm run bench -- [--workers 32] [--seconds
 * 2] [--rounds 5] [--players 10000] [--apis 1]`, on the embedded PostgreSQL or on `DATABASE_URL`.
 * `--load bet --load wallets` measures those alone, beside TPC-B.
 *
 * `--grow 1000000` measures all of it twice, in turn: on the database in which only the readers of
 * lists have their months behind, and on one with so many players' months, of whom `--players`,
 * spread over all, play. Then everything is audited. `--data <folder>` keeps what was grown for the
 * next run; what is measured and audited is a copy of it. `--only grow` and `--only audit` leave
 * the measuring out.
 */

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    players: { type: 'string', default: '10000' },
    apis: { type: 'string', default: '1' },
    grow: { type: 'string', default: '0' },
    data: { type: 'string' },
    only: { type: 'string' },
    load: { type: 'string', multiple: true },
  },
})
const workers = Number(options.workers)
const grown = Number(options.grow)
/** As many as the API has. */
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
  const kept = grown > 0 ? await findOrGrow(server) : null
  if (options.only === 'audit' && kept)
    await auditAll((await server.copy(kept.name, 'grown')).workerUrl, say)
  if (!options.only) await measureAll(kept)
} finally {
  await server.drop('grown')
  await server.close()
}

/**
 * The database that has so many players' months: the one that was kept, else one that is made now.
 * One that another state of the migrations made is no longer what is to be measured.
 */
async function findOrGrow(server: BenchServer): Promise<BenchDatabase & { name: string }> {
  const name = `grown_${grown}_${await schemaHash()}`
  const there = await server.list()
  if (there.includes(name)) {
    say(`${name} is there already`)
    return { ...server.at(name), name }
  }
  for (const old of there.filter((one) => one.startsWith(`grown_${grown}_`))) {
    say(`${old} was made by other migrations, and goes`)
    await server.drop(old)
  }
  // Under a name of its own until it is whole: what was left half-made is never taken up.
  await grow({ ...(await server.make('growing')), from: 0, players: grown, say })
  await server.rename('growing', name)
  return { ...server.at(name), name }
}

async function measureAll(kept: { name: string } | null): Promise<void> {
  const own = workers * ownPlayers
  const players = Math.min(Number(options.players), kept ? grown - own : Number.POSITIVE_INFINITY)
  say(`${players} players, ${workers} at once, ${connections} connections, ${cpus().length} cores`)
  const empty = await server.make('empty')
  const owner = new pg.Pool({ connectionString: empty.ownerUrl, max: connections })
  // A connection is only closed some time after the pool says so: by then the server may have gone.
  owner.on('error', () => undefined)
  const sides: Side[] = []
  try {
    await loadTpcB(owner)
    await makePlayers(owner, players)
    // Those who read lists have as much behind here as there: it is the others' rounds that are to
    // make no difference.
    await grow({ ...empty, from: players, players: own, say })
    const open = async (database: BenchDatabase, active: Active) =>
      sides.push(
        await openSide(database, {
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
    say('everybody bets once')
    for (const side of sides) await side.warmUp()
    const checkpoints = await checkpointsOf(owner)
    print(await measureInTurn(owner, sides))
    say(`${(await checkpointsOf(owner)) - checkpoints} checkpoints while it was measured`)
    for (const api of sides.flatMap(({ apis }) => apis)) {
      const [worked, compacted] = [await api.usage(), await api.usage('compact')]
      say(
        `memory of an API: ${megabytes(worked.rss)} after all, ${megabytes(compacted.heapUsed)} of it in use`,
      )
    }
    if (copy) await auditAll(copy.workerUrl, say)
  } finally {
    for (const side of sides) await side.close()
    await owner.end()
  }
}

async function checkpointsOf(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query(
    'select num_timed + num_requested as n from pg_stat_checkpointer',
  )
  return Number(rows[0]?.n)
}

/** The references' rows, then each load's, a side each. */
async function measureInTurn(owner: pg.Pool, sides: readonly Side[]): Promise<Measured> {
  const reference: Load = { name: 'TPC-B', workers, apis: [], run: () => tpcB(owner) }
  const commit: Load = {
    name: 'an empty durable commit',
    workers,
    apis: [],
    run: () => emptyCommit(owner),
  }
  const names = sides[0]?.loads.map(({ name }) => name) ?? []
  const isAsked = ({ name }: Load) => !options.load || options.load.includes(name)
  const inTurn = names
    .flatMap((_, place) => sides.flatMap(({ loads }) => loads[place] ?? []))
    .filter(isAsked)
  const rows = await measure({
    reference,
    loads: [commit, ...inTurn],
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    databasePid: server.pid,
    say,
  })
  const [measured, references] = [rows.slice(2), rows.slice(0, 2)]
  const [empty = [], grown = []] = sides.map((_, side) =>
    measured.filter((_, place) => place % sides.length === side),
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
