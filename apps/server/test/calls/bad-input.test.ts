import { randomBytes } from 'node:crypto'
import { type CallName, contract } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { openHouse } from '../cashier/open-house.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { endsSession, inputsOf, names, sendCall } from './call-inputs.ts'
import { type HttpAnswer, type HttpClient, httpClient } from './http-client.ts'

/** Every call with every odd value in every field: a clear answer, never a 5xx, nothing changed. */

let server: RunningServer
let me: SignedIn
/** The same player in a session that is not confirmed. */
let unconfirmed: HttpClient
let bet: string

beforeAll(async () => {
  server = await startServer()
  me = await server.player()
  const token = randomBytes(32)
  await server.db.owner.rows(
    sql`insert into players.sessions (token_hash, player_id) values ($1, $2)`,
    [tokenHash(token), me.id],
  )
  unconfirmed = httpClient(server.url, new Map([['sid', token.toString('hex')]]))
  await server.db.owner.rows(openHouse)
  const placed = await me.post('addTransaction', {
    User_Id: me.id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: 2,
  })
  bet = String(placed.body.Transaction_Id)
})
afterAll(() => server.close())

const inputs = () => inputsOf(me.id, bet)
/**
 * Two calls use an unconfirmed session: some texts are valid passwords, and any body closes the
 * account.
 */
const clientFor = (name: CallName) =>
  name === 'changePassword' || name === 'closeAccount' ? unconfirmed : me
const send = (name: CallName, input: unknown, as: HttpClient = clientFor(name)) =>
  sendCall(as, name, input)

