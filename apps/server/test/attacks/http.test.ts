import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { createApp } from '../../src/app.ts'
import { readApiConfig } from '../../src/config.ts'
import { connect as connectDatabase, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { httpClient } from '../calls/http-client.ts'
import { openHouse } from '../cashier/open-house.ts'
import { slowAnswersMs } from '../database/fresh-database.ts'
import { patientMailer } from '../players/patient-mailer.ts'
import { balancesOf } from '../players/player.ts'
import { signedIn } from '../players/signed-in.ts'
import { until } from '../processes/api-process.ts'
import { type Around, openAround, type SignedIn } from '../processes/running-server.ts'

/**
 * Attacks on HTTP itself and on what is served beside the calls: raw bytes over TCP to the server
 * with its limits on.
 */

let around: Around
let app: Awaited<ReturnType<typeof createApp>>
let url: string
let me: SignedIn
const page = '<!doctype html><title>Pipkin</title>'
const webDirectory = mkdtempSync(join(tmpdir(), 'pipkin-web-'))

beforeAll(async () => {
  around = await openAround({ PIPKIN_RATE_LIMITS: 'on' })
  writeFileSync(join(webDirectory, 'index.html'), page)
  writeFileSync(
    join(webDirectory, 'verify.html'),
    '<!doctype html><meta name="receipt-key" content="">',
  )
  const config = readApiConfig(around.env)
  app = await createApp({
    config,
    database: around.db.database,
    mailer: patientMailer(config.smtpUrl, config.mailFrom),
    surroundings: system,
    log: createLog('silent'),
    webDirectory,
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  me = await signedIn(around.db, url)
})
afterAll(async () => {
  await app.close()
  await around.close()
  rmSync(webDirectory, { recursive: true })
})

const cookie = () => `sid=${me.cookies.get('sid')}`

function open(): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

/** Sends bytes and gives all that comes back until the server closes. */
async function raw(bytes: string): Promise<string> {
  const socket = open()
  socket.write(bytes)
  return text(socket)
}

const call = (head: string, body = '') =>
  raw(`${head}\r\nhost: pipkin\r\nconnection: close\r\ncookie: ${cookie()}\r\n${body}`)

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

describe('requests', () => {
  test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    'HTTP-01 %s where POST is meant does nothing',
    async (method) => {
      const answer = await fetch(`${url}/api/walletTransfer`, {
        method,
        headers: { cookie: cookie() },
      }).catch(() => null)
      // A browser's own fetch refuses to send some of them.
      const status = answer
        ? answer.status
        : statusOf(await call(`${method} /api/walletTransfer HTTP/1.1`, '\r\n'))
      expect([400, 404, 405]).toContain(status)
    },
  )

  test('HTTP-02 a method in a header, a query or a field stays what it was', async () => {
    const answer = await fetch(`${url}/api/logout?_method=POST`, {
      headers: { cookie: cookie(), 'x-http-method-override': 'POST', 'x-method-override': 'POST' },
    })
    expect(answer.status).toBe(404)
    expect((await me.post('verify-user', { id: me.id })).body.status).toBe(true)
  })

  test('FREEZE-13 a mailed link names the public address, for any host that was asked', async () => {
    const email = `p${me.id}@example.com`
    const body = JSON.stringify({ email })
    const answer = await raw(
      `POST /api/forgotPassword HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\nforwarded: host=evil.example\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    expect(statusOf(answer)).toBe(200)
    const mailed = () => around.mail.list().find(({ to }) => to === email)
    await vi.waitUntil(mailed, patience)
    expect(mailed()?.text).toContain('http://localhost:3000/not-me#')
    expect(mailed()?.text).toContain('http://localhost:3000/reset-password#')
    expect(mailed()?.text).not.toContain('evil')
  })

  test('FREEZE-15 a link that is opened freezes nothing, on the page or on the call', async () => {
    await around.db.owner.rows(
      sql`insert into players.not_me_links (token_hash, player_id, email, mailed_at)
        values (sha256('a-token'), $1, 'a@example.com', now())`,
      [me.id],
    )
    for (const path of ['/not-me', '/not-me?token=a-token', '/api/freezeAccount?token=a-token'])
      for (const method of ['GET', 'HEAD']) await fetch(`${url}${path}`, { method })
    const frozen = sql`select from players.accounts where frozen_from is not null`
    expect(await around.db.owner.rows(frozen)).toEqual([])
  })

  test('HTTP-03 two lengths, or a length and chunks, are no request', async () => {
    const two =
      'content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 30\r\n\r\n{}'
    const both =
      'content-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    for (const body of [two, both])
      expect(statusOf(await call('POST /api/userLogin HTTP/1.1', body))).toBe(400)
  })

  test('HTTP-04 a request smuggled behind another is not run as the player’s', async () => {
    const answer = await call(
      'POST /api/verify-user HTTP/1.1',
      `content-type: application/json\r\ntransfer-encoding: xchunked\r\ncontent-length: 2\r\n\r\n{}POST /api/logout HTTP/1.1\r\nhost: pipkin\r\n\r\n`,
    )
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400)
    expect((await me.post('verify-user', { id: me.id })).body.status).toBe(true)
  })

  test('HTTP-05 a header that never ends is cut off', async () => {
    expect(
      statusOf(await call('GET /api/gameList HTTP/1.1', `x: ${'a'.repeat(40_000)}\r\n\r\n`)),
    ).toBe(431)
  })

  test('HTTP-06 a path without end, of bytes that are none, with a NUL, is refused', async () => {
    for (const path of [
      `/api/${'a'.repeat(20_000)}`,
      '/api/%ff%fe',
      '/api/%00',
      '/api/gameList%00.json',
    ])
      expect([400, 404, 414, 431], path.slice(0, 30)).toContain(
        statusOf(await call(`GET ${path} HTTP/1.1`, '\r\n')),
      )
  })

  test('HTTP-07 line ends in a header make no second header', async () => {
    const answer = await call('GET /api/gameList?x=%0d%0aset-cookie:%20sid=evil HTTP/1.1', '\r\n')
    expect(answer.toLowerCase()).not.toContain('set-cookie')
  })

  test('HTTP-08 a body that is packed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, '{"a":1}'))
    const answer = await fetch(`${url}/api/userLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    })
    expect([400, 413, 415]).toContain(answer.status)
  })

  test('HTTP-09 the same field twice in a query is malformed, in JSON the last one counts and is compared', async () => {
    const twice = await me.send(`WalletListByUserId?UserId=${me.id}&UserId=1`, { method: 'GET' })
    expect(twice.status).toBe(400)
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const last = await me.send('rotateSeed', {
      ...json,
      body: `{"User_Id":${me.id},"User_Id":99999999}`,
    })
    expect(last.status).toBe(403)
  })

  test('HTTP-10 an id in the query does not stand in for the one in the body, nor the other way round', async () => {
    const other = await signedIn(around.db, url)
    const sent = await me.post(`walletTransfer?senderId=${me.id}`, {
      senderId: other.id,
      transferAmount: 10,
      receiverId: me.id,
    })
    expect(sent.status).toBe(403)
    const put = await me.put(`updateProfile?id=${me.id}`, { id: other.id, Name: 'Meera Nair' })
    expect(put.body.Status).toBe(true)
    const name = await around.db.owner.rows(
      sql`select name from players.accounts where player_id = $1`,
      [other.id],
    )
    expect(name).toEqual([{ name: 'Meera Nair' }])
  })

  test('HTTP-11 unknown fields are never stored', async () => {
    const more = {
      Name: 'Meera Nair',
      invite_code: 'AAAAAAAA',
      referrer_id: 1,
      password_hash: 'x',
      deposit: 1e6,
      player_id: 1,
    }
    const read = () =>
      around.db.owner.rows(
        sql`select a.invite_code, a.referrer_id, a.password_hash, w.deposit
            from players.accounts a join ledger.wallets w using (player_id) where player_id = $1`,
        [me.id],
      )
    const before = await read()
    expect((await me.put(`updateProfile?id=${me.id}`, more)).body.Status).toBe(true)
    expect(await read()).toEqual(before)
  })

  test('HTTP-12 a text in another encoding, a byte order mark, is no JSON', async () => {
    for (const body of [
      Buffer.from('{"id":1}', 'utf16le'),
      Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
      Buffer.from([0x7b, 0xc0, 0x7d]),
    ]) {
      const answer = await fetch(`${url}/api/verify-user`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer.status).toBe(400)
    }
  })

  test('HTTP-13 headers and bodies that trickle in are cut off, and others are served meanwhile', async () => {
    const slow = [
      'GET /api/gameList HTTP/1.1\r\nhost: p\r\n',
      `POST /api/userLogin HTTP/1.1\r\nhost: p\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n`,
    ]
    const sockets = slow.map((head) => {
      const socket = open()
      socket.on('error', () => undefined)
      socket.write(head)
      const drip = setInterval(() => socket.write('x'), 500)
      socket.on('close', () => clearInterval(drip))
      return new Promise<void>((resolve) => socket.on('close', () => resolve()))
    })
    expect((await fetch(`${url}/api/gameList`)).status).toBe(200)
    await Promise.all(sockets)
  })

  test('HTTP-14 two hundred silent connections keep no visitor out', async () => {
    const silent = Array.from({ length: 200 }, open)
    for (const socket of silent) socket.on('error', () => undefined)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    for (const socket of silent) socket.destroy()
  })
})

describe('who is asking', () => {
  const tries = (headers: (index: number) => Record<string, string>) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        httpClient(url).post(
          'userLogin',
          { Mobile_No: String(8_000_000_000 + index), Password: 'a wrong one' },
          headers(index),
        ),
      ),
    )

  test('WHO-01 another address in a header is not believed: one network is one network', async () => {
    // More at once would be too busy to count.
    await around.db.owner.rows(
      sql`insert into platform.limits (key, points, expire)
        values ('log-in network:127.0.0.1', 95, 9999999999999)`,
    )
    const answers = await tries((index) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'cf-connecting-ip': `203.0.113.${index}`,
    }))
    const waits = answers.filter(({ status }) => status === 429)
    expect(waits).toHaveLength(5)
    for (const { headers } of waits) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await around.db.owner.rows(sql`delete from platform.limits`)
  })

  test('WHO-02 another id in a header is not believed', async () => {
    const other = await signedIn(around.db, url)
    const answer = await fetch(`${url}/api/WalletListByUserId?UserId=${other.id}`, {
      headers: {
        cookie: cookie(),
        'x-user-id': String(other.id),
        authorization: `Bearer ${other.cookies.get('sid')}`,
      },
    })
    expect(answer.status).toBe(403)
  })

  test('WHO-03 a token in a query or a header is no session', async () => {
    const token = me.cookies.get('sid')
    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-session': `${token}` }, {}])
      expect(
        (await fetch(`${url}/api/WalletListByUserId?UserId=${me.id}&sid=${token}`, { headers }))
          .status,
      ).toBe(401)
  })

  test.each([
    ['WHO-04 in capitals', (token: string) => token.toUpperCase()],
    ['WHO-05 shortened', (token: string) => token.slice(0, 63)],
    ['WHO-06 with a space before', (token: string) => `x${token}`],
    ['WHO-07 in quotes and doubled', (token: string) => `"${token}${token}"`],
    ['WHO-08 of zeros', () => '0'.repeat(64)],
    ['WHO-09 as its own hash', (token: string) => Buffer.from(token).toString('base64')],
  ])('%s a token is no session', async (_, change) => {
    const token = change(String(me.cookies.get('sid')))
    // A token without letters has no capitals.
    if (token === me.cookies.get('sid')) return
    const { status } = await httpClient(url, new Map([['sid', token]])).send(
      `openRounds?User_Id=${me.id}`,
      {
        method: 'GET',
      },
    )
    expect(status).toBe(401)
  })

  test('WHO-10 the hash of a token, as the database keeps it, opens nothing', async () => {
    const [kept] = await around.db.owner.rows<{ hash: string }>(
      sql`select encode(token_hash, 'hex') as hash from players.sessions where player_id = $1`,
      [me.id],
    )
    const { status } = await httpClient(url, new Map([['sid', String(kept?.hash)]])).send(
      `openRounds?User_Id=${me.id}`,
      { method: 'GET' },
    )
    expect(status).toBe(401)
  })

  test('WHO-11 a pre-session is no session', async () => {
    const browser = httpClient(url)
    await browser.post('accountVerification', {
      email: 'pre@example.com',
      name: 'A',
      regenerate: true,
    })
    const pre = String(browser.cookies.get('pre'))
    expect(pre).toHaveLength(64)
    const { status } = await httpClient(url, new Map([['sid', pre]])).send(
      `openRounds?User_Id=${me.id}`,
      {
        method: 'GET',
      },
    )
    expect(status).toBe(401)
  })

  test('WHO-12 an address that the client wrote before the proxy added its own is not believed', async () => {
    const behindAProxy = await createApp({
      config: readApiConfig({ ...around.env, TRUST_PROXY: 'loopback' }),
      database: around.db.database,
      mailer: { send: async () => undefined },
      surroundings: system,
      log: createLog('silent'),
    })
    await behindAProxy.inject({
      method: 'POST',
      url: '/api/userLogin',
      headers: { 'x-forwarded-for': '203.0.113.5, 198.51.100.7' },
      payload: { Mobile_No: '8000000999', Password: 'a wrong one' },
    })
    const counted = await around.db.owner.rows(
      sql`select key from platform.limits where key ~ '203.0.113.5|198.51.100.7' order by key`,
    )
    expect(counted).toEqual([
      { key: 'log-in network:198.51.100.7' },
      { key: 'log-in wide network:198.51.100.7' },
    ])
    await behindAProxy.close()
    await around.db.owner.rows(sql`delete from platform.limits`)
  })
})

