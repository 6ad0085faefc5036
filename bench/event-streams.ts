import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { makeLogins } from '../apps/local/src/postgres/make-logins.ts'
import { startPostgres } from '../apps/local/src/postgres/start-postgres.ts'
import { connect, sql } from '../apps/server/src/platform/database.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { tokenHash } from '../apps/server/src/platform/session-cookie.ts'
import { setFirstCatalogue } from '../apps/server/src/rounds/set-game.ts'
import { startApi, type Usage } from './api-child.ts'

/**
 * Opens event streams, ten thousand unless told, on one API process, and says what each costs in memory, what a look at what is
 * new costs, and how long a hint takes. `node bench/event-streams.ts [streams]`. Needs as many open files (`ulimit -n`).
 */

const streams = Number(process.argv[2] ?? 10_000)
const aPlayer = 8
const firstPlayer = 20_000_000

await measure()

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipkin-bench-'))
  const postgres = await startPostgres({ dataDir })
  try {
    await migrate(postgres.ownerUrl)
    const owner = connect(postgres.ownerUrl, { connections: 2, onError: () => undefined })
    await makeLogins(owner)
    await setFirstCatalogue(owner)
    const tokens = await makePlayers(owner, Math.ceil(streams / aPlayer))
    const api = await startApi(postgres.appUrl(), join(dataDir, 'uploads'))
    const { port } = api

    // What a process costs that has been at work for a while is no stream's cost.
    const first = await openAll(port, tokens, 400)
    for (const socket of first) socket.destroy()
    await wait(2_000)
    await api.usage('compact')
    const before = await api.usage()

    const began = performance.now()
    const open = await openAll(port, tokens, streams)
    say(`${open.length} streams in ${Math.round(performance.now() - began)} ms`)
    const opened = await api.usage()
    await wait(30_000)
    const rested = await api.usage()
    const compacted = await api.usage('compact')
    const perStream = (usage: Usage) => `${((usage.rss - before.rss) / open.length / 1024).toFixed(1)} kB`
    say(
      `resident memory a stream: ${perStream(opened)} when opened, ${perStream(rested)} after 30 s at rest, ${perStream(compacted)} compacted`,
    )
    say(`of that in the heap: ${((compacted.heapUsed - before.heapUsed) / open.length / 1024).toFixed(1)} kB`)
    say(`at rest: ${((rested.cpuMs - opened.cpuMs) / 300).toFixed(1)} % of a core, beats and looks included`)

    const delays: number[] = []
    for (let n = 0; n < 10; n += 1)
      delays.push(await hintDelay(owner, open[n * 7 * aPlayer] as Socket, firstPlayer + n * 7))
    say(`a hint comes after ${Math.round(Math.min(...delays))} to ${Math.round(Math.max(...delays))} ms`)
    for (const socket of open) socket.destroy()
    api.stop()
    await owner.close()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Players with a session each; gives their tokens. */
async function makePlayers(owner: ReturnType<typeof connect>, count: number): Promise<Buffer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32))
  await owner.rows(
    sql`
    with player as (
      insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code)
      select $1 + n, 'Meera Nair', (9000000000 + n)::text, 'p' || n || '@example.com', 'none',
             translate(lpad(n::text, 8, '0'), '01', 'XY')
      from generate_series(0, $2 - 1) n returning player_id
    ) select ledger.open_wallets(player_id) from player`,
    [firstPlayer, count],
  )
  await owner.rows(
    sql`insert into players.sessions (token_hash, player_id)
        select hash, $1 + place - 1 from unnest($2::bytea[]) with ordinality as t(hash, place)`,
    [firstPlayer, tokens.map(tokenHash)],
  )
  return tokens
}

/** Opens streams, a hundred at a time, eight for each player. */
async function openAll(port: number, tokens: readonly Buffer[], count: number): Promise<Socket[]> {
  const open: Socket[] = []
  while (open.length < count) {
    const next = Array.from({ length: Math.min(100, count - open.length) }, (_, i) => open.length + i)
    open.push(
      ...(await Promise.all(next.map((n) => openOne(port, tokens[Math.floor(n / aPlayer)] as Buffer)))),
    )
  }
  return open
}

/** As a browser asks. */
function request(token: Buffer): string {
  return [
    'GET /api/events HTTP/1.1',
    'host: localhost:3000',
    'connection: keep-alive',
    'accept: text/event-stream',
    'accept-encoding: gzip, deflate, br, zstd',
    'accept-language: en-GB,en;q=0.9',
    `cookie: sid=${token.toString('hex')}`,
    'referer: http://localhost:3000/',
    'sec-fetch-dest: empty',
    'sec-fetch-mode: cors',
    'sec-fetch-site: same-origin',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ].join('\r\n')
}

async function openOne(port: number, token: Buffer): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  socket.write(`${request(token)}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer).slice(0, 300))
  return socket
}

async function hintDelay(owner: ReturnType<typeof connect>, socket: Socket, player: number): Promise<number> {
  const began = performance.now()
  await owner.rows(sql`insert into players.password_changes (player_id) values ($1)`, [player])
  let text = ''
  while (!text.includes('event: notice')) text += String((await once(socket, 'data'))[0])
  return performance.now() - began
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
