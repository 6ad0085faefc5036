import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { verifierText } from '@pipkin/log'
import pg from 'pg'
import { sequencer } from '../apps/server/src/log/append-entries.ts'
import { logKeyOf } from '../apps/server/src/log/log-key.ts'
import { publishCheckpoint } from '../apps/server/src/log/publish-checkpoint.ts'
import { connect, one, sql } from '../apps/server/src/platform/database/database.ts'
import { ed25519Key } from '../apps/server/src/platform/process/ed25519-key.ts'
import { hasPerl } from '../apps/server/test/has-programs.ts'
import { seeds } from '../apps/server/test/seeds.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop } from './http/closed-loop.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSystem } from './http/system.ts'
import { grow } from './sql/grow.ts'
import { makePlayers } from './sql/make-players.ts'

/**
 * Makes a long log and has the verifiers check it: `node bench/long-log.ts [entries] [flips]`.
 * Players play all games over HTTP for some seconds; the rest of the entries is generated into the
 * same queue that audits wait in. The sequencer appends all, the API serves it, the verifiers in
 * Python and Perl read it, and the one in Python flips bits of it.
 */
const [entries = 1_000_000, flips = 10_000] = process.argv.slice(2).map(Number)
const [workers, players, connections] = [16, 2_000, 8]
const seconds = 2

const say = (line: string) => process.stdout.write(`${line}\n`)
const options = { connections: 2, slowAnswersMs: 600_000, onError: () => undefined }
const key = { name: 'pipkin.example/log', ...ed25519Key(Buffer.alloc(32, 8)) }

const missing = sql`
  select (select count(*)::int from log.waiting)
       + (select count(*)::int from ledger.rounds r, log.state s where r.placed_at >= s.began_at)
       + (select count(*)::int from ledger.rounds r, log.state s where r.settled_at >= s.began_at)
       - (select count(*)::int from log.receipts) as count`
const sizeOf = sql`
  select size::int, (select count(*)::int from log.receipts) as receipts from log.state`
const generate = sql`
  insert into log.waiting (kind, document)
    select 7, jsonb_build_object('generated', n) from generate_series(1, $1::integer) n`

const bench = await openBenchServer()
try {
  const urls = await bench.make('long_log')
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 2 })
  await makePlayers(pool, players)
  await pool.end()
  await grow({ ...urls, from: players, players: workers * ownPlayers, say: () => undefined })
  const system = await openSystem(urls, {
    active: { players, apart: 1, played: 0 },
    workers,
    connections,
    apis: 1,
    folder: bench.folder,
  })
  const [owner, worker] = [connect(urls.ownerUrl, options), connect(urls.workerUrl, options)]
  try {
    const played = system.loads.filter(({ name }) => name === 'bet' || name.startsWith('round of'))
    for (const { name, workers, prepare, run } of played) {
      await prepare?.()
      const { count } = await closedLoop(workers, seconds, run)
      say(`${name}: ${count}`)
    }
    const append = sequencer({ database: worker, seeds })
    const appendAll = async () => {
      do await append()
      while ((await one(owner.rows<{ count: number }>(missing))).count > 0)
      return one(owner.rows<{ size: number; receipts: number }>(sizeOf))
    }
    const before = await timed('The sequencer appends what was played', appendAll)
    say(`${before.size} entries, ${before.receipts} of them receipts of play`)
    await owner.rows(generate, [Math.max(0, entries - before.size)])
    await timed('The sequencer appends what was generated', appendAll)
    await publishCheckpoint({
      database: worker,
      key,
      file: join(bench.folder, 'checkpoint'),
      cosign: async (note) => note,
      witnesses: [],
    })
    const url = `http://127.0.0.1:${system.apis[0]?.port}/log`
    const verifier = verifierText(logKeyOf(key, 1))
    const inPython = 'verifier/verify_log.py'
    await check('Python', 'python3', inPython, 'log', url, '--log-key', verifier)
    if (hasPerl()) await check('Perl', 'perl', 'verifier/verify.pl', 'log', url, verifier)
    await check(
      'Flips',
      'python3',
      inPython,
      'mutate',
      url,
      '--log-key',
      verifier,
      '--times',
      String(flips),
    )
  } finally {
    await system.close()
    await Promise.all([owner.close(), worker.close()])
  }
} finally {
  await bench.close()
}

async function check(name: string, command: string, ...given: string[]): Promise<void> {
  const { stdout } = await timed(name, () => promisify(execFile)(command, given))
  say(stdout.trim())
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return result
}