test('LIMIT-06 visitors of a network have one for the log and the trees of what is owed, too', async () => {
  const read = (path: string, remoteAddress = '203.0.113.77') =>
    app.inject({ url: path, remoteAddress })
  const paths = ['/log/checkpoint', '/log/key', '/log/tile/0/000', '/solvency/none/tree']
  // A slow machine takes longer than the limit's twelve seconds.
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldClearNativeTimers: true,
  })
  onTestFinished(() => void vi.useRealTimers())
  for (let sent = 0; sent < 40; sent += 4) await Promise.all(paths.map((path) => read(path)))
  for (let sent = 40; sent < 2_400; sent += 40)
    await Promise.all(Array.from({ length: 40 }, () => read('/log/tile/')))
  for (const path of [...paths, '/%6cog/key']) {
    const refused = await read(path)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(refused.json()).toMatchObject({ Status: false })
  }
  expect((await read('/log/key', '203.0.113.78')).statusCode).toBe(404)
})

test('what is no snapshot’s name has no tree, and is no bug', async () => {
  for (const name of ['%00', '%27', 'none', '20261129T232829Z%00', '2026'.repeat(20)]) {
    const answer = await app.inject({ url: `/solvency/${name}/tree` })
    expect(answer.statusCode, name).toBe(404)
  }
})

