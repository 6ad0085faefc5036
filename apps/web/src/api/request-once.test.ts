import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Input, moveToDeposit, sendMoney } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isUnanswered, requestOnce } from './request-once.ts'

type Reply = (headers: IncomingMessage['headers']) => { status: number; body: object } | 'cut'
let reply: Reply
let keys: unknown[]
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    const said = reply(request.headers)
    if (said === 'cut') request.socket.destroy()
    else response.writeHead(said.status).end(JSON.stringify(said.body))
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as AddressInfo
  const over = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    over(`http://localhost:${port}${path}`, init),
  )
})
afterAll(() => server.close())

beforeEach(() => {
  keys = []
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})

const answer = { Transaction_Id: 't', amountToSend: 49 }
const done = () => ({ status: 200, body: { Status: true, Message: '', Data: answer } })
const refused = () => ({ status: 200, body: { Status: false, Message: 'no' } })
const busy = () => ({ status: 409, body: { Status: false, Message: 'in progress' } })
const down = () => ({ status: 503, body: { Status: false, Message: '' } })

const sending = (amount: number): Input<typeof sendMoney> => ({
  player: 1,
  receiver: 2,
  amount: fkr(amount),
})
const request = (input = sending(50)) => requestOnce(sendMoney, input)

test.each([
  ['a cut connection', () => 'cut' as const],
  ['a 5xx', down],
  ['a request that is still in progress', busy],
])('%s keeps the key for the same request', async (_, unanswered) => {
  reply = unanswered
  await request()
  expect(isUnanswered(sendMoney, sending(50))).toBe(true)
  reply = done
  await request()
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(isUnanswered(sendMoney, sending(50))).toBe(false)
})

test.each([
  ['done', done],
  ['refused', refused],
])('an answer ends the key: %s', async (_, answer) => {
  reply = answer
  await request()
  await request()
  expect(new Set(keys).size).toBe(2)
})

const limited = () => ({ status: 429, body: { Status: false, Message: 'later' } })

test('a limit ends the key of a first try, not that of an earlier one', async () => {
  reply = limited
  await request()
  expect(isUnanswered(sendMoney, sending(50))).toBe(false)
  reply = () => 'cut'
  await request()
  reply = limited
  await request()
  expect(isUnanswered(sendMoney, sending(50))).toBe(true)
  expect(keys[2]).toBe(keys[1])
})

test('a request whose answer may still come isn’t unanswered', async () => {
  reply = () => 'cut'
  const first = request()
  expect(isUnanswered(sendMoney, sending(50))).toBe(false)
  await first
  expect(isUnanswered(sendMoney, sending(50))).toBe(true)
})

test('another request has a key of its own, and leaves the first one its', async () => {
  reply = () => 'cut'
  await request()
  await request(sending(51))
  await requestOnce(moveToDeposit, { player: 1, amount: fkr(50), from: 'win' })
  await request()
  expect(new Set(keys).size).toBe(3)
  expect(keys[3]).toBe(keys[0])
})
