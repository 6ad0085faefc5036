import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CallName, calls, type WireBody, type WireQuery } from '@pipkin/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figureSweep } from '../../apps/server/src/activity/count-figures.ts'
import { createApp } from '../../apps/server/src/app.ts'
import { readApiConfig } from '../../apps/server/src/config.ts'
import { forgetRefusals } from '../../apps/server/src/ledger/forget-refusals.ts'
import { transactionIdOf } from '../../apps/server/src/ledger/transaction-id.ts'
import { listWaiting } from '../../apps/server/src/operator/list-waiting.ts'
import { measureWorker } from '../../apps/server/src/operator/measure-worker.ts'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics/metrics.ts'
import { system } from '../../apps/server/src/platform/process/clock.ts'
import { createLog } from '../../apps/server/src/platform/process/log.ts'
import { sweepDirectory } from '../../apps/server/src/players/sweep-directory.ts'
import { rewardWaiting } from '../../apps/server/src/referral/reward-waiting.ts'
import { finishLeftRounds } from '../../apps/server/src/rounds/finish-left-rounds.ts'
import { freshDatabase, type TestDatabase } from '../../apps/server/test/fresh-database.ts'
import { setCatalogue } from '../../apps/server/test/player.ts'
import { apiEnvironment } from '../http/api-child.ts'
import { grow } from './grow.ts'
import { makeHeavyPlayer } from './make-heavy-player.ts'
import { benchPlayer } from './make-players.ts'

/**
 * Calls and sweeps read few rows of large tables: on a database seeded with 2,000 players' history,
 * each may read at most 1,000 rows of a table. PostgreSQL's own counters show what a plan reads,
 * also inside the ledger's functions.
 */
const players = 2_000
/** More than the kept figures of eight days, less than one row per player. */
const mostRows = 1_000

let db: TestDatabase
let owner: pg.Client
let folder: string
let settled: Map<number, string>
/** An average player. */
const usual = benchPlayer(1_234)
/** A player with long lists. */
const busy = benchPlayer(1_111)
let me = usual
const other = benchPlayer(1_235)

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  folder = await mkdtemp(join(tmpdir(), 'pipkin-plans-'))
  await grow({ ...db, from: 0, players, say: () => undefined })
  owner = new pg.Client(db.ownerUrl)
  await owner.connect()
  await makeHeavyPlayer(owner, busy.id)
  await openMany()
  await seeAllPlayers()
  settled = new Map()
  for (const { id } of [usual, busy]) {
    const { rows } = await owner.query(
      'select round_id from ledger.rounds where player_id = $1 order by placed_at limit 1',
      [id],
    )
    settled.set(id, transactionIdOf(id, rows[0].round_id))
  }
  await owner.query('select pg_stat_force_next_flush()')
}, 120_000)
afterAll(async () => {
  await owner.end()
  await db.close()
  await rm(folder, { recursive: true })
})

/**
 * Opens more rounds than a call may read, for all players but those who are asked for. The
 * statistics don't know them: plans must be right for a table that was analysed while idle.
 */
async function openMany(): Promise<void> {
  const { rows } = await owner.query(
    `select count(*)::int as opened from (
       select ledger.place_bet(player_id, gen_random_uuid(), 1::smallint, 1000, 'x', null, null,
         null, null, false) as answer
       from ledger.wallets where player_id <> all ($1) order by player_id limit $2) bets
     where answer -> 'placed' is not null`,
    [[usual.id, busy.id, other.id], mostRows * 1.5],
  )
  expect(rows).toEqual([{ opened: mostRows * 1.5 }])
}

/**
 * Everybody comes back, and the statistics are from a day on which everybody's session had run out.
 */
async function seeAllPlayers(): Promise<void> {
  await owner.query("update players.sessions set last_seen_at = now() - interval '1 day'")
  await owner.query('analyze players.sessions')
  await owner.query("update players.sessions set last_seen_at = now() - interval '2 minutes'")
  await owner.query('vacuum players.sessions')
}

const settledRound = () => settled.get(me.id) as string

type Input<N extends CallName> = WireBody<N> extends undefined ? WireQuery<N> : WireBody<N>