test('LIMIT-09 calls of one player that wait for a lock leave others connections', async () => {
  const [flooder, other] = [await signedIn(around.db, url), await signedIn(around.db, url)]
  const rename = ({ id, put }: SignedIn) => put(`updateProfile?id=${id}`, { Name: 'Meera' })
  const flood = await around.db.owner.transaction(async ({ rows }) => {
    await rows(sql`select from players.accounts where player_id = $1 for update`, [flooder.id])
    const flood = Array.from({ length: 40 }, () => rename(flooder))
    expect((await rename(other)).status).toBe(200)
    return flood
  })
  for (const { status } of await Promise.all(flood)) expect(status).toBe(200)
})

test('LIMIT-08 a process that is asked without a pause whether it is ready asks the database once a second', async () => {
  let atMs = 0
  let asked = 0
  const { database } = around.db
  const probed = await createApp({
    config: readApiConfig(around.env),
    database: {
      ...database,
      rows(statement, values) {
        if (/ledger\.games|cashier\.house/.test(statement.text)) asked += 1
        return database.rows(statement, values)
      },
    },
    mailer: { send: async () => undefined },
    surroundings: { ...system, elapsedMs: () => atMs },
    log: createLog('silent'),
  })
  const isReady = async () => (await probed.inject({ url: '/readyz' })).statusCode === 200
  await until(isReady)
  asked = 0
  for (const expected of [0, 1]) {
    expect(await Promise.all(Array.from({ length: 50 }, isReady))).not.toContain(false)
    expect(asked).toBe(expected * 2)
    atMs += 1_000
  }
  await probed.close()
})

