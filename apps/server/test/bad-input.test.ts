import { type CallName, calls, type WireBody, type WireQuery } from '@pipkin/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, sql } from '../src/platform/database.ts'
import type { HttpAnswer } from './http-client.ts'
import { type RunningServer, type SignedIn, startServer } from './running-server.ts'

/** Every call with every odd value in every field: a clear answer, never a 5xx, nothing changed. */

let server: RunningServer
let me: SignedIn
let bet: string

beforeAll(async () => {
  server = await startServer()
  me = await server.player()
  await server.db.owner.rows(sql`
    insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce, opened_block, opened_balance,
      scanned_block, scanned_hash, balance, head)
    select 31337, '0x' || repeat('a', 64), '0x' || repeat('a1', 20), 'FKR', '0x' || repeat('b2', 20), 0, 0, 0, 0,
      '0x' || repeat('a', 64), 0, 0`)
  const placed = await me.post('addTransaction', {
    User_Id: me.id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: 2,
  })
  bet = String(placed.body.Transaction_Id)
})
afterAll(() => server.close())

type Input = { readonly [N in CallName]: WireBody<N> extends undefined ? WireQuery<N> : WireBody<N> }

const address = `0x${'c3'.repeat(20)}`

/** An input of each call that its schema takes, but that the server refuses, so that only the odd ones could do harm. */
const inputs = (): Input => ({
  accountVerification: { email: 'nobody', name: 'A', otp: '', regenerate: false },
  signUp: { Name: 'A', Mobile_No: '1', Password: 'x', Email_Id: 'nobody', Invite_Code: '' },
  userLogin: { Mobile_No: '1', Password: 'x' },
  logout: undefined,
  verifyUser: { id: me.id },
  gameList: undefined,
  walletList: { UserId: me.id },
  transactions: { User_Id: me.id, limit: 20 },
  findWalletAdr: undefined,
  walletChallenge: { address },
  linkWallet: { message: 'no', signature: '0x00' },
  paymentDeposit: {
    transactionData: { userId: me.id, fromAdr: address, amount: 500, Method: 'fkr', StatusMsg: 'Deposit' },
  },
  depositStatus: { Transaction_Id: bet },
  paymentWithdrawal: { userId: me.id, amount: 10, Method: 'fkr', StatusMsg: 'Withdraw' },
  withdrawalStatus: { Transaction_Id: bet },
  openOperations: { User_Id: me.id },
  walletTransfer: { senderId: me.id, transferAmount: 10, receiverId: me.id },
  internalTransfer: { userId: me.id, transferAmount: 10, transferType: 'Winning' },
  receiver: { id: me.id },
  inviteCode: { userId: me.id },
  referTeam: { referrer_id: me.id, limit: 20 },
  levelEarning: { referrer_id: me.id, limit: 20 },
  addTransaction: { User_Id: me.id, Amount: -1, StatusMsg: 'amtplaced', Game_Id: 1 },
  addParticipation: { User_Id: me.id, Transaction_Id: bet, Bet_Amt: 15, Status: 'Pending', Game_Id: 2 },
  playRound: { User_Id: me.id, Transaction_Id: bet, Move: { cashOut: true } },
  updateParticipation: {
    User_Id: me.id,
    Transaction_Id: bet,
    Bet_Amt: 15,
    Status: 'Win',
    Return_Amt: 15,
    Game_Id: 2,
  },
  updateTransactionStatus: { User_Id: me.id, Transaction_Id: bet, StatusMsg: 'Loss', Game_Id: 2 },
  openRounds: { User_Id: me.id },
  fairness: { User_Id: me.id },
  rotateSeed: { User_Id: 1 },
  receiptKey: undefined,
  roundProof: { Transaction_Id: bet },
})

const odd: readonly unknown[] = [
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
    server.db.owner.rows(sql`
    select (select count(*) from ledger.movements) as movements, (select count(*) from ledger.rounds) as rounds,
           (select sum(jsonb_array_length(moves)) from ledger.rounds) as moves, (select count(*) from ledger.requests) as requests,
           (select sum(deposit + bonus + win + referral) from ledger.wallets) as balances, (select sum(nonce + epoch) from ledger.wallets) as places,
           (select count(*) from cashier.operations) as operations, (select count(*) from cashier.addresses) as addresses,
           (select count(*) from players.accounts) as accounts, (select count(*) from players.sessions) as sessions`),
  )

function send(name: CallName, input: unknown): Promise<HttpAnswer> {
  const { method, path } = calls[name]
  if (method !== 'GET') return me.post(path, input)
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(typeof input === 'object' && input ? input : {}))
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return me.send(`${path}?${query}`, { method })
}

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

describe('odd values', () => {
  test.each((Object.keys(calls) as CallName[]).filter((name) => name !== 'logout'))('%s', async (name) => {
    const before = await snapshot()
    for (const value of odd)
      for (const input of withEach(inputs()[name], value))
        expectClear(await send(name, input), `${name} with ${JSON.stringify(input)?.slice(0, 200)}`)
    expect(await snapshot()).toEqual(before)
  })
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
  test.each(bodies)('%s', async (_, type, body) => {
    const before = await snapshot()
    for (const name of Object.keys(calls) as CallName[])
      if (calls[name].method !== 'GET' && name !== 'logout')
        expectClear(
          await me.send(calls[name].path, { method: 'POST', headers: { 'content-type': type }, body }),
          `${name}: ${body.slice(0, 40)}`,
        )
    expect(await snapshot()).toEqual(before)
  })
})

describe("another's id", () => {
  const named = ['User_Id', 'UserId', 'userId', 'userid', 'senderId', 'referrer_id']
  test.each(
    (Object.keys(calls) as CallName[]).filter((name) =>
      named.some((field) => JSON.stringify(fieldsOf(name)).includes(`"${field}"`)),
    ),
  )('%s answers 403, the same whether or not the id exists', async (name) => {
    const other = await server.player()
    const before = await snapshot()
    const answers = []
    for (const id of [other.id, 99_999_998, 1]) {
      const text = JSON.stringify(inputs()[name]).replaceAll(
        /("(?:User_Id|UserId|userId|userid|senderId|referrer_id)":)\d+/g,
        `$1${id}`,
      )
      answers.push(await send(name, JSON.parse(text)))
    }
    for (const answer of answers)
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: { Status: false, Message: 'Not allowed' },
      })
    expect(await snapshot()).toEqual(before)
  })
})

describe('without a session', () => {
  test.each([
    'walletList',
    'transactions',
    'addTransaction',
    'playRound',
    'paymentWithdrawal',
    'linkWallet',
    'openRounds',
  ] as const)('%s answers 401', async (name) => {
    const stranger = { ...me, cookies: new Map() }
    const { method, path } = calls[name]
    const input = inputs()[name]
    const response = await fetch(
      method === 'GET'
        ? `${server.url}/api/${path}?${new URLSearchParams(Object.entries(input ?? {}).map(([key, value]) => [key, String(value)]))}`
        : `${server.url}/api/${path}`,
      method === 'GET'
        ? {}
        : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
    )
    expect(stranger.cookies.size).toBe(0)
    expect(response.status).toBe(401)
  })
})

/** The names of a call's fields, without a running server. */
function fieldsOf(name: CallName): unknown {
  me ??= { id: 10_000_000 } as SignedIn
  return inputs()[name] ?? {}
}
