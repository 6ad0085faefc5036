import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { type HttpClient, httpClient } from '../../../test/calls/http-client.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccounts,
  sessionLife,
  someone,
} from '../../../test/players/accounts.ts'
import { keepReplies } from '../../ledger/keep-replies.ts'
import { accountCalls } from '../../players/calls.ts'
import { refuseUnconfirmed } from '../../players/factors/confirmations.ts'
import { findSession, peekSession } from '../../players/sessions/find-session.ts'
import { connect as connectDatabase, sql } from '../database/database.ts'
import { createMemoryLimit, noLimit } from '../limits/limit.ts'
import { TooBusy } from '../limits/queue.ts'
import { createLog } from '../process/log.ts'
import { createMailer } from '../process/mail.ts'
import { createCookies } from './cookies.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { type CallOptions, registerCalls } from './register-calls.ts'

const publicOrigin = 'https://pipkin.example'
const closing: (() => Promise<void>)[] = []
let accounts: Accounts
let url: string

/** The real server on a port of its own, with the account calls. */
async function serve(
  deps: Partial<Accounts['deps']> = {},
  secure = false,
  requestLimits: Partial<CallOptions['requestLimits']> = {},
): Promise<string> {
  const options = optionsWith(secure, requestLimits)
  const server = await createServer(options)
  registerCalls(server, options, accountCalls({ ...accounts.deps, ...deps }))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => server.close())
  return address
}

function optionsWith(
  secure = false,
  requestLimits: Partial<CallOptions['requestLimits']> = {},
): ServerOptions & CallOptions {
  return {
    log: createLog('silent'),
    metrics: new Registry(),
    cookies: createCookies(secure),
    publicOrigin,
    trustProxy: false,
    findSession: findSession(accounts.database, sessionLife),
    peekSession: peekSession(accounts.database, sessionLife),
    refuseUnconfirmed: (session) => refuseUnconfirmed(accounts.database, session),
    seenFrom: accounts.deps.seenFrom,
    requestLimits: { writes: noLimit, reads: noLimit, visitors: noLimit, ...requestLimits },
    keptReplies: keepReplies(accounts.database),
    callLimit: () => noLimit,
  }
}

beforeAll(async () => {
  accounts = await openAccounts()
  url = await serve()
  const kept = closing.splice(0)
  return async () => {
    for (const close of kept) await close()
    await accounts.close()
  }
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function verify(client: HttpClient, email: string): Promise<void> {
  await client.post('accountVerification', { email, name: 'Meera', otp: '', regenerate: true })
  const otp = accounts.codeFor(email)
  const checked = await client.post('accountVerification', {
    email,
    name: 'Meera',
    otp,
    regenerate: false,
  })
  expect(checked).toMatchObject({ status: 200, body: { status: true } })
}

const signUpOf = (form: NewPlayer) => ({
  Name: form.name,
  Mobile_No: form.mobile,
  Password: form.password,
  Email_Id: form.email,
})

async function loggedIn(at = url): Promise<{ client: HttpClient; id: number; form: NewPlayer }> {
  const form = await accounts.newPlayer()
  const client = httpClient(at)
  const { body } = await client.post('userLogin', {
    Mobile_No: form.mobile,
    Password: form.password,
  })
  expect(body).toMatchObject({ Status: true, Data: [{ id: form.id }] })
  return { client, id: form.id, form }
}

describe('limits of requests', () => {
  const three = () => createMemoryLimit({ name: 'requests', attempts: 3, windowSeconds: 60 })
  const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
    const all: number[] = []
    for (let n = 0; n < times; n += 1) all.push((await ask()).status)
    return all
  }

  test('LIMIT-06 visitors of a network have one together for all that they send; a player there has another', async () => {
    const at = await serve({}, false, { visitors: three(), reads: three() })
    const { client, id } = await loggedIn(at)
    const [one, other] = [httpClient(at), httpClient(at)]
    expect((await one.send('userList?id=1', {})).status).toBe(401)
    other.cookies.set('sid', '00'.repeat(32))
    expect((await other.send('userList?id=1', {})).status).toBe(401)
    expect(await statuses(2, () => one.send('userList?id=1', {}))).toEqual([429, 429])
    expect((await other.post('verify-user', { id: 1 })).status).toBe(429)
    expect((await client.send(`userList?id=${id}`, {})).status).toBe(200)
  })

  test("LIMIT-04 a player's reads have one, refused ones too; writes have another, and so have others", async () => {
    const at = await serve({}, false, { reads: three() })
    const { client, id } = await loggedIn(at)
    const other = await loggedIn(at)
    const mine = () => client.send(`userList?id=${id}`, {})
    expect((await client.send(`userList?id=${other.id}`, {})).status).toBe(403)
    expect(await statuses(3, mine)).toEqual([200, 200, 429])
    const refused = await mine()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await other.client.send(`userList?id=${other.id}`, {})).status).toBe(200)
    expect((await client.post('logout', {})).status).toBe(200)
  })
})