/** What each call is asked, or why it isn't. */
const inputs: { readonly [N in CallName]: (() => Input<N>) | string } = {
  accountVerification: () => ({ email: 'new@example.com', name: 'A', otp: '', regenerate: false }),
  signUp: () => ({
    Name: 'A',
    Mobile_No: '9876543210',
    Password: 'x1y2z3',
    Email_Id: 'new@example.com',
    Invite_Code: '',
  }),
  userLogin: () => ({ Mobile_No: '6999999999', Password: 'wrong' }),
  logout: 'ends the session that the others need; it deletes by the primary key',
  verifyUser: () => ({ id: me.id }),
  userList: () => ({ id: me.id }),
  updateProfile: () => ({
    id: me.id,
    Name: 'Meera Nair',
    Email_Id: `p${me.id - benchPlayer(0).id}@example.com`,
    Mobile_No: `600000${me.id - benchPlayer(0).id}`,
    Show_Name: false,
  }),
  changePassword: () => ({ id: me.id, newPassword: 'x1y2z3' }),
  profilePic: 'takes a form; it writes one row of the profile',
  gameList: () => undefined,
  mostPopular: () => undefined,
  topPlayers: () => undefined,
  topWinners: () => undefined,
  todayActivity: () => ({ User_Id: me.id, tz: 'UTC', limit: 20 }),
  previousActivity: () => ({ User_Id: me.id, tz: 'UTC', limit: 20 }),
  activityTotals: () => ({ User_Id: me.id, tz: 'UTC', from: '2026-01-01', to: '2026-12-31' }),
  exportHistory: () => ({ User_Id: me.id, tz: 'UTC', format: 'csv' }),
  walletList: () => ({ UserId: me.id }),
  transactions: () => ({ User_Id: me.id, limit: 20 }),
  findWalletAdr: 'needs the house, which the worker opens',
  walletChallenge: () => ({ address: `0x${'c3'.repeat(20)}` }),
  linkWallet: () => ({ message: 'no', signature: '0x00' }),
  paymentDeposit: 'needs the chain',
  depositStatus: () => ({ Transaction_Id: settledRound() }),
  paymentWithdrawal: () => ({ userId: me.id, amount: 500, Method: 'fkr', StatusMsg: 'Withdraw' }),
  withdrawalStatus: () => ({ Transaction_Id: settledRound() }),
  openOperations: () => ({ User_Id: me.id }),
  walletTransfer: () => ({ senderId: me.id, transferAmount: 10, receiverId: other.id }),
  internalTransfer: () => ({ userId: me.id, transferAmount: 1, transferType: 'Winning' }),
  receiver: () => ({ id: other.id }),
  inviteCode: () => ({ userId: me.id }),
  referralTerms: () => undefined,
  referTeam: () => ({ referrer_id: me === busy ? busy.id : benchPlayer(0).id, limit: 20 }),
  levelEarning: () => ({ referrer_id: me === busy ? busy.id : benchPlayer(0).id, limit: 20 }),
  addTransaction: () => ({ User_Id: me.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 }),
  addParticipation: () => ({
    User_Id: me.id,
    Transaction_Id: settledRound(),
    Bet_Amt: 10,
    Status: 'Pending',
    Game_Id: 1,
  }),
  playRound: () => ({ User_Id: me.id, Transaction_Id: settledRound(), Move: { spin: true } }),
  updateParticipation: () => ({
    User_Id: me.id,
    Transaction_Id: settledRound(),
    Bet_Amt: 10,
    Status: 'Win',
    Return_Amt: 15,
    Game_Id: 1,
  }),
  updateTransactionStatus: () => ({
    User_Id: me.id,
    Transaction_Id: settledRound(),
    StatusMsg: 'Loss',
    Game_Id: 1,
  }),
  openRounds: () => ({ User_Id: me.id }),
  fairness: () => ({ User_Id: me.id }),
  rotateSeed: () => ({ User_Id: me.id }),
  receiptKey: () => undefined,
  roundProof: () => ({ Transaction_Id: settledRound() }),
  insertLogs: () => ({
    userid: me.id,
    TXHash: `0x${'12'.repeat(32)}`,
    amount: 5,
    event: 'Deposit',
  }),
  supportCases: () => ({ User_Id: me.id }),
  notifications: () => ({ User_Id: me.id, limit: 20 }),
  readNotifications: () => ({ User_Id: me.id }),
  events: 'a stream; its looks are measured by bench/event-streams.ts',
}

/**
 * Rows and index entries read since the statistics began, by table. Connections report theirs when
 * they end.
 */
async function reads(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; read: number }>(
    `select t.schemaname || '.' || t.relname as name,
            (t.seq_tup_read + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i
              where i.relid = t.relid), 0))::int as read
     from pg_stat_user_tables t`,
  )
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** The processes of this database's connections. */
async function connections(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  return rows.map(({ pid }) => pid)
}

/**
 * Lets something happen on connections of its own and gives the tables of which it read too much.
 */
