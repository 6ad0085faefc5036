import { cpus } from 'node:os'
import pg from 'pg'
import { audit, auditReport } from '../apps/server/src/operator/audit/audit.ts'
import { system } from '../apps/server/src/platform/clock.ts'
import { connect } from '../apps/server/src/platform/database.ts'
import { type ApiChild, startApi } from './api-child.ts'
import { openBenchDatabase } from './bench-database.ts'
import { grow } from './grow.ts'
import { httpLoads, ownPlayers } from './http-loads.ts'
import { makePlayers } from './make-players.ts'
import { measure } from './measure.ts'
import { freshPlaces } from './places.ts'
import { startProxy } from './plain-proxy.ts'
import { printTable } from './print-table.ts'
import { sqlLoads } from './sql-loads.ts'
import { emptyCommit, loadTpcB, tpcB } from './tpc-b.ts'

/**
 * Measures bets, rounds and reads beside TPC-B on the same database, in the same run: five interleaved rounds of everything,
 * and their medians. `npm run bench -- [--workers 32] [--seconds 2] [--rounds 5] [--players 60000] [--grow 1000000] [--apis 2]`, on
 * the embedded PostgreSQL or on `DATABASE_URL`. With `--grow` all of it is measured once more beside so many players' history.
 */

const option = (name: string, otherwise: number): number => {
  const place = process.argv.indexOf(`--${name}`)
  return place < 0 ? otherwise : Number(process.argv[place + 1])
}
const workers = option('workers', 32)
const grown = option('grow', 0)
const players = option('players', grown > 0 ? 100_000 : 60_000)
/** As many as the API has. */
const connections = 16

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await openBenchDatabase()
let apis: readonly ApiChild[] = []
const owner = new pg.Pool({ connectionString: database.ownerUrl, max: connections })
try {
  say(`${players} players, ${workers} at once, ${connections} connections, ${cpus().length} cores`)
  await loadTpcB(owner)
  await makePlayers(owner, players + workers * ownPlayers)
  const starting = Array.from({ length: option('apis', 1) }, () =>
    startApi(database.appUrl, `${database.folder}/uploads`),
  )
  apis = await Promise.all(starting)
  const proxy = await startProxy(apis.map(({ port }) => port))
  // One API is asked directly: a proxy would only be one more thing that wants a core.
  const port = apis.length === 1 ? (apis[0] as ApiChild).port : proxy.port
  const places = freshPlaces(players)
  const direct = sqlLoads(database.appUrl, places, connections)
  const many = httpLoads(port, places, workers, players)
  const one = httpLoads(port, places, 1, players)
  const loads = [
    { name: 'TPC-B', workers, run: () => tpcB(owner) },
    { name: 'an empty durable commit', workers, run: () => emptyCommit(owner) },
    { name: 'SQL: bet', workers, run: direct.bet },
    { name: 'SQL: bet and settle', workers, run: direct.betAndSettle },
    { name: 'bet', workers, run: many.bet },
    { name: 'bet, one player at a time', workers: 1, run: one.bet },
    { name: 'round of Guess number', workers, run: many.guessNumber },
    { name: 'round of Mines, three reveals', workers, run: many.mines },
    { name: 'round of the slot', workers, run: many.slot },
    { name: 'round of Tic-tac-toe', workers, run: many.ticTacToe },
    { name: 'send', workers, run: many.send },
    { name: 'wallets', workers, run: many.wallets },
    { name: 'transactions', workers, run: many.transactions },
    { name: 'top ten', workers, run: many.topTen },
    { name: 'games', workers, run: many.games },
  ]
  const measuring = {
    loads,
    rounds: option('rounds', 5),
    seconds: option('seconds', 2),
    apis,
    databasePid: database.pid,
    say,
  }
  printTable(await measure(measuring), say)
  if (grown > 0) {
    await grow({
      ...database,
      from: players + workers * ownPlayers,
      players: grown,
      rounds: 10,
      days: 90,
      say,
    })
    printTable(await measure(measuring), say)
    await auditAll(database.workerUrl)
  }
  for (const api of apis) {
    const [worked, compacted] = [await api.usage(), await api.usage('compact')]
    say(`memory of an API: ${megabytes(worked.rss)} after all, ${megabytes(compacted.heapUsed)} of it in use`)
  }
  proxy.close()
  many.close()
  one.close()
  await direct.close()
} finally {
  for (const api of apis) api.stop()
  await owner.end()
  await database.close()
}

/** Everything, with all rounds replayed that an hour leaves time for; says how long it took. */
async function auditAll(url: string): Promise<void> {
  const began = performance.now()
  const database = connect(url, { connections: 2, onError: () => undefined, slowAnswersMs: 3_600_000 })
  const findings = await audit({ database, surroundings: system }, { full: false })
  await database.close()
  say(auditReport(findings))
  const { rss } = process.memoryUsage()
  say(`audited in ${Math.round((performance.now() - began) / 1000)} s, ${megabytes(rss)}`)
}
