import { type CallName, type CallSpec, contract } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transactionIdOf } from '../../src/ledger/transaction-id.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { inputsOf, names, sendCall } from '../calls/call-inputs.ts'
import { httpClient } from '../calls/http-client.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { placeBet } from '../rounds/play.ts'

/** The attacks that are a table: every call × something that it must refuse without a change. */

let server: RunningServer
let me: SignedIn
let other: SignedIn
let bet: string
let before: object

beforeAll(async () => {
  server = await startServer()
  me = await server.player()
  other = await server.player()
  bet = await placeBet(me, 2)
})
afterAll(() => server.close())

/** All that money, rounds and accounts consist of. */
const everything = () =>
  one(
    server.db.owner.rows(sql`
    select (select count(*) from ledger.movements) as movements,
      (select count(*) from ledger.rounds) as rounds,
      (select sum(jsonb_array_length(moves)) from ledger.rounds) as moves,
      (select count(*) from ledger.requests) as requests,
      (select sum(deposit + bonus + win + referral) from ledger.wallets) as balances,
      (select sum(nonce + epoch) from ledger.wallets) as places,
      (select count(*) from cashier.operations) as operations,
      (select count(*) from cashier.challenges) as challenges,
      (select count(*) from players.accounts) as accounts,
      (select count(*) from support.cases) as cases,
      (select jsonb_agg(to_jsonb(a) order by player_id) from players.accounts a) as profiles`),
  )
const expectNothingChanged = async () => expect(await everything()).toEqual(before)
beforeEach(async () => {
  before = await everything()
})

const inputs = () => inputsOf(me.id, bet)
const specs: Readonly<Record<CallName, CallSpec>> = contract
const guarded = names.filter((name) => specs[name].session === 'required')
const writes = names.filter((name) => contract[name].call.method !== 'GET')

/** A copy of the input with one field, wherever it stands, replaced. */
function withField(input: unknown, field: string, value: unknown): object {
  const entries = Object.entries(input as object).map(([key, inner]) => {
    if (key === field) return [key, value]
    return [
      key,
      typeof inner === 'object' && inner !== null ? withField(inner, field, value) : inner,
    ]
  })
  return Object.fromEntries(entries)
}

describe('amounts', () => {
  /**
   * Amounts that are malformed on every call: no number at all, a program's word for one, in other
   * scripts, too large, too fine.
   */
  const malformed = [
    ...[null, true, false, [], [5], {}, { a: 5 }, undefined],
    ...[
      '',
      ' ',
      ' 5',
      '5 ',
      '5\n',
      '+5',
      '--5',
      '5-',
      '5.',
      '.5',
      '5,0',
      '5,5',
      '1 000',
      '1_000',
      '0x10',
      '0b1',
    ],
    ...[
      '1e3',
      '5e0',
      '5n',
      '1.005',
      '1.5.5',
      'NaN',
      'Infinity',
      '-Infinity',
      'null',
      '१२',
      '٣',
      '５',
      '−5',
      '5\u0000',
    ],
    ...[
      1.005,
      0.001,
      1e21,
      -1e21,
      2 ** 60,
      1_000_000_000.01,
      1_000_000_001,
      '1000000001',
      '9'.repeat(20),
    ],
  ]
  const notWhole = [12.5, '12.5', '12.50', '12.00']
  const notPositive = [0, '0', -0, '-0', -1, '-1', '00']

  const amounts = [
    {
      call: 'placeBet',
      field: 'Amount',
      more: [...notWhole, 0, '0', '-0', 5, '5', '-12.5', -0.5],
    },
    { call: 'acknowledgeCredit', field: 'Amount', more: [] },
    { call: 'confirmBet', field: 'Bet_Amt', more: notWhole },
    { call: 'acknowledgeRound', field: 'Bet_Amt', more: notWhole },
    { call: 'acknowledgeRound', field: 'Return_Amt', more: [] },
    { call: 'sendMoney', field: 'transferAmount', more: notWhole },
    { call: 'moveToDeposit', field: 'transferAmount', more: [] },
    { call: 'requestDeposit', field: 'amount', more: [] },
    { call: 'requestWithdrawal', field: 'amount', more: [] },
    { call: 'openCase', field: 'amount', more: [] },
    { call: 'setLimit', field: 'amount', more: [] },
  ] as const satisfies readonly { call: CallName; field: string; more: readonly unknown[] }[]

  const cases = amounts.flatMap(({ call, field, more }) =>
    // Without an amount a limit ends.
    [...malformed.slice(call === 'setLimit' ? 1 : 0), ...more].map(
      (value) => [call, field, JSON.stringify(value), value] as const,
    ),
  )
  test.each(cases)(
    'ODD-%s.%s-%s is malformed and changes nothing',
    async (call, field, _, value) => {
      const answer = await sendCall(me, call, withField(inputs()[call], field, value))
      expect(answer).toMatchObject({
        status: 400,
        body: { Status: false, Message: 'The request is not well formed' },
      })
      await expectNothingChanged()
    },
  )

  const nothing = (
    ['sendMoney', 'moveToDeposit', 'requestDeposit', 'requestWithdrawal'] as const
  ).flatMap((call) => notPositive.map((value) => [call, JSON.stringify(value), value] as const))
  const below = [-1, '-0.01'].map((value) => ['setLimit', JSON.stringify(value), value] as const)
  test.each([...nothing, ...below])('ZERO-%s-%s is no amount', async (call, _, value) => {
    const field = call === 'sendMoney' || call === 'moveToDeposit' ? 'transferAmount' : 'amount'
    const answer = await sendCall(me, call, withField(inputs()[call], field, value))
    expect(answer).toMatchObject({
      status: 200,
      body: { Status: false, Message: 'Enter valid amount' },
    })
    await expectNothingChanged()
  })

  test('ODD-COUNT every call that the contract gives an amount is in the table', () => {
    const fieldsOf = (input: unknown): string[] =>
      typeof input === 'object' && input !== null
        ? Object.entries(input).flatMap(([key, inner]) => [key, ...fieldsOf(inner)])
        : []
    for (const name of names)
      for (const field of fieldsOf(inputs()[name]))
        if (/(amount|_amt)$/i.test(field))
          expect(amounts, name).toContainEqual(expect.objectContaining({ call: name, field }))
  })
})

