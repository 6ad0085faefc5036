import { once } from 'node:events'
import { connect } from 'node:net'
import { againHeader } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { earlier } from '../../../test/database/earlier.ts'
import { fund } from '../../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { playSlot } from '../../../test/rounds/play.ts'
import { createApp } from '../../app.ts'
import { one, sql } from '../database/database.ts'
import { system } from '../process/clock.ts'
import { createLog } from '../process/log.ts'
import { createMailer } from '../process/mail.ts'

async function serve() {
  const server = await startServer()
  let closed: Promise<void> | null = null
  const close = () => (closed ??= server.close())
  onTestFinished(close)
  return { ...server, close }
}

/**
 * A player whose first deposit is older than the two seconds that a first look goes back. A deposit
 * and a bet that are found together make a hint without a cause.
 */
async function playerOfYesterday(server: RunningServer): Promise<SignedIn> {
  const player = await server.player()
  await server.db.owner.rows(
    sql([`update ledger.movements set ${earlier(`interval '1 day'`, 'at')} where player_id = $1`]),
    [player.id],
  )
  return player
}

/** The stream's text, as it comes. */
async function open(url: string, player: SignedIn) {
  const response = await fetch(`${url}/api/events`, {
    headers: { cookie: `sid=${player.cookies.get('sid')}` },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    text: () => text,
    /** Reads until the text holds this; null where it ended before. */
    async until(part: string): Promise<string | null> {
      while (!text.includes(part)) {
        const { value, done } = await reader.read()
        if (done) return null
        text += value
      }
      return text
    },
  }
}

test('a stream carries what a browser needs, and comes over every process of the API', async () => {
  const server = await serve()
  const other = await createApp({
    config: server.config,
    database: server.db.database,
    mailer: createMailer({ smtpUrl: server.config.smtpUrl, from: server.config.mailFrom }),
    surroundings: system,
    log: createLog('silent'),
  })
  onTestFinished(() => other.close())
  const player = await playerOfYesterday(server)
  const streams = [
    await open(server.url, player),
    await open(await other.listen({ host: '127.0.0.1', port: 0 }), player),
  ]
  for (const { response, until } of streams) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await until('\n\n')).toMatch(/^retry: \d{4}\n\n/)
  }
  await playSlot(player)
  for (const { until } of streams)
    expect(await until('event: balance')).toMatch(
      /event: balance\ndata: \{"placed":\["[\w-]{27}"\].*\}\n\n/,
    )
})

test('a server that stops ends its streams in good order', async () => {
  const server = await serve()
  const stream = await open(server.url, await server.player())
  await stream.until('retry')
  await server.close()
  expect(await stream.until('never')).toBeNull()
})

test('SESSION-15 the ninth stream of a player is refused', async () => {
  const server = await serve()
  const player = await server.player()
  for (let n = 0; n < 8; n += 1) await (await open(server.url, player)).until('retry')
  const refused = await player.send('events', {})
  expect(refused).toMatchObject({ status: 429, body: { Status: false } })
})

test('a proxy that speaks HTTP/1.0 gets events without chunks, and the end of the connection as their end', async () => {
  const server = await serve()
  const player = await playerOfYesterday(server)
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.write(
    `GET /api/events HTTP/1.0\r\nhost: localhost\r\ncookie: sid=${player.cookies.get('sid')}\r\n\r\n`,
  )
  const until = async (part: string) => {
    while (!text.includes(part)) await once(socket, 'data')
  }
  await until('retry')
  await playSlot(player)
  await until('event: balance\ndata: {"placed"')
  expect(text.toLowerCase()).not.toContain('transfer-encoding')
  expect(text).toMatch(/\r\n\r\nretry: \d{4}\n\nevent/)
  await server.close()
  if (!socket.closed) await once(socket, 'close')
})

test('a client that wants the connection closed gets a stream all the same', async () => {
  const server = await serve()
  const player = await server.player()
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.write(
    `GET /api/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: sid=${player.cookies.get('sid')}\r\n\r\n`,
  )
  while (!text.includes('retry')) await once(socket, 'data')
  await playSlot(player)
  while (!text.includes('event: balance')) await once(socket, 'data')
  expect(socket.readyState).toBe('open')
  socket.destroy()
})

test('HEAD opens no stream', async () => {
  const server = await serve()
  const player = await server.player()
  const { status } = await fetch(`${server.url}/api/events`, {
    method: 'HEAD',
    headers: { cookie: `sid=${player.cookies.get('sid')}` },
  })
  expect(status).toBe(404)
})