describe('from a code to a session', () => {
  test('verify, sign up, log in, log out', async () => {
    const client = httpClient(url)
    const form = someone()
    await verify(client, form.email)
    const signedUp = await client.post('signUp', signUpOf(form))
    expect(signedUp).toMatchObject({
      status: 200,
      body: { Status: true, Data: { id: expect.any(Number) } },
    })
    expect(client.cookies.size).toBe(0)
    const loggedIn = await client.post('userLogin', {
      Mobile_No: form.mobile,
      Password: form.password,
    })
    expect(loggedIn.body).toEqual({
      Status: true,
      Message: 'You are logged in',
      Data: [
        { id: (signedUp.body.Data as { id: number }).id, name: form.name, Mobile_No: form.mobile },
      ],
    })
    expect(loggedIn.headers.get('cache-control')).toBe('no-store')

    const copy = httpClient(url, new Map(client.cookies))
    expect(await client.post('logout')).toMatchObject({ status: 200, body: { Status: true } })
    // The browser stays known.
    expect([...client.cookies.keys()]).toEqual(['dev'])
    expect(await copy.post('logout')).toMatchObject({ status: 401, body: { Status: false } })
  })

  test('SIGNUP-01 sign-up needs the address that this very browser has verified', async () => {
    const form = someone()
    const [own, other] = [httpClient(url), httpClient(url)]
    await verify(own, form.email)
    const refused = {
      status: 200,
      body: { Status: false, Message: 'Please verify your email address first' },
    }
    expect(await other.post('signUp', signUpOf(form))).toMatchObject(refused)
    const another = { ...form, email: someone().email }
    expect(await own.post('signUp', signUpOf(another))).toMatchObject(refused)
    expect(await own.post('signUp', signUpOf(form))).toMatchObject({ body: { Status: true } })
  })

  test("the code of one browser doesn't serve another", async () => {
    const { email } = someone()
    const [own, other] = [httpClient(url), httpClient(url)]
    await own.post('accountVerification', { email, regenerate: true })
    const check = { email, otp: accounts.codeFor(email) }
    expect(await other.post('accountVerification', check)).toMatchObject({
      body: { status: false },
    })
    expect(await own.post('accountVerification', check)).toMatchObject({ body: { status: true } })
  })

  test('60 s between two codes, with the seconds that are left', async () => {
    const { email } = someone()
    const client = httpClient(url)
    await client.post('accountVerification', { email, regenerate: true })
    const again = await client.post('accountVerification', { email, regenerate: true })
    expect(again.body).toEqual({
      status: false,
      // Fewer by as many as the first request took.
      message: expect.stringMatching(
        /^Please wait (60|[1-5]\d) seconds before you request another code$/,
      ),
    })
  })

  test('a mail server that is down is said within seconds, and the code can be asked for again', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.c' })
    const cut = httpClient(await serve({ mailer }))
    const { email } = someone()
    const ask = { email, regenerate: true }
    expect(await cut.post('accountVerification', ask)).toMatchObject({
      status: 503,
      body: { status: false },
    })
    expect(await httpClient(url).post('accountVerification', ask)).toMatchObject({
      body: { status: true },
    })
  })
})

