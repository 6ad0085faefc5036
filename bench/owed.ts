import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { checkOwn } from '@pipkin/solvency'
import pg from 'pg'
import { connect, one, sql } from '../apps/server/src/platform/database/database.ts'
import { buildTree } from '../apps/server/src/solvency/build-tree.ts'
import { readSolvencyProof } from '../apps/server/src/solvency/read-solvency.ts'
import { fromHex, toHex } from '../packages/games/src/index.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { ownPlayers } from './http/http-loads.ts'
import { openSystem } from './http/system.ts'
import { median, quantile } from './quantile.ts'
import { grow } from './sql/grow.ts'
import { makePlayers } from './sql/make-players.ts'

/**
 * Builds the tree of what the house owes over many players: `node bench/owed.ts [players]`. First
 * alone, with the players' secrets of a first snapshot, then while others play the slot over HTTP
 * as fast as they can, and at half of that rate. Says how long it takes, the memory of its process,
 * what it costs the rounds, and how long the check of one player takes.
 */
const players = Number(process.argv[2] ?? 100_000)
const first = 30_000_000
const workers = 64
const windowSeconds = 3

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const options = { connections: 1, slowAnswersMs: 600_000, onError: () => undefined }

const openWallets = sql`
  insert into ledger.wallets (player_id, deposit, bonus, win, referral)
    select $1::integer + n, n * 37::bigint % 100000, case when n % 3 = 0 then 500 else 0 end,
           n * 7::bigint % 5000, 0
    from generate_series(0, $2::integer - 1) n`
const analyze = sql`analyze`
const publish = sql`
  insert into solvency.snapshots
    (snapshot, block, taken_at, owed, ledger_owes, held, root, size, players, signature)
    values ($1, 1, now(), $2, $2, $2, $3, $4, $5, '0x' || repeat('0', 130))`
const sizeOf = sql`select pg_size_pretty(pg_total_relation_size('solvency.leaves')) as leaves`

/** What the process that builds says at its end. */
interface Built {
  readonly players: number
  readonly size: number
  readonly root: string
  readonly owed: string
  readonly ledgerOwes: string
  readonly ms: number
  readonly cpuMs: number
  readonly memory: number
  readonly most: number
}

/** Builds in a process of its own, as the worker is one. */
async function build(url: string, snapshot: string): Promise<Built> {
  const child = fork(import.meta.filename, ['build', url, snapshot])
  const failed = once(child, 'exit').then(() => {
    throw new Error('the process that builds has ended')
  })
  const [built] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  return built
}

async function buildHere(url: string, snapshot: string): Promise<Built> {
  const worker = connect(url, options)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const [before, cpu, memory] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss]
  const { root, size, players, ledgerOwes } = await worker.transaction(async (inside) => {
    await inside.rows(sql`set transaction isolation level repeatable read`)
    return buildTree(inside, snapshot)
  })
  clearInterval(watch)
  await worker.close()
  if (!root) throw new Error('there are players')
  const { user, system } = process.cpuUsage(cpu)
  return {
    players,
    size,
    root: toHex(root.hash),
    owed: String(root.sum),
    ledgerOwes: String(ledgerOwes),
    ms: performance.now() - before,
    cpuMs: (user + system) / 1_000,
    memory,
    most,
  }
}

function inBackground(built: Promise<Built>) {
  const work = { built, isOver: false }
  const end = () => {
    work.isOver = true
  }
  built.then(end, end)
  return work
}

function tell({ players, size, ms, cpuMs, memory, most, owed, ledgerOwes }: Built): void {
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  say(`${players} players, ${size} leaves: ${seconds(ms)} s, ${seconds(cpuMs)} of them at work`)
  say(`Memory: ${megabytes(memory)} MB before, ${megabytes(most)} MB at most`)
  if (owed !== ledgerOwes) throw new Error(`the tree owes ${owed}, and the ledger ${ledgerOwes}`)
}

async function main(): Promise<void> {
  const bench = await openBenchServer()
  const urls = await bench.make('owed')
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 4 })
  await makePlayers(pool, 100)
  await pool.end()
  await grow({ ...urls, from: 100, players: workers * ownPlayers, say: () => undefined })
  const [owner, api] = [connect(urls.ownerUrl, options), connect(urls.appUrl, options)]
  const system = await openSystem(urls, {
    active: { players: 100, apart: 1, played: 0 },
    workers,
    connections: 16,
    apis: 1,
    folder: bench.folder,
  })
  try {
    await owner.rows(openWallets, [first, players])
    await owner.rows(analyze)
    say('Alone, with the secrets of a first snapshot:')
    tell(await build(urls.workerUrl, '20261122T120000Z'))
    const { leaves } = await one(owner.rows<{ leaves: string }>(sizeOf))
    say(`The leaves take ${leaves}`)

    const load = system.loads.find(({ name }) => name === 'round of the slot')
    if (!load) throw new Error('the slot can be played')
    const play = () => closedLoop(workers, windowSeconds, load.run)
    const measured = (samples: Awaited<ReturnType<typeof play>>[]) => {
      const times = samples.flatMap((sample) => [...sample.times])
      const at = (share: number) => quantile(times, share).toFixed(1)
      const rate = median(samples.map(rateOf))
      say(`${rate.toFixed(0)} rounds a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
      return rate
    }
    await play()
    const before = [await play(), await play(), await play()]
    const beside = []
    const atFullRate = inBackground(build(urls.workerUrl, '20261123T120000Z'))
    while (!atFullRate.isOver) beside.push(await play())
    // The last window is partly without it.
    beside.pop()
    say('Beside rounds of the slot, as many as it can:')
    tell(await atFullRate.built)
    const after = [await play(), await play(), await play()]
    say('Without it, before and after:')
    const without = measured([...before, ...after])
    say('While it is built:')
    say(`${(measured(beside) / without).toFixed(2)} of the rate`)

    const everyMs = (1_000 * workers) / (without / 2)
    const atHalfRate = inBackground(build(urls.workerUrl, '20261124T120000Z'))
    const sparing = async (worker: number) => {
      await Promise.all([load.run(worker), wait(everyMs)])
    }
    while (!atHalfRate.isOver) await closedLoop(workers, windowSeconds, sparing)
    say('Beside half as many rounds:')
    const last = await atHalfRate.built
    tell(last)
    await checkOne(last, '20261124T120000Z')
  } finally {
    await system.close()
    await Promise.all([owner.close(), api.close()])
    await bench.close()
  }

  async function checkOne({ root, owed, size, players }: Built, snapshot: string): Promise<void> {
    await owner.rows(publish, [snapshot, owed, Buffer.from(fromHex(root)), size, players])
    const asked = performance.now()
    const proof = await readSolvencyProof(api, { player: first + 7 })
    if (!proof.ok) throw new Error(proof.code)
    const answered = performance.now()
    const published = { snapshot, root, owed: BigInt(owed), size, players }
    const { wrong } = checkOwn(proof.answer, published, String(first + 7))
    const ms = (performance.now() - answered).toFixed(1)
    say(`A player's proof: ${(answered - asked).toFixed(0)} ms to read, ${ms} ms to check ${wrong}`)
  }
}

const [, , what, url, snapshot] = process.argv
if (what === 'build' && url && snapshot) process.send?.(await buildHere(url, snapshot))
else await main()
