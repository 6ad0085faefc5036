import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  againHeader,
  listGames,
  listTransactions,
  logIn,
  logOut,
  placeBet,
  sendCode,
} from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { signedOut } from './session-signals.ts'

type Reply = { status?: number; headers?: Record<string, string>; body: string }
let reply: Reply
let asked: { line: string; headers: IncomingMessage['headers']; body: string }
let server: Server
const over = globalThis.fetch
const before = globalThis.navigator

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked = { line: `${request.method} ${request.url}`, headers: request.headers, body }
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as AddressInfo
  // A browser completes the path with its own origin.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    over(`http://localhost:${port}${path}`, init),
  )
})
afterAll(() => server.close())
afterEach(() => server.closeAllConnections())

const answers = (body: object, status = 200, headers: Record<string, string> = {}) => {
  reply = { status, headers, body: JSON.stringify(body) }
}

describe('what is sent', () => {
  test('a body as JSON, with its idempotency key', async () => {
    answers({ Status: true, Message: '' })
    const bet = { player: 48213075, stake: fkr(10), gameId: 2 }
    await call(placeBet, bet, { idempotencyKey: 'k1' })
    expect(asked.line).toBe('POST /api/addTransaction')
    expect(JSON.parse(asked.body)).toEqual({
      StatusMsg: 'amtplaced',
      User_Id: 48213075,
      Amount: -10,
      Game_Id: 2,
    })
    expect(asked.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    })
  })

  test('SESSION-34 that a read is made by itself, where nothing was touched for a while', async () => {
    answers({ Status: true, Message: '', Data: [] })
    const again = async (isActive: boolean, isRead: boolean) => {
      vi.stubGlobal('navigator', { userActivation: { isActive } })
      await (isRead ? call(listTransactions, { player: 48213075 }) : call(logOut))
      return asked.headers[againHeader]
    }
    expect(await again(false, true)).toBe('1')
    expect(await again(true, true)).toBeUndefined()
    expect(await again(false, false)).toBeUndefined()
    vi.stubGlobal('navigator', before)
  })

  test('a query, without what is undefined', async () => {
    answers({ Status: true, Message: '', Data: [] })
    await call(listTransactions, { player: 48213075, cursor: undefined, all: true })
    expect(asked.line).toBe('GET /api/TransactionByUserId?User_Id=48213075&all=true')
  })

  test('no body, where a call takes no input', async () => {
    answers({ Status: true, Message: '' })
    await call(logOut)
    expect(asked).toMatchObject({ line: 'POST /api/logout', body: '' })
    expect(asked.headers['content-type']).toBeUndefined()
  })
})

describe('what comes back', () => {
  test('an answer with its message', async () => {
    answers({ Status: true, Message: 'Welcome', Data: [{ id: 1, name: 'Meera', Mobile_No: '9' }] })
    const result = await call(logIn, { mobile: '9', password: 'p' })
    expect(result).toMatchObject({
      ok: true,
      message: 'Welcome',
      answer: { player: 1, name: 'Meera', mobile: '9' },
    })
  })

  test('lower-case answers are the same', async () => {
    answers({ status: true, message: 'Sent' })
    const result = await call(sendCode, { email: 'a@b.co' })
    expect(result).toMatchObject({ ok: true, message: 'Sent' })
  })

  test('a refusal with its data and its wait', async () => {
    const rules = { step: 1 }
    answers({ Status: false, Message: 'Too many', Data: rules }, 429, { 'Retry-After': '7' })
    expect(await call(placeBet, { player: 1, stake: fkr(10), gameId: 2 })).toEqual({
      ok: false,
      kind: 'refused',
      status: 429,
      message: 'Too many',
      data: { code: 'rulesChanged', data: rules },
      retryAfterSeconds: 7,
    })
  })

  test.each([
    ['a 5xx', { status: 503, body: '{"Status":false,"Message":"x"}' }],
    ['no JSON', { body: '<html>' }],
    ['JSON that is no object', { body: 'null' }],
    ['an answer of another shape', { body: '{"Status":true,"Data":[{"Id":1}]}' }],
  ] as const)('%s is the server’s failure', async (_, given) => {
    reply = given
    expect(await call(listGames)).toEqual({ ok: false, kind: 'server' })
  })

  test('a connection that breaks is the network’s', async () => {
    const fetchHere = globalThis.fetch
    vi.stubGlobal('fetch', () => over('http://localhost:1/'))
    expect(await call(listGames)).toEqual({ ok: false, kind: 'network' })
    vi.stubGlobal('fetch', fetchHere)
  })

  test('a read that is no longer needed ends at once, also one that was never needed', async () => {
    answers({ Status: true, Message: '', Data: [] })
    for (const when of ['before', 'after']) {
      const needed = new AbortController()
      if (when === 'before') needed.abort()
      const reading = call(listGames, undefined, { signal: needed.signal })
      needed.abort()
      expect(await reading).toEqual({ ok: false, kind: 'network' })
    }
  })

  test('401 signals that the session has ended, a business refusal does not', async () => {
    const heard = vi.fn()
    const stop = signedOut.listen(heard)
    answers({ Status: false, Message: 'No' })
    await call(listGames)
    expect(heard).not.toHaveBeenCalled()
    answers({ Status: false, Message: 'Please log in' }, 401)
    await call(listGames)
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })
})
