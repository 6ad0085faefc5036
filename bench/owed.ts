import { checkOwn } from '@pipkin/solvency'
import { connect, one, sql } from '../apps/server/src/platform/database/database.ts'
import { buildTree } from '../apps/server/src/solvency/build-tree.ts'
import { readSolvencyProof } from '../apps/server/src/solvency/read-solvency.ts'
import { toHex } from '../packages/games/src/index.ts'
import { openBenchServer } from './http/bench-server.ts'

/**
 * Builds the tree of what the house owes over many players, and checks one of them in it:
 * `node bench/owed.ts [players]`. Says how long both take, and the memory of this process.
 */
const players = Number(process.argv[2] ?? 100_000)
const first = 30_000_000
const snapshot = '20261122T120000Z'

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1)

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

const bench = await openBenchServer()
const urls = await bench.make('owed')
const options = { connections: 1, slowAnswersMs: 600_000, onError: () => undefined }
const [owner, worker, api] = [urls.ownerUrl, urls.workerUrl, urls.appUrl].map((url) =>
  connect(url, options),
)
try {
  if (!owner || !worker || !api) throw new Error('three databases were opened')
  await owner.rows(openWallets, [first, players])
  await owner.rows(analyze)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const [before, cpu, memory] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss]
  const tree = await worker.transaction((inside) => buildTree(inside, snapshot))
  clearInterval(watch)
  const { user, system } = process.cpuUsage(cpu)
  const { leaves } = await one(owner.rows<{ leaves: string }>(sizeOf))
  const own = ((user + system) / 1e6).toFixed(1)
  say(`${tree.players} players, ${tree.size} leaves (${leaves}): ${seconds(before)} s`)
  say(`This process worked ${own} s of them`)
  say(`Memory: ${Math.round(memory / 1e6)} MB before, ${Math.round(most / 1e6)} MB at most`)
  if (!tree.root) throw new Error('there are players')
  const { sum: owed, hash } = tree.root
  await owner.rows(publish, [snapshot, owed, Buffer.from(hash), tree.size, players])
  const asked = performance.now()
  const proof = await readSolvencyProof(api, { player: first + 7 })
  if (!proof.ok) throw new Error(proof.code)
  const answered = performance.now()
  const published = { snapshot, root: toHex(hash), owed, size: tree.size }
  const { wrong } = checkOwn(proof.answer, published, String(first + 7))
  const ms = (performance.now() - answered).toFixed(1)
  say(`A player's proof: ${(answered - asked).toFixed(0)} ms to read, ${ms} ms to check ${wrong}`)
} finally {
  for (const database of [owner, worker, api]) await database?.close()
  await bench.close()
}
