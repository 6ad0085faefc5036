import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { one, sql } from '../platform/database/database.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer({ PIPKIN_RATE_LIMITS: 'on' })
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
})

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const report = (change: object = {}) =>
  player.post('insertLogs', {
    userid: player.id,
    TXHash: hash(171),
    amount: '12.50',
    event: 'Deposit',
    ...change,
  })
const caseOf = ({ body }: { body: Record<string, unknown> }) => (body.Data as { case: number }).case
const cases = async () => (await player.send(`supportCases?User_Id=${player.id}`, {})).body.Data
const money = () =>
  one(
    server.db.owner.rows(sql`
      select (select count(*) from ledger.movements) as movements,
             (select sum(deposit + win) from ledger.wallets) as held,
             (select count(*) from cashier.operations) as operations`),
  )

test('a report opens a case with a number, and credits nothing', async () => {
  const before = await money()
  const answer = await report({ TXHash: hash(171).toUpperCase().replace('0X', '0x') })
  expect(answer.body).toEqual({
    Status: true,
    Message: 'successfully',
    Data: { case: expect.any(Number) },
  })
  expect(String(caseOf(answer))).toMatch(/^\d{6}$/)
  expect(await cases()).toEqual([
    {
      case: caseOf(answer),
      event: 'Deposit',
      amount: 12.5,
      TXHash: hash(171),
      state: 'open',
      answer: null,
      DateTime: expect.any(String),
    },
  ])
  expect(await money()).toEqual(before)
})

test('CASE-02 the same report again is the same case, also at once; another event or player is another', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => report()))
  expect(new Set(answers.map(caseOf)).size).toBe(1)
  expect(caseOf(await report({ event: 'Withdraw' }))).not.toBe(caseOf(answers[0]!))
  expect(await cases()).toHaveLength(2)
  player = await server.player()
  expect(caseOf(await report())).not.toBe(caseOf(answers[0]!))
})

test('the same report with another amount corrects it, until the case is closed', async () => {
  const number = caseOf(await report())
  expect(caseOf(await report({ amount: '125.00' }))).toBe(number)
  expect(await cases()).toMatchObject([{ case: number, amount: 125 }])
  await server.db.owner.rows(
    sql`update support.cases set answer = 'It has arrived.', closed_at = now() where case_id = $1`,
    [number],
  )
  expect(caseOf(await report({ amount: 1 }))).toBe(number)
  expect(await cases()).toMatchObject([{ case: number, amount: 125 }])
})

test.each([
  [{ TXHash: '0x12' }, 200, 'Please enter a valid Transaction Hash'],
  [{ TXHash: `${hash(1)}\n` }, 200, 'Please enter a valid Transaction Hash'],
  [{ amount: 0 }, 200, 'Enter valid amount'],
  [{ amount: -5 }, 200, 'Enter valid amount'],
  [{ amount: 1.005 }, 400, 'The request is not well formed'],
  [{ event: 'Gift' }, 400, 'The request is not well formed'],
])('%j is refused', async (change, status, Message) => {
  expect(await report(change)).toMatchObject({ status, body: { Status: false, Message } })
  expect(await cases()).toEqual([])
})

test('CASE-03 a closed case carries its answer; cases of others are not seen', async () => {
  const number = caseOf(await report())
  await report({ TXHash: hash(172) })
  await server.db.owner.rows(
    sql`update support.cases set answer = 'It has arrived.', closed_at = now() where case_id = $1`,
    [number],
  )
  expect(await cases()).toMatchObject([
    { state: 'open' },
    { case: number, state: 'closed', answer: 'It has arrived.' },
  ])
  player = await server.player()
  expect(await cases()).toEqual([])
})

test('CASE-01 twenty cases a day, then it waits', async () => {
  for (let n = 0; n < 20; n += 1) await report({ TXHash: hash(n) })
  const refused = await report({ TXHash: hash(20) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  // What is known already is still answered.
  expect((await report({ TXHash: hash(19) })).status).toBe(200)
})