test('a process whose database has its money on another chain is not ready', async () => {
  const { owner, database } = around.db
  await owner.rows(openHouse)
  await owner.rows(sql`update cashier.house set chain_id = 1`)
  const elsewhere = await createApp({
    config: readApiConfig(around.env),
    database,
    mailer: { send: async () => undefined },
    surroundings: system,
    log: createLog('silent'),
  })
  const { statusCode, body } = await elsewhere.inject({ url: '/readyz' })
  expect([statusCode, body]).toEqual([503, '{"status":"another chain or house"}'])
  await elsewhere.close()
  await owner.rows(sql`delete from cashier.house`)
})

test('a process whose database only reads, as a standby before its promotion, is not ready', async () => {
  const { database, url } = around.db
  const standby = connectDatabase(`${url}&options=-c%20default_transaction_read_only%3Don`, {
    connections: 1,
    onError: () => undefined,
    slowAnswersMs,
  })
  onTestFinished(() => standby.close())
  let now = database
  const led = await createApp({
    config: readApiConfig(around.env),
    database: { ...database, rows: (statement, values) => now.rows(statement, values) },
    mailer: { send: async () => undefined },
    surroundings: system,
    log: createLog('silent'),
  })
  onTestFinished(() => led.close())
  const ready = async () => {
    const { statusCode, body } = await led.inject({ url: '/readyz' })
    return [statusCode, body]
  }
  expect(await ready()).toEqual([200, '{"status":"ready"}'])
  now = standby
  // What it knows it asks again after a second.
  await until(async () => (await ready())[0] === 503)
  expect(await ready()).toEqual([503, '{"status":"the database is read-only"}'])
  now = database
  await until(async () => (await ready())[0] === 200)
})

