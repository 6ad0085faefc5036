import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startApi } from './http/api-child.ts'
import { openBenchServer } from './http/bench-server.ts'
import { openConnection } from './http/connection.ts'
import { quantile } from './quantile.ts'
import { benchPlayer, makePlayers } from './sql/make-players.ts'

/**
 * Measures players' latency under a flood of log-ins: `node bench/log-ins.ts [log-ins a second]
 * [seconds]`, 200 and 20 by default. Sixteen players read their wallets, ten times a second each,
 * before and during the flood. Limits are off: each log-in that the queue takes costs a hash.
 */

const perSecond = Number(process.argv[2] ?? 200)
const seconds = Number(process.argv[3] ?? 20)
const readers = 16
const restMs = 100

const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await openBenchServer()
const database = await server.make('empty')
const owner = new pg.Pool({ connectionString: database.ownerUrl })
await makePlayers(owner, readers)
await owner.end()
const api = await startApi(database.appUrl, server.folder)
try {
  await read(3)
  say(`without log-ins: ${percentiles(await read(seconds))}`)
  const [waited, statuses] = await Promise.all([read(seconds), tryLogIns(seconds)])
  say(`with ${perSecond} log-ins a second: ${percentiles(waited)}`)
  say([...statuses].map(([status, count]) => `${count} log-ins answered ${status}`).join(', '))
} finally {
  await api.stop()
  await server.close()
}

/** How long each read took, in ms. */
async function read(forSeconds: number): Promise<number[]> {
  const until = performance.now() + forSeconds * 1000
  const took: number[] = []
  const player = async (place: number) => {
    const { id, token } = benchPlayer(place)
    const connection = await openConnection(api.port)
    while (performance.now() < until) {
      const began = performance.now()
      await connection.send('GET', `WalletListByUserId?UserId=${id}`, token)
      took.push(performance.now() - began)
      await wait(restMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: readers }, (_, place) => player(place)))
  return took
}

/**
 * Log-ins with unknown numbers at a constant rate, however slow the answers. Counts the answers by
 * status.
 */
async function tryLogIns(forSeconds: number): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  const began = performance.now()
  const asked: Promise<void>[] = []
  while (performance.now() - began < forSeconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    while (asked.length < due) asked.push(logIn(asked.length))
    await wait(5)
  }
  await Promise.all(asked)
  return statuses

  async function logIn(n: number): Promise<void> {
    const status = await fetch(`http://127.0.0.1:${api.port}/api/userLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Mobile_No: String(8_000_000_000 + n), Password: 'a-guess' }),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return String(response.status)
      },
      () => 'by a lost connection',
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

function percentiles(took: readonly number[]): string {
  const at = (share: number) => quantile(took, share).toFixed(1)
  return `others' p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms over ${took.length} reads`
}