/** The id of a transaction of player 4294967295, which is too large for PostgreSQL's integer. */
const beyondIntegers = '_____wAAAAAAAAAAAAAAAAAAAAA'
/** Texts that look like times, but that PostgreSQL doesn't accept. */
const noTimes = [
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-16:00',
  `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
]

const odd: readonly unknown[] = [
  beyondIntegers,
  ...noTimes,
  null,
  true,
  false,
  '',
  ' ',
  '0',
  '1e3',
  '0x10',
  ' 5',
  '5 ',
  '+5',
  '-0',
  '1.005',
  'NaN',
  'Infinity',
  '१२',
  '٣',
  '５',
  'null',
  0,
  -1,
  1.005,
  0.1,
  1e21,
  -1e21,
  2 ** 60,
  2 ** 31,
  2 ** 53 - 1,
  '4294967296',
  1000000001,
  [],
  [5],
  ['a'],
  {},
  { a: 1 },
  { toString: 'x' },
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a\r\nBcc: x@y.z',
  '💰'.repeat(50),
  'x'.repeat(5_000),
]

const snapshot = () =>
  one(
    server.db.owner.rows(
      sql`
    select (select count(*) from ledger.movements) as movements,
      (select count(*) from ledger.rounds) as rounds,
      (select sum(jsonb_array_length(moves)) from ledger.rounds) as moves,
      (select count(*) from ledger.requests) as requests,
      (select sum(deposit + bonus + win + referral) from ledger.wallets) as balances,
      (select sum(nonce + epoch) from ledger.wallets) as places,
      (select count(*) from cashier.operations) as operations,
      (select count(*) from cashier.addresses) as addresses,
      (select count(*) from players.accounts) as accounts,
      (select count(*) from players.sessions) as sessions,
      (select jsonb_agg(to_jsonb(a) order by player_id) from players.accounts a
        where player_id = $1) as account,
      (select count(*) from support.cases) as cases,
      (select count(*) from support.notices_read) as read`,
      [me.id],
    ),
  )

/** Every copy of the input with one leaf replaced by the value. */
function withEach(input: unknown, value: unknown): unknown[] {
  if (typeof input !== 'object' || input === null) return [value]
  return Object.entries(input).flatMap(([key, inner]) => [
    { ...input, [key]: value },
    ...(typeof inner === 'object'
      ? withEach(inner, value).map((changed) => ({ ...input, [key]: changed }))
      : []),
  ])
}

function expectClear(answer: HttpAnswer, about: string): void {
  expect(answer.status, about).toBeLessThan(500)
  const { Status = answer.body.status, Message = answer.body.message } = answer.body
  expect(typeof Status, about).toBe('boolean')
  expect(typeof Message, about).toBe('string')
  expect(Message, about).not.toBe('')
}

/** They have no input to refuse: one answers with a file, one ends sessions. */
const takesNothing = (name: CallName) => name === 'exportAccount' || name === 'endOtherSessions'

describe('odd values', () => {
  test.each(names.filter((name) => !endsSession(name) && !takesNothing(name)))(
    'FIELD-%s',
    async (name) => {
      const before = await snapshot()
      for (const value of odd)
        for (const input of withEach(inputs()[name], value))
          expectClear(
            await send(name, input),
            `${name} with ${JSON.stringify(input)?.slice(0, 200)}`,
          )
      expect(await snapshot()).toEqual(before)
    },
  )
})

describe('odd bodies', () => {
  const bodies: [string, string, string][] = [
    ['not JSON', 'application/json', '{'],
    ['nothing', 'application/json', ''],
    ['a list', 'application/json', '[]'],
    ['deep', 'application/json', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['huge', 'application/json', `{"a":"${'x'.repeat(200_000)}"}`],
    ['a prototype', 'application/json', '{"__proto__":{"User_Id":1}}'],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{"User_Id":1}}}'],
    ['a form', 'application/x-www-form-urlencoded', 'User_Id=1'],
    ['text', 'text/plain', '{}'],
    ['xml', 'application/xml', '<a/>'],
  ]
  test.each(bodies)('BODY-%s', async (_, type, body) => {
    const before = await snapshot()
    for (const name of names)
      if (contract[name].call.method !== 'GET' && !endsSession(name) && !takesNothing(name))
        expectClear(
          await clientFor(name).send(contract[name].call.path, {
            method: contract[name].call.method,
            headers: { 'content-type': type },
            body,
          }),
          `${name}: ${body.slice(0, 40)}`,
        )
    expect(await snapshot()).toEqual(before)
  })
})

describe('what only PostgreSQL would refuse', () => {
  const anId = '0198f2f0-0000-7000-8000-000000000000'
  const aTime = '2026-11-20 18:30:00.123456+00'
  const asCursor = (at: string, id: string) => Buffer.from(`${at}|${id}`).toString('base64url')
  const listed = [
    'listTransactions',
    'listTodayActivity',
    'listPreviousActivity',
    'listNotices',
    'listEarnings',
  ] as const
  const turn = (name: (typeof listed)[number], cursor: string) =>
    send(name, { ...inputs()[name], cursor })

  test.each(listed)('CURSOR-%s', async (name) => {
    expect(await turn(name, asCursor(aTime, anId))).toMatchObject({ status: 200 })
    expect(await turn(name, asCursor('2028-02-29 00:00:00+00', anId))).toMatchObject({
      status: 200,
    })
    for (const id of ['-'.repeat(36), `${anId.slice(0, -1)}-`, anId.replaceAll('-', 'a')])
      expect(await turn(name, asCursor(aTime, id)), id).toMatchObject({ status: 400 })
    for (const day of [
      '2026-02-30',
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0000-01-01',
    ])
      expect(await turn(name, asCursor(`${day} 00:00:00+00`, anId)), day).toMatchObject({
        status: 400,
      })
    for (const time of ['24:00:00', '24:00:01', '12:60:00', '12:00:60'])
      expect(await turn(name, asCursor(`2026-11-20 ${time}+00`, anId)), time).toMatchObject({
        status: 400,
      })
  })

  test('PERIOD a time that PostgreSQL would refuse', async () => {
    for (const name of ['totalActivity', 'exportHistory'] as const)
      for (const time of noTimes)
        for (const field of ['from', 'to'])
          expect(
            await send(name, { User_Id: me.id, format: 'csv', [field]: time }),
            `${name} ${field} ${time}`,
          ).toMatchObject({ status: 400 })
  })

  test('the ends of what it knows are a period', async () => {
    for (const [from, to] of [
      ['0001-01-01', '9999-12-31'],
      ['0001-01-01T00:00:00+15:59', '9999-12-31T23:59:59.999999999-15:59'],
    ])
      for (const tz of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles'])
        expect(await send('totalActivity', { User_Id: me.id, from, to, tz })).toMatchObject({
          status: 200,
          body: { Status: true },
        })
  })

  test('TRANSACTION an id whose player no integer holds', async () => {
    const nobody = httpClient(server.url)
    expect(await send('readProof', { Transaction_Id: beyondIntegers }, nobody)).toMatchObject({
      status: 404,
    })
    for (const name of ['readProof', 'readDeposit', 'readWithdrawal'] as const)
      expect(await send(name, { Transaction_Id: beyondIntegers })).toMatchObject({ status: 404 })
  })
})