test('OUT-14 no call is answered before what must be done on the database is done', async () => {
  const gone = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  let isUp = false
  const late = await createApp({
    config: readApiConfig(around.env),
    database: around.db.database,
    mailer: { send: async () => undefined },
    surroundings: system,
    log: createLog('silent'),
    begin: () => (isUp ? Promise.resolve() : Promise.reject(gone)),
  })
  const statusOf = async (url: string) => (await late.inject({ url })).statusCode
  expect(await statusOf('/api/receiptKey')).toBe(503)
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  isUp = true
  await until(async () => (await statusOf('/readyz')) === 200)
  expect(await statusOf('/api/receiptKey')).toBe(200)
  await late.close()
})

describe('what is served', () => {
  test.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%5cevil.example',
    '/start?next=https://evil.example',
    '/login//evil.example/..',
    '/uploads//evil.example',
    '/assets',
  ])('SERVED-01 %s redirects nowhere', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: pipkin\r\nconnection: close\r\n\r\n`)
    expect(answer.toLowerCase()).not.toMatch(/^location:/m)
    expect([200, 400, 404]).toContain(statusOf(answer))
  })

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/uploads/../../package.json',
    '/uploads/..%5c..%5cpackage.json',
    '/uploads/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/.git/config',
    '/.env',
    '/.data/secret.json',
    '/dev/mail',
    '/dev/inbox',
    '/dev/rpc',
    '/metrics',
    '/api/',
    '/api/../dev/mail',
    '/assets/index.js.map',
  ])('SERVED-02 %s is not there', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: pipkin\r\nconnection: close\r\n\r\n`)
    // A path that could be a screen's is answered with the app's own page, which says that there is
    // no such screen.
    if (statusOf(answer) === 200) expect(answer.endsWith(page)).toBe(true)
    else expect([400, 403, 404]).toContain(statusOf(answer))
  })

  test.each([
    '/api/gameList',
    '/api/nothing',
    '/',
    '/healthz',
    '/uploads/none.webp',
    '/verify.html',
  ])('SERVED-03 %s carries the headers that tell a browser what it may do', async (path) => {
    const { headers } = await fetch(url + path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ])
      expect(policy, path).toContain(directive)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('SERVED-04 no answer of a call is kept by a browser or on the way', async () => {
    for (const path of [
      `WalletListByUserId?UserId=${me.id}`,
      `openRounds?User_Id=${me.id}`,
      'gameList',
      'nothing',
    ]) {
      const { headers } = await me.send(path, { method: 'GET' })
      expect(headers.get('cache-control'), path).toBe('no-store')
    }
  })

  test('SERVED-05 no failure says anything of what is behind it', async () => {
    const answers = [
      await call('GET /api/gameList HTTP/9.9', '\r\n'),
      await call(
        'POST /api/userLogin HTTP/1.1',
        'content-type: application/json\r\ncontent-length: 1\r\n\r\n{',
      ),
      await call('GET /api/roundProof?Transaction_Id=%27%3b HTTP/1.1', '\r\n'),
    ]
    for (const answer of answers)
      expect(answer).not.toMatch(/node_modules|at \w+ \(|postgres|SELECT|fastify|\.ts/i)
  })
})

