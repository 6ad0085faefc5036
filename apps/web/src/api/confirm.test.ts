import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changePassword, removeTotp, sendMoney } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { call } from './call.ts'
import { saidNo } from './confirm.ts'
import { question } from './question.ts'

/** A server that wants a confirmation before anything else. */
let confirmed: boolean
let ways: string[]
let asked: { path: string; key: unknown; body: string }[]
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push({ path: request.url ?? '', key: request.headers['idempotency-key'], body })
    const refusal = { Status: false, Message: 'Please confirm that it is you' }
    if (confirmed)
      response.end('{"Status":true,"Message":"","Data":{"Transaction_Id":"t","amountToSend":1}}')
    else response.writeHead(403).end(JSON.stringify({ ...refusal, Data: { confirm: ways } }))
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
  confirmed = false
  ways = ['totp']
  asked = []
})

/** The question, as soon as it is asked. */
const asking = () =>
  new Promise<NonNullable<ReturnType<typeof question.read>>>((found) => {
    const look = () => {
      const open = question.read()
      if (!open) return
      stop()
      found(open)
    }
    const stop = question.listen(look)
    look()
  })

const sending = () =>
  call(sendMoney, { player: 1, receiver: 2, amount: fkr(5) }, { idempotencyKey: 'k1' })

test('after the confirmation the same request is made again, with the same key', async () => {
  const sent = sending()
  const { ways, answer } = await asking()
  expect(ways).toEqual(['totp'])
  confirmed = true
  answer(true)
  expect(await sent).toMatchObject({ ok: true })
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual(asked[0])
  expect(asked[0]?.key).toBe('k1')
  expect(question.read()).toBeNull()
})

test('without one the refusal is the result', async () => {
  const sent = sending()
  ;(await asking()).answer(false)
  expect(await sent).toMatchObject({ kind: 'refused', status: 403 })
  expect(asked).toHaveLength(1)
})

test.each([
  [false, true],
  // Then the form says that it wasn't done: nothing else on the screen does.
  [null, false],
])('after %j as the answer, that the player said no is %j', async (answer, isNo) => {
  const sent = sending()
  ;(await asking()).answer(answer)
  expect(saidNo(await sent)).toBe(isNo)
  expect(asked).toHaveLength(1)
})

test('several calls at once ask once', async () => {
  const heard = vi.fn()
  const stop = question.listen(heard)
  const calls = [sending(), call(removeTotp), call(changePassword, { player: 1, newPassword: 'p' })]
  await vi.waitFor(() => expect(asked).toHaveLength(3), patience)
  const { answer } = await asking()
  confirmed = true
  answer(true)
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true, true])
  expect(asked).toHaveLength(6)
  expect(question.read()).toBeNull()
  stop()
})

test('a refusal that comes after the confirmation of another call asks no more', async () => {
  const late = Promise.withResolvers<void>()
  const over = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await over(path, init)
    if (path.includes('removeTotp') && !confirmed) await late.promise
    return response
  })
  const removing = call(removeTotp)
  const sent = sending()
  const { answer } = await asking()
  await vi.waitFor(() => expect(asked).toHaveLength(2), patience)
  confirmed = true
  answer(true)
  await sent
  late.resolve()
  expect(await removing).toMatchObject({ ok: true })
  expect(question.read()).toBeNull()
  vi.stubGlobal('fetch', over)
})

test('a second factor that was added elsewhere changes the question', async () => {
  ways = ['mail']
  const sent = sending()
  await asking()
  ways = ['passkey']
  const removing = call(removeTotp)
  await vi.waitFor(() => expect(question.read()?.ways).toEqual(['passkey']), patience)
  question.read()?.answer(false)
  expect((await Promise.all([sent, removing])).map(({ ok }) => ok)).toEqual([false, false])
})

test('a confirmation that is refused again isn’t asked for once more', async () => {
  const sent = sending()
  ;(await asking()).answer(true)
  expect(await sent).toMatchObject({ kind: 'refused', status: 403 })
  expect(asked).toHaveLength(2)
  expect(question.read()).toBeNull()
})

test('a confirmation that comes after its question was closed answers no other question', async () => {
  const first = sending()
  const closed = await asking()
  closed.answer(false)
  await first
  const second = sending()
  const open = await asking()
  closed.answer(true)
  expect(question.read()).toBe(open)
  open.answer(false)
  expect(await second).toMatchObject({ status: 403 })
})