describe('cookies', () => {
  test('SESSION-04 are HttpOnly, SameSite and of this host; https adds Secure and __Host-', async () => {
    const { client } = await loggedIn()
    expect(client.setCookies).toEqual([
      expect.stringMatching(/^sid=[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^dev=[0-9a-f]{64}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const secure = await loggedIn(await serve({}, true))
    expect(secure.client.setCookies).toEqual([
      expect.stringMatching(
        /^__Host-sid=[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-dev=[0-9a-f]{64}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('SESSION-03 a token is never taken from the client', async () => {
    const planted = '0f'.repeat(32)
    const form = await accounts.newPlayer()
    const client = httpClient(
      url,
      new Map([
        ['sid', planted],
        ['pre', planted],
      ]),
    )
    await client.post('userLogin', { Mobile_No: form.mobile, Password: form.password })
    expect(client.cookies.get('sid')).not.toBe(planted)
    const attacker = httpClient(url, new Map([['sid', planted]]))
    expect(await attacker.post('verify-user', { id: form.id })).toMatchObject({
      body: { status: false },
    })

    const { email } = someone()
    await verify(client, email)
    expect(client.cookies.get('pre')).not.toBe(planted)
    const signUp = signUpOf(someone({ email }))
    const withPlanted = httpClient(url, new Map([['pre', planted]]))
    expect(await withPlanted.post('signUp', signUp)).toMatchObject({ body: { Status: false } })
  })

  test('CODE-14 a pre-session that was seen before the code was checked is worth nothing after', async () => {
    const { email } = someone()
    const client = httpClient(url)
    await client.post('accountVerification', { email, regenerate: true })
    const seen = httpClient(url, new Map(client.cookies))
    await client.post('accountVerification', { email, otp: accounts.codeFor(email) })
    expect(await seen.post('signUp', signUpOf(someone({ email })))).toMatchObject({
      body: { Status: false },
    })
  })

  test.each(['', 'x', '0'.repeat(63), 'F'.repeat(64), `${'0'.repeat(64)}0`, '%00', "'; select 1"])(
    'SESSION-05 a cookie that is no token is none: %j',
    async (value) => {
      const client = httpClient(url, new Map([['sid', value]]))
      expect(await client.post('logout')).toMatchObject({ status: 401 })
    },
  )
})

describe('verify-user', () => {
  test("SESSION-11 is true for the session's own id alone, and always 200 in small letters", async () => {
    const { client, id } = await loggedIn()
    const other = await loggedIn()
    const no = { status: 200, body: { status: false, message: 'Not verified' } }
    expect(await client.post('verify-user', { id })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    expect(await client.post('verify-user', { id: String(id) })).toMatchObject({
      body: { status: true },
    })
    for (const foreign of [
      other.id,
      12_345_678,
      0,
      -1,
      1.5,
      1e300,
      '',
      'x',
      '१२३४५६७८',
      null,
      true,
      [id],
      { id },
    ])
      expect(await client.post('verify-user', { id: foreign })).toMatchObject(no)
    expect(await client.post('verify-user', {})).toMatchObject(no)
    expect(await client.post('verify-user')).toMatchObject(no)
    expect(await httpClient(url).post('verify-user', { id })).toMatchObject(no)
  })

  test('a session of which the database says that it is over', async () => {
    const { client, id } = await loggedIn()
    await accounts.owner.rows(
      sql`
        update players.sessions set last_seen_at = now() - interval '2 hours 1 second'
        where player_id = $1`,
      [id],
    )
    expect(await client.post('verify-user', { id })).toMatchObject({
      status: 200,
      body: { status: false },
    })
    expect(await client.post('logout')).toMatchObject({
      status: 401,
      body: { Message: 'Please log in' },
    })
  })
})

describe('writes from other sites', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://pipkin.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: publicOrigin, 'sec-fetch-site': 'cross-site' }],
  ])('%j is refused before anything is done', async (headers) => {
    const { client, id } = await loggedIn()
    expect(await client.post('logout', undefined, headers)).toMatchObject({
      status: 403,
      body: { Status: false, Message: 'Not allowed' },
    })
    expect(await client.post('verify-user', { id }, headers)).toMatchObject({
      status: 403,
      body: { status: false, message: 'Not allowed' },
    })
    expect(await client.post('verify-user', { id })).toMatchObject({ body: { status: true } })
  })

  test('a page of the public address, or of the host that was asked, is our own', async () => {
    const { host } = new URL(url)
    const own = [
      {},
      { origin: publicOrigin },
      { origin: publicOrigin, 'sec-fetch-site': 'same-origin' },
      { origin: `https://${host}` },
    ]
    for (const headers of own)
      expect(await httpClient(url).post('verify-user', {}, headers)).toMatchObject({ status: 200 })
    expect(
      await httpClient(url).post('verify-user', {}, { origin: `http://${host}` }),
    ).toMatchObject({
      status: 403,
    })
  })

  test('HTTP-17 no other site may read an answer', async () => {
    const answer = await httpClient(url).send('verify-user', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('requests that are none', () => {
  const json = { 'content-type': 'application/json' }
  const malformed = {
    status: 400,
    body: { Status: false, Message: 'The request is not well formed' },
  }

  test.each([
    ['no JSON', '{"Mobile_No":'],
    ['an empty body that says it is JSON', ''],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a number for a text', '{"Mobile_No":9876543210}'],
    ['NUL', '{"Mobile_No":"9876543210","Password":"a\\u0000b"}'],
    ['half a character', '{"Mobile_No":"9876543210","Password":"\\ud800"}'],
    ['a number without end', `{"Mobile_No":"${'9'.repeat(31)}","Password":"x"}`],
    ['a password without end', `{"Mobile_No":"9876543210","Password":"${'x'.repeat(201)}"}`],
    ['a prototype', '{"__proto__":{"Mobile_No":"9876543210"}}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['a deep hole', '['.repeat(30_000)],
    ['a deep tower', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('400: %s', async (_, body) => {
    expect(
      await httpClient(url).send('userLogin', { method: 'POST', headers: json, body }),
    ).toMatchObject(malformed)
  })

  test('400 in the letters of the call', async () => {
    const answer = await httpClient(url).send('verify-user', {
      method: 'POST',
      headers: json,
      body: '{',
    })
    expect(answer).toMatchObject({ status: 400, body: { status: false } })
    expect(await httpClient(url).post('accountVerification', {})).toMatchObject({
      status: 400,
      body: { status: false, message: 'The request is not well formed' },
    })
    const both = { email: 'a@example.com', otp: '1234', regenerate: true }
    expect(await httpClient(url).post('accountVerification', both)).toMatchObject({ status: 400 })
  })

  test('HTTP-15 404, 413, 415', async () => {
    const client = httpClient(url)
    expect(await client.post('nothing', {})).toMatchObject({ status: 404, body: { Status: false } })
    expect(await client.send('userLogin', { method: 'GET' })).toMatchObject({ status: 404 })
    expect(await client.post('userLogin', { Password: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
    })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect(
        await client.send('userLogin', {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{}',
        }),
      ).toMatchObject({ status: 415, body: { Status: false } })
    expect(await client.post('profilePic', {})).toMatchObject({ status: 415 })
  })

  /** What is answered to these bytes. */
  async function answerTo(bytes: string): Promise<string> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    return text(socket)
  }
  const host = 'host: x\r\nconnection: close\r\n'

  test.each([
    ['a path that is none', `GET /api/%zz HTTP/1.1\r\n${host}\r\n`],
    ['a method that is none', `FETCH /api/gameList HTTP/1.1\r\n${host}\r\n`],
    ['a header that is none', `GET /api/gameList HTTP/1.1\r\n${host}a header: x\r\n\r\n`],
    ['a key that is no text', `GET / HTTP/1.1\r\n${host}idempotency-key: \x7f\r\n\r\n`],
  ])('HTTP-16 %s speaks in our letters too', async (_, bytes) => {
    const answer = await answerTo(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"Status":false,"Message":"The request is not well formed"}')
  })

  test('HTTP-16 headers without end speak in our letters too', async () => {
    const answer = await answerTo(`GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('{"Status":false,"Message":"The request is too large"}')
  })
})

describe('failures of the server', () => {
  const ask = { email: 'a@example.com', regenerate: true }

  test('HTTP-18 a bug is 500 without detail', async () => {
    const mailer = { send: () => Promise.reject(new Error('a secret detail')) }
    expect(
      await httpClient(await serve({ mailer })).post('accountVerification', ask),
    ).toMatchObject({
      status: 500,
      body: { status: false, message: 'Something went wrong on our side' },
    })
  })

  test('a queue that is full is 429', async () => {
    const mailer = { send: () => Promise.reject(new TooBusy('full')) }
    const answer = await httpClient(await serve({ mailer })).post('accountVerification', ask)
    expect(answer).toMatchObject({ status: 429, body: { status: false } })
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('a database that is down is 503', async () => {
    const database = connectDatabase('postgres://x:x@127.0.0.1:1/x', {
      connections: 1,
      onError: () => undefined,
    })
    closing.push(() => database.close())
    const client = httpClient(await serve({ database }))
    const form = { Mobile_No: '9876543210', Password: 'x' }
    expect(await client.post('userLogin', form)).toMatchObject({
      status: 503,
      body: { Status: false },
    })
  })
})

describe('a server that closes within an answer', () => {
  async function serveFile() {
    const server = await createServer(optionsWith())
    const file = new PassThrough()
    server.get('/file', (_, reply) => reply.send(file))
    file.write('one ')
    return { server, file, url: await server.listen({ host: '127.0.0.1', port: 0 }) }
  }

  test('ends its connection after it', async () => {
    const { server, file, url } = await serveFile()
    const answer = await fetch(`${url}/file`)
    const closed = server.close()
    await vi.waitUntil(() => !server.server.listening, patience)
    file.end('file')
    expect(await answer.text()).toBe('one file')
    await closed
  })

  test('refuses in our letters what is asked on that connection by then', async () => {
    const { server, file, url } = await serveFile()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const answers = text(socket)
    socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    const closed = server.close()
    await vi.waitUntil(() => !server.server.listening, patience)
    socket.write('GET /api/verify-user HTTP/1.1\r\nhost: x\r\n\r\n')
    file.end('file')
    const last = (await answers).slice((await answers).lastIndexOf('HTTP/1.1 '))
    expect(last).toMatch(/^HTTP\/1\.1 503 /)
    expect(last).toContain('"status":false,"message":"Something is down on our side.')
    await closed
  })
})

test('429 says when to come again', async () => {
  const { mobile } = await accounts.newPlayer()
  const client = httpClient(url)
  for (let n = 0; n < 10; n += 1)
    await client.post('userLogin', { Mobile_No: mobile, Password: 'wrong' })
  const refused = await client.post('userLogin', { Mobile_No: mobile, Password: 'wrong' })
  expect(refused).toMatchObject({ status: 429, body: { Status: false } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
})