async function readTooMuch(
  work: (database: Database) => Promise<unknown>,
  url = db.url,
): Promise<string[]> {
  const before = await reads()
  const others = new Set(await connections())
  const database = connect(url, { connections: 4, onError: () => undefined, slowAnswersMs: 55_000 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
  // A connection's process tells what it read before it is gone.
  while ((await connections()).some((pid) => !others.has(pid))) await setImmediate()
  return [...(await reads())]
    .map(([name, read]) => ({ name, read: read - (before.get(name) ?? 0) }))
    .filter(({ read }) => read > mostRows)
    .map(({ name, read }) => `${read} rows of ${name}`)
}

async function ask(database: Database, name: CallName, input: object | undefined): Promise<void> {
  const app = await createApp({
    config: readApiConfig(apiEnvironment(db.url, folder)),
    database,
    mailer: { send: async () => undefined },
    surroundings: system,
    log: createLog('silent'),
  })
  const { method, path } = calls[name]
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(Object.entries(input ?? {}).map(([k, v]) => [k, String(v)]))}`
      : ''
  const answer = await app.inject({
    method,
    url: `/api/${path}${query}`,
    headers: { cookie: `sid=${me.token}` },
    ...(method === 'GET' || !input ? {} : { payload: input }),
  })
  await app.close()
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  expect(answer.body).not.toContain('"Invalid request"')
}

/** What goes over all that a player has, and why. */
const readsWhole: { readonly [N in CallName]?: string } = {
  activityTotals: 'a sum over a period that the player chooses',
  exportHistory: 'all of a period, in pages',
  walletList: 'the locks of all rewards are judged anew',
  levelEarning: 'each level counts its friends',
}

/** What the worker reads each time that it is asked for its metrics. */
async function scrape(database: Database): Promise<void> {
  const metrics = createMetrics()
  measureWorker(metrics, database)
  expect(await metrics.text()).toContain('pipkin_queue_length')
}

const asked = (Object.keys(inputs) as CallName[]).filter(
  (name) => typeof inputs[name] === 'function',
)

test.for(asked)('%s reads what it shows, and no more', async (name) => {
  const input = inputs[name] as () => object | undefined
  expect(await readTooMuch((database) => ask(database, name, input()))).toEqual([])
})

describe('for a player with ten thousand rounds and five thousand friends', () => {
  beforeAll(() => {
    me = busy
  })
  afterAll(() => {
    me = usual
  })

  test.for(asked.filter((name) => !(name in readsWhole)))(
    '%s reads what it shows, and no more',
    async (name) => {
      const input = inputs[name] as () => object | undefined
      expect(await readTooMuch((database) => ask(database, name, input()))).toEqual([])
    },
  )
})

test('a bet and its moves read a few rows', async () => {
  const bet = async (database: Database) => {
    await ask(database, 'addTransaction', {
      User_Id: me.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 2,
    })
  }
  expect(await readTooMuch(bet)).toEqual([])
})

test('the limit of bets a day reads the rounds of a day, not all of them', async () => {
  await owner.query('update ledger.games set rounds_a_day = 1000000 where game = 1')
  const text = `select ledger.place_bet($1, gen_random_uuid(), 1::smallint, 1000, 'x', null, null, null, null, true)`
  const bet = (database: Database) => database.rows({ name: 'paced', text }, [busy.id])
  expect(await readTooMuch(bet)).toEqual([])
})

test.for<[string, (database: Database) => Promise<unknown>]>([
  ['the sweep of refusals', forgetRefusals],
  [
    'the sweep of left rounds',
    (database) =>
      finishLeftRounds({
        database,
        surroundings: system,
        onError: ({ message }) => expect.unreachable(message),
      }),
  ],
  ['the sweep of waiting rewards', (database) => rewardWaiting(database)],
  ['the sweep of the figures', (database) => figureSweep(database)()],
  ['a scrape of the metrics', scrape],
])('%s: what there is to do, and no more', async ([, sweep]) => {
  expect(await readTooMuch(sweep, db.workerUrl)).toEqual([])
})

test('the sweep of the directory: what there is to do, and no more', async () => {
  // By statistics from before it may think that all sessions have run out, and look at all.
  await owner.query('analyze players.sessions')
  const sweep = (database: Database) => sweepDirectory(database, { idleMs: 7_200_000 })
  expect(await readTooMuch(sweep, db.workerUrl)).toEqual([])
})

test("the operator's list reads what waits", async () => {
  expect(await readTooMuch((database) => listWaiting({ database }), db.operatorUrl)).toEqual([])
})

test('what reads everything is found', async () => {
  const scan = { name: 'scan', text: 'select sum(win) from ledger.movements' }
  expect(await readTooMuch((database) => database.rows(scan))).toEqual([
    expect.stringContaining('rows of ledger.movements'),
  ])
})
