import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startApi, type Usage } from './http/api-child.ts'
import { openBenchServer } from './http/bench-server.ts'
import { benchPlayer, makePlayers } from './sql/make-players.ts'

/**
 * Opens event streams on one API process (10,000 by default), and prints the memory of each, the
 * cost of polling for news, and the delay of an event. `node bench/event-streams.ts [streams]`.
 * Needs as many open files (`ulimit -n`).
 */

const streams = Number(process.argv[2] ?? 10_000)
const aPlayer = 8

await measure()

async function measure(): Promise<void> {
  const server = await openBenchServer()
  const database = await server.make('empty')
  const owner = new pg.Pool({ connectionString: database.ownerUrl })
  try {
    await makePlayers(owner, Math.ceil(streams / aPlayer))
    const api = await startApi(database.appUrl, server.folder)
    const { port } = api

    // What a process costs that has been at work for a while is no stream's cost.
    const first = await openAll(port, 400)
    for (const socket of first) socket.destroy()
    await wait(2_000)
    await api.usage('compact')
    const before = await api.usage()

    const began = performance.now()
    const open = await openAll(port, streams)
    say(`${open.length} streams in ${Math.round(performance.now() - began)} ms`)
    const opened = await api.usage()
    await wait(30_000)
    const rested = await api.usage()
    const compacted = await api.usage('compact')
    const perStream = (usage: Usage) =>
      `${((usage.rss - before.rss) / open.length / 1024).toFixed(1)} kB`
    say(
      `resident memory a stream: ${perStream(opened)} when opened, ${perStream(rested)} after 30 s at rest, ${perStream(compacted)} compacted`,
    )
    say(
      `of that in the heap: ${((compacted.heapUsed - before.heapUsed) / open.length / 1024).toFixed(1)} kB`,
    )
    say(
      `at rest: ${((rested.cpuMs - opened.cpuMs) / 300).toFixed(1)} % of a core, beats and looks included`,
    )

    const delays: number[] = []
    for (let n = 0; n < 10; n += 1)
      delays.push(await hintDelay(owner, open[n * 7 * aPlayer] as Socket, benchPlayer(n * 7).id))
    say(
      `a hint comes after ${Math.round(Math.min(...delays))} to ${Math.round(Math.max(...delays))} ms`,
    )
    for (const socket of open) socket.destroy()
    await api.stop()
  } finally {
    await owner.end()
    await server.close()
  }
}

/** Opens streams, a hundred at a time, eight for each player. */
async function openAll(port: number, count: number): Promise<Socket[]> {
  const open: Socket[] = []
  while (open.length < count) {
    const next = Array.from(
      { length: Math.min(100, count - open.length) },
      (_, i) => open.length + i,
    )
    const players = next.map((n) => benchPlayer(Math.floor(n / aPlayer)))
    open.push(...(await Promise.all(players.map(({ token }) => openOne(port, token)))))
  }
  return open
}

/** As a browser asks. */
function request(token: string): string {
  return [
    'GET /api/events HTTP/1.1',
    'host: localhost:3000',
    'connection: keep-alive',
    'accept: text/event-stream',
    'accept-encoding: gzip, deflate, br, zstd',
    'accept-language: en-GB,en;q=0.9',
    `cookie: sid=${token}`,
    'referer: http://localhost:3000/',
    'sec-fetch-dest: empty',
    'sec-fetch-mode: cors',
    'sec-fetch-site: same-origin',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ].join('\r\n')
}

async function openOne(port: number, token: string): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  socket.write(`${request(token)}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer).slice(0, 300))
  return socket
}

async function hintDelay(owner: pg.Pool, socket: Socket, player: number): Promise<number> {
  const began = performance.now()
  await owner.query('insert into players.password_changes (player_id) values ($1)', [player])
  let text = ''
  while (!text.includes('event: notice')) text += String((await once(socket, 'data'))[0])
  return performance.now() - began
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