/** The name on the wire of the player whose call it is. */
function ownField({ query, body }: CallSpec['call']): string {
  const shapes = [query, body].flatMap((codec) => codec?.shape ?? [])
  const objects = shapes.map((shape) => (shape.is === 'wrapped' ? shape.of.shape : shape))
  const fields = objects.flatMap((shape) => (shape.is === 'object' ? shape.fields : []))
  return fields.find(({ name }) => name === 'player')?.wire ?? ''
}

describe("another's id", () => {
  test.each(names.filter((name) => specs[name].own))(
    'ID-%s answers 403, the same whether or not the id exists',
    async (name) => {
      for (const id of [other.id, 99_999_998, 1, 0, 999_999_999_999]) {
        const answer = await sendCall(
          me,
          name,
          withField(inputs()[name], ownField(specs[name].call), id),
        )
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 403,
          body: { Status: false, Message: 'Not allowed' },
        })
      }
      await expectNothingChanged()
    },
  )
})

describe("another's round or operation", () => {
  const takers = [
    'confirmBet',
    'playMove',
    'acknowledgeRound',
    'acknowledgeLoss',
    'readDeposit',
    'readWithdrawal',
  ] as const
  test.each(takers)('TXN-%s answers 404, the same whether or not it exists', async (name) => {
    const theirs = await placeBet(other, 1)
    before = await everything()
    const unknown = transactionIdOf(me.id, '00000000-0000-7000-8000-000000000000')
    for (const id of [
      theirs,
      unknown,
      '',
      'x',
      `${bet} `,
      bet.toLowerCase(),
      bet.slice(1),
      '../../1',
      "' or 1=1 --",
    ]) {
      const answer = await sendCall(me, name, withField(inputs()[name], 'Transaction_Id', id))
      expect({ status: answer.status, body: answer.body }, `${name} ${id}`).toEqual({
        status: 404,
        body: { Status: false, Message: 'Not found' },
      })
    }
    await expectNothingChanged()
  })
})

describe('no session', () => {
  test.each(guarded)('NOSESSION-%s answers 401', async (name) => {
    expect((await sendCall(httpClient(server.url), name, inputs()[name])).status).toBe(401)
    await expectNothingChanged()
  })

  const ends: Record<string, (player: SignedIn) => Promise<unknown>> = {
    'logged out': (player) => player.post(contract.logOut.call.path),
    'left alone for two hours': (player) =>
      server.db.owner.rows(
        sql`update players.sessions set last_seen_at = now() - interval '2 hours'
          where player_id = $1`,
        [player.id],
      ),
  }
  test.each(guarded)('ENDED-%s answers 401 to a kept cookie', async (name) => {
    for (const [how, end] of Object.entries(ends)) {
      const player = await server.player()
      const thief = httpClient(server.url, new Map(player.cookies))
      await end(player)
      before = await everything()
      expect((await sendCall(thief, name, inputsOf(player.id, bet)[name])).status, how).toBe(401)
      await expectNothingChanged()
    }
  })
})

describe('writes from another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ]
  test.each(
    writes.flatMap((name) =>
      foreign.map((headers) => [name, JSON.stringify(headers), headers] as const),
    ),
  )('ORIGIN-%s %s is refused before anything is done', async (name, _, headers) => {
    const { method, path } = contract[name].call
    expect((await me.send(path, { method, headers })).status).toBe(403)
    expect((await me.post('verify-user', { id: me.id })).body.status).toBe(true)
  })
})