/** A player who was last seen an hour and a half ago, and what is noted of that. */
async function awayFor90Minutes(server: RunningServer) {
  const player = await server.player()
  const { owner } = server.db
  await owner.rows(
    sql`
      update players.sessions set last_seen_at = now() - interval '90 minutes'
      where player_id = $1`,
    [player.id],
  )
  const seenAt = async () =>
    (
      await one(
        owner.rows<{ at: string }>(
          sql`select last_seen_at::text as at from players.sessions where player_id = $1`,
          [player.id],
        ),
      )
    ).at
  return { player, seenAt, before: await seenAt() }
}

test('SESSION-12 to open a stream is no sign of life of a session, as any other call is', async () => {
  const server = await serve()
  const { player, seenAt, before } = await awayFor90Minutes(server)
  const stream = await open(server.url, player)
  await fund(server.db, player.id, { deposit: fkr(1) })
  expect(await stream.until('event: balance')).not.toBeNull()
  expect(await seenAt()).toBe(before)
  await player.send(`WalletListByUserId?UserId=${player.id}`, { method: 'GET' })
  expect(await seenAt()).not.toBe(before)
})

test('SESSION-34 nor is what a screen reads by itself, but each write is', async () => {
  const server = await serve()
  const { player, seenAt, before } = await awayFor90Minutes(server)
  const byItself = async (path: string, method: string) => {
    const headers = { cookie: `sid=${player.cookies.get('sid')}`, [againHeader]: '1' }
    return (await fetch(`${server.url}/api/${path}`, { method, headers })).status
  }
  expect(await byItself('limits', 'GET')).toBe(200)
  expect(await seenAt()).toBe(before)
  expect(await byItself('acknowledgeReminder', 'POST')).toBe(200)
  expect(await seenAt()).not.toBe(before)
})

/** A raw connection: what it received, and when the server closed it. */
function speak(server: RunningServer) {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  return {
    socket,
    text: () => text,
    async until(part: string) {
      while (!text.includes(part) && !socket.closed)
        await Promise.race([once(socket, 'data'), closed])
    },
    closed: () => closed,
  }
}

const requestOf = (player: SignedIn, path: string, version = '1.1') =>
  `GET /api/${path} HTTP/${version}\r\nhost: localhost\r\ncookie: sid=${player.cookies.get('sid')}\r\n\r\n`

describe.each(['1.1', '1.0'])('LIMIT-05 behind an open stream of HTTP/%s', (version) => {
  test.each([
    ['another request', (player: SignedIn) => requestOf(player, 'gameList')],
    ['another stream', (player: SignedIn) => requestOf(player, 'events')],
    ['the beginning of a request', () => 'GET /api/ga'],
    ['an empty line', () => '\r\n'],
    ['anything else', () => '\u0000'.repeat(70_000)],
  ])('%s ends the connection', async (_, more) => {
    const server = await serve()
    const player = await server.player()
    const { socket, until, closed, text } = speak(server)
    socket.write(requestOf(player, 'events', version))
    await until('retry')
    socket.write(more(player))
    await closed()
    expect(text().match(/HTTP\/1/g)).toHaveLength(1)
  })

  test('requests in the same breath as the one for the stream are not answered in it', async () => {
    const server = await serve()
    const player = await server.player()
    const { socket, closed, text } = speak(server)
    socket.write(
      requestOf(player, 'events', version) + requestOf(player, 'gameList', version).repeat(500),
    )
    await closed()
    expect(text()).not.toContain('Guess')
  })

  test('connections that ended so leave no streams behind', async () => {
    const server = await serve()
    const player = await server.player()
    for (let n = 0; n < 9; n += 1) {
      const { socket, closed } = speak(server)
      socket.write(requestOf(player, 'events', version) + requestOf(player, 'gameList', version))
      await closed()
    }
    await vi.waitFor(
      async () => expect((await open(server.url, player)).response.status).toBe(200),
      patience,
    )
  })
})

test('LIMIT-05 a stream that is asked for behind another request is refused', async () => {
  const server = await serve()
  const player = await server.player()
  const { socket, closed, text } = speak(server)
  socket.write(requestOf(player, 'gameList') + requestOf(player, 'events'))
  await closed()
  expect(text()).not.toContain('retry')
})

test('a connection whose stream was refused goes on', async () => {
  const server = await serve()
  const { socket, until, text } = speak(server)
  socket.write('GET /api/events HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until('401')
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until('{"status":"ok"}')
  expect(text()).toContain('{"status":"ok"}')
})