describe('what costs the house', () => {
  const address = `0x${'c3'.repeat(20)}`
  const floods = {
    paymentWithdrawal: () => ({
      userId: me.id,
      amount: 0.02,
      Method: 'fkr',
      StatusMsg: 'Withdraw',
    }),
    paymentDeposit: () => ({
      transactionData: {
        userId: me.id,
        fromAdr: address,
        amount: 0.01,
        Method: 'fkr',
        StatusMsg: 'Deposit',
      },
    }),
    walletChallenge: () => ({ address }),
  }

  test.each(Object.entries(floods))(
    'COST-01 %s is done so many times an hour, however little it is',
    async (call, body) => {
      await around.db.owner.rows(sql`delete from platform.limits`)
      const answers = await Promise.all(Array.from({ length: 70 }, () => me.post(call, body())))
      const waits = answers.filter(({ status }) => status === 429)
      expect(waits).toHaveLength(10)
      for (const { headers } of waits)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
    },
  )
})

describe('words of a player', () => {
  const names = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "Robert'); drop table accounts;--",
    '{{7*7}}<%= 7*7 %>',
    '=cmd|calc!A1',
  ]

  test('WORDS-01 a name with markup is kept and given back as it is, as JSON', async () => {
    for (const Name of names) {
      const changed = await me.put(`updateProfile?id=${me.id}`, { Name })
      if (changed.body.Status !== true) continue
      const read = await me.send(`userList?id=${me.id}`, { method: 'GET' })
      expect(read.headers.get('content-type')).toContain('application/json')
      expect(read.body.Data).toMatchObject([{ Name }])
    }
  })

  test('WORDS-02 a hash with markup is no hash, and money stays where it is', async () => {
    const before = await balancesOf(around.db, me.id)
    for (const TXHash of [
      ...names,
      'javascript:alert(1)',
      `0x${'g'.repeat(64)}`,
      `0x${'a'.repeat(64)}\n`,
    ]) {
      const answer = await me.post('insertLogs', {
        userid: me.id,
        TXHash,
        amount: 5,
        event: 'Deposit',
      })
      expect(answer.body).toMatchObject({
        Status: false,
        Message: 'Please enter a valid Transaction Hash',
      })
    }
    expect(await balancesOf(around.db, me.id)).toEqual(before)
  })

  test('WORDS-03 a support case credits nothing', async () => {
    const before = await balancesOf(around.db, me.id)
    const report = {
      userid: me.id,
      TXHash: `0x${'cd'.repeat(32)}`,
      amount: 1_000_000,
      event: 'Deposit',
    }
    expect((await me.post('insertLogs', report)).body.Status).toBe(true)
    expect(await balancesOf(around.db, me.id)).toEqual(before)
  })
})
