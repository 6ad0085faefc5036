import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Call, encodeInput, type Input } from '@pipkin/contract'
import { type CallName, type Contract, contract, type PlayerId } from '@pipkin/contract/schemas'
import { fkr, zero } from '@pipkin/money'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figureSweep } from '../../apps/server/src/activity/counts/count-figures.ts'
import { countSafety } from '../../apps/server/src/activity/counts/count-safety.ts'
import { createApp } from '../../apps/server/src/app.ts'
import { readApiConfig } from '../../apps/server/src/config.ts'
import { listAudits } from '../../apps/server/src/desk/audits/list-audits.ts'
import { readAskedAudit } from '../../apps/server/src/desk/audits/read-asked-audit.ts'
import { listInbox } from '../../apps/server/src/desk/cases/list-inbox.ts'
import { readCase } from '../../apps/server/src/desk/cases/read-case.ts'
import { readFeeSettings } from '../../apps/server/src/desk/fees/read-fee-settings.ts'
import { listGameRounds } from '../../apps/server/src/desk/games/list-game-rounds.ts'
import { listReturns } from '../../apps/server/src/desk/games/list-returns.ts'
import { readGame } from '../../apps/server/src/desk/games/read-game.ts'
import { readHealth } from '../../apps/server/src/desk/health/read-health.ts'
import { listActs } from '../../apps/server/src/desk/list-acts.ts'
import { listPayouts } from '../../apps/server/src/desk/list-payouts.ts'
import { listVersions } from '../../apps/server/src/desk/list-versions.ts'
import { listMovements } from '../../apps/server/src/desk/money/list-movements.ts'
import { listSnapshots } from '../../apps/server/src/desk/money/list-snapshots.ts'
import { listUnderWay } from '../../apps/server/src/desk/money/list-under-way.ts'
import { listUnmatched } from '../../apps/server/src/desk/money/list-unmatched.ts'
import { readMoney } from '../../apps/server/src/desk/money/read-money.ts'
import { listHouseNotices } from '../../apps/server/src/desk/notices/list-house-notices.ts'
import { listAccepted, listTerms } from '../../apps/server/src/desk/notices/list-terms.ts'
import { readPlayer } from '../../apps/server/src/desk/players/read-player.ts'
import { searchPlayers } from '../../apps/server/src/desk/players/search-players.ts'
import { readNow } from '../../apps/server/src/desk/read-now.ts'
import { listReferrers } from '../../apps/server/src/desk/referral/list-referrers.ts'
import { listRings, readRing } from '../../apps/server/src/desk/referral/list-rings.ts'
import { listWaitingRewards } from '../../apps/server/src/desk/referral/list-waiting-rewards.ts'
import { readReferral } from '../../apps/server/src/desk/referral/read-referral.ts'
import { readReferralTerms } from '../../apps/server/src/desk/referral/read-referral-terms.ts'
import { listRounds } from '../../apps/server/src/desk/rounds/list-rounds.ts'
import { listBreaks, listKeptRewards } from '../../apps/server/src/desk/safety/list-breaks.ts'
import { listNearLimits, listPendingLimits } from '../../apps/server/src/desk/safety/list-limits.ts'
import {
  listLongSessions,
  listRemindersSeen,
} from '../../apps/server/src/desk/safety/list-sessions.ts'
import { readPlayerSafety } from '../../apps/server/src/desk/safety/read-player-safety.ts'
import { forgetReplies } from '../../apps/server/src/ledger/forget-replies.ts'
import { transactionIdOf } from '../../apps/server/src/ledger/transaction-id.ts'
import { measureWorker } from '../../apps/server/src/measure-worker.ts'
import { listWaiting } from '../../apps/server/src/operator/list-waiting.ts'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { textOf } from '../../apps/server/src/platform/metrics/metrics.ts'
import { takeSample } from '../../apps/server/src/platform/metrics/take-sample.ts'
import { system } from '../../apps/server/src/platform/process/clock.ts'
import { createLog } from '../../apps/server/src/platform/process/log.ts'
import { notifyOfLeftSteps } from '../../apps/server/src/players/factors/second-steps.ts'
import { forgetExpired } from '../../apps/server/src/players/forget-expired.ts'
import { rewardWaiting } from '../../apps/server/src/referral/reward-waiting.ts'
import { finishLeftRounds } from '../../apps/server/src/rounds/finish-left-rounds.ts'
import { freshDatabase, type TestDatabase } from '../../apps/server/test/database/fresh-database.ts'
import { setCatalogue } from '../../apps/server/test/players/player.ts'
import { seeds } from '../../apps/server/test/seeds.ts'
import { apiEnvironment } from '../http/api-child.ts'
import { grow } from './grow.ts'
import { makeHeavyPlayer, makeLongHistory } from './make-heavy-player.ts'
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
/** In hex. */
let oldRules: string
/** The day on which most rounds of Guess number ended. */
let busyDay: string
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
  owner = new pg.Client(db.ownerUrl)
  await owner.connect()
  // PostgreSQL's own housekeeping would read among the calls, once a minute.
  await owner.query('alter index ledger.movements_at set (autosummarize = off)')
  await owner.query('alter index ledger.rounds_unpaid set (autosummarize = off)')
  await grow({ ...db, from: 0, players, say: () => undefined })
  await makeHeavyPlayer(owner, busy.id)
  await openMany()
  await payOut()
  await seeAllPlayers()
  await fillOver()
  oldRules = await changeRules()
  const { rows: days } = await owner.query(
    `select since::text from activity.game_returns where span = 'day' and game = 1
     order by rounds desc limit 1`,
  )
  busyDay = days[0].since
  settled = new Map()
  for (const { id } of [usual, busy]) {
    const { rows } = await owner.query(
      'select round_id from ledger.rounds where player_id = $1 order by placed_at limit 1',
      [id],
    )
    settled.set(id, transactionIdOf(id, rows[0].round_id))
  }
  await owner.query('select pg_stat_force_next_flush()')
})
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
 * The house has credited more deposits than a call may read, all as the chain says, and has seen a
 * gift.
 */
async function payOut(): Promise<void> {
  for (const fill of [
    `insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce, opened_block,
       opened_balance, scanned_block, scanned_hash, balance, head)
     select 1, h, left(h, 42), 'FKR', '0x' || repeat('b', 40), 9000, 0, 0, 9000, h, 0, 9000
     from (select '0x' || repeat('a', 64) as h)`,
    `create temp table paid as
     select n, player_id, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
            '0x' || encode(sha256(n::text::bytea), 'hex') as hash
     from (${everyone}) w where n <= ${mostRows * 1.5}`,
    `insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
     select n, 0, player_id, id, hash, '0x00' from paid`,
    `insert into cashier.operations (player_id, operation_id, kind, state, amount, address, nonce,
       signed_at, mined_hash, mined_block, credited)
     select player_id, id, 'deposit', 'confirmed', 100, '0x' || repeat('c', 40), n, now(), hash, n,
       100
     from paid`,
    `insert into cashier.transfers (block, log_index, hash, sender, receiver, units, is_signed)
     select n, 0, hash, '0x' || repeat('c', 40), '0x' || repeat('b', 40), 1e18, true from paid`,
    `insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
     select 5, 1, '0x' || repeat('d', 64), '0x' || repeat('c', 40), address, 5e18
     from cashier.house`,
    'select cashier.note_agreeing()',
    'select cashier.note_agreeing()',
  ])
    await owner.query(fill)
  const { rows } = await owner.query('select units from cashier.unmatched')
  expect(rows).toHaveLength(1)
}

/**
 * Everyone comes back, and the statistics are from a day on which everyone's session had run out.
 */
async function seeAllPlayers(): Promise<void> {
  await owner.query("update players.sessions set last_seen_at = now() - interval '1 day'")
  await owner.query('analyze players.sessions')
  await owner.query("update players.sessions set last_seen_at = now() - interval '2 minutes'")
  await owner.query('vacuum players.sessions')
}

const everyone = 'select player_id, row_number() over (order by player_id) as n from ledger.wallets'

/**
 * Adds notices and breaks, most of them over, acts, and a year of what the house owed, which
 * players have checked, and sweeps the movements so far.
 */
async function fillOver(): Promise<void> {
  for (const fill of [
    `insert into support.notices (player_id, kind, title, words, from_at, until_at, made_by,
       published_at)
     select case when n % 20 = 0 then ${usual.id} end, 'service', 'Hello', 'There you are.',
       now() - interval '1 day' - n * interval '1 min', now() - n * interval '1 min', 'Asha', now()
     from generate_series(1, 6000) n`,
    `insert into support.notices (kind, title, words, from_at, until_at, made_by, published_at)
     select 'service', 'Hello', 'There you are.', now() + begin, now() + interval '9 days', 'Asha',
       now()
     from unnest('{-1 day,1 day}'::interval[]) begin`,
    `insert into ledger.breaks (player_id, kind, until, ends_at)
     select player_id, 'timeout', now() + ending, now() + ending
     from (${everyone}) w, lateral (
       select (3000 - n) * interval '-1 min' + interval '-1 day' as ending) e where n < 3000`,
    `insert into ledger.breaks (player_id, kind, until, ends_at)
     values (${other.id}, 'timeout', now() + '9 days', now() + '9 days')`,
    'update activity.safety_counted set upto = now()',
    `select operator.record('Asha', 'to look at it', 'find-player', 'id ' || n)
     from generate_series(1, ${mostRows * 3}) n`,
    `insert into solvency.snapshots (snapshot, announced_at, block, taken_at, owed, ledger_owes,
       held, root, size, players, signature)
     select to_char(day, 'YYYYMMDD"T"HH24MISS"Z"'), day, 1, day, 100, 100, 200, sha256('x'), 1, 1,
       '0x' || repeat('a', 130)
     from generate_series(now() - interval '1 year', now(), '1 day') day`,
    `insert into solvency.checks (player_id, snapshot)
     select player_id, snapshot from solvency.snapshots, (${everyone}) w where n <= 10`,
    'vacuum analyze support.notices, ledger.breaks, operator.acts, solvency.checks',
  ])
    await owner.query(fill)
}

/** Rounds of Mines of the last 40 days get other rules than those before. Answers the old ones. */
async function changeRules(): Promise<string> {
  const { rows } = await owner.query<{ old: string }>(
    `select encode(rules_hash, 'hex') as old from ledger.games where game = 2`,
  )
  for (const change of [
    `update ledger.rounds r set rules_hash = g.rules_hash from ledger.games g
     where g.game = 3 and r.game = 2 and r.settled_at >= $1`,
    `update activity.game_returns r set rules_hash = g.rules_hash from ledger.games g
     where g.game = 3 and r.game = 2 and r.span = 'day' and r.since >= $1`,
  ])
    await owner.query(change, [dayBefore(40)])
  return rows[0]?.old ?? ''
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const settledRound = () => settled.get(me.id) as string

/** The input of each call, or why it isn't called. */
const inputs: {
  readonly [N in CallName]: (() => Input<Contract[N]['call']>) | string
} = {
  sendCode: () => ({ email: 'new@example.com', name: 'A' }),
  checkCode: () => ({ email: 'new@example.com', name: 'A', code: '' }),
  signUp: () => ({
    name: 'A',
    mobile: '9876543210',
    password: 'x1y2z3',
    email: 'new@example.com',
    inviteCode: '',
  }),
  forgotPassword: () => ({ email: 'new@example.com' }),
  resetPassword: () => ({ token: 'unknown', newPassword: 'x1y2z3' }),
  readSecurity: () => undefined,
  endSession: () => ({ id: 'none' }),
  endOtherSessions: 'ends the sessions that the others need; found by their index on players',
  freezeAccount: () => ({ token: 'unknown' }),
  logIn: () => ({ mobile: '6999999999', password: 'wrong' }),
  logOut: 'ends the session that the others need; it deletes by the primary key',
  verifyPlayer: () => ({ player: me.id }),
  giveSecondFactor: () => ({ code: '123456' }),
  startTotp: () => undefined,
  confirmTotp: () => ({ code: '123456' }),
  removeTotp: () => undefined,
  passkeyOptions: () => ({ purpose: 'confirm' }),
  addPasskey: () => ({ attestation: 'nothing' }),
  removePasskey: () => ({ id: 'nothing' }),
  sendConfirmation: () => undefined,
  confirmSession: () => ({ code: '123456' }),
  readProfile: () => ({ player: me.id }),
  updateProfile: () => ({
    player: me.id,
    name: 'Meera Nair',
    email: `p${me.id - benchPlayer(0).id}@example.com`,
    mobile: `600000${me.id - benchPlayer(0).id}`,
    showName: false,
  }),
  changePassword: () => ({ player: me.id, newPassword: 'x1y2z3' }),
  changePicture: 'takes a form; it writes one row of the profile',
  listGames: () => undefined,
  listPopularGames: () => undefined,
  listTopPlayers: () => undefined,
  listTopWinners: () => undefined,
  listTodayActivity: () => ({ player: me.id, timeZone: 'UTC', limit: 20 }),
  listPreviousActivity: () => ({ player: me.id, timeZone: 'UTC', limit: 20 }),
  totalActivity: () => ({
    player: me.id,
    timeZone: 'UTC',
    from: '2026-01-01',
    to: '2026-12-31',
  }),
  exportHistory: () => ({ player: me.id, timeZone: 'UTC', format: 'csv' }),
  readBalances: () => ({ player: me.id }),
  listTransactions: () => ({ player: me.id, limit: 20 }),
  exportAccount: () => undefined,
  closeAccount: 'ends the account that the others need; it looks up primary keys',
  describeChain: 'needs the house, which the worker opens',
  challengeWallet: () => ({ address: `0x${'c3'.repeat(20)}` }),
  linkWallet: () => ({ message: 'no', signature: '0x00' }),
  requestDeposit: 'needs the chain',
  readDeposit: () => ({ transactionId: settledRound() }),
  unlinkWallet: () => ({ address: `0x${'c3'.repeat(20)}` }),
  cancelDeposit: () => ({ transactionId: settledRound() }),
  requestWithdrawal: () => ({ player: me.id, amount: fkr(500) }),
  readWithdrawal: () => ({ transactionId: settledRound() }),
  listOpenOperations: () => ({ player: me.id }),
  sendMoney: () => ({ player: me.id, amount: fkr(10), receiver: other.id }),
  moveToDeposit: () => ({ player: me.id, amount: fkr(1), from: 'win' }),
  findReceiver: () => ({ receiver: other.id }),
  readInvite: () => ({ player: me.id }),
  readReferralTerms: () => undefined,
  readFees: () => undefined,
  listTeam: () => ({ player: me === busy ? busy.id : benchPlayer(0).id, limit: 20 }),
  listEarnings: () => ({ player: me === busy ? busy.id : benchPlayer(0).id, limit: 20 }),
  placeBet: () => ({ player: me.id, stake: fkr(10), gameId: 3 }),
  acknowledgeCredit: () => ({ player: me.id, status: 'Win', payout: fkr(15), gameId: 1 }),
  confirmBet: () => ({
    player: me.id,
    transactionId: settledRound(),
    stake: fkr(10),
    gameId: 1,
  }),
  playMove: () => ({ player: me.id, transactionId: settledRound(), move: { spin: true } }),
  acknowledgeRound: () => ({
    player: me.id,
    transactionId: settledRound(),
    stake: fkr(10),
    status: 'Win',
    payout: fkr(15),
    gameId: 1,
  }),
  acknowledgeLoss: () => ({ player: me.id, transactionId: settledRound(), gameId: 1 }),
  readLimits: () => undefined,
  playHistory: () => ({ by: 'month', limit: 20 }),
  // A first limit on losses sums its period too, once: no player can have another first one soon.
  setLimit: () => ({ kind: 'stake', period: null, amount: fkr(1_000_000) }),
  confirmLimit: () => ({ kind: 'stake', period: null }),
  setReminder: () => ({ minutes: null }),
  takeBreak: 'ends the bets that the others need; it writes by the primary key',
  acknowledgeReminder: () => undefined,
  setBirthDate: () => ({ birthDate: '2000-02-29' }),
  declineDepositLimit: () => undefined,
  listOpenRounds: () => ({ player: me.id }),
  readFairness: () => ({ player: me.id }),
  rotateSeed: () => ({ player: me.id }),
  readReceiptKey: () => undefined,
  listSolvency: () => undefined,
  noteSolvencyCheck: 'there is no snapshot: tried by take-snapshots.test.ts',
  readSolvencyProof: 'there is no snapshot: tried by take-snapshots.test.ts',
  readProof: () => ({ transactionId: settledRound() }),
  nameRound: () => ({ player: me.id, transactionId: settledRound(), isNamed: true }),
  readRoundName: () => ({ transactionId: settledRound() }),
  readReceiptProof: () => ({ transactionId: settledRound(), receipt: 'end' }),
  openCase: () => ({
    player: me.id,
    chainHash: `0x${'12'.repeat(32)}`,
    amount: fkr(5),
    event: 'deposit',
  }),
  listCases: () => ({ player: me.id }),
  writeToSupport: 'takes a form; it writes a case and a message by their keys',
  writeAsVisitor: () => ({ email: 'visitor@example.com', text: 'Where is it?' }),
  listThreads: () => ({ player: me.id }),
  readThread: () => ({ player: me.id, caseId: 100_001 }),
  readMessagePicture: () => ({
    player: me.id,
    picture: '00000000-0000-4000-8000-000000000000',
  }),
  listNotices: () => ({ player: me.id, limit: 20 }),
  markNoticesRead: () => ({ player: me.id }),
  readTerms: () => undefined,
  acceptTerms: () => ({ terms: '00000000-0000-4000-8000-000000000000' }),
  followEvents: 'a stream; its looks are measured by bench/event-streams.ts',
}

/**
 * Rows and index entries read since the statistics began, by table. Connections report theirs when
 * they end.
 */
async function reads(): Promise<Map<string, number>> {
  // What this connection has read itself counts now, not seconds later among a call's reads.
  await owner.query('select pg_stat_force_next_flush()')
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

/** Runs something on connections of its own; answers the tables of which it read too many rows. */
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
  // A connection's process reports its reads before it ends.
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
  const call: Call = contract[name].call
  const { query, body } = encodeInput(call, input)
  const fields = Object.entries(query ?? {}).map(([field, value]) => [field, String(value)])
  const answer = await app.inject({
    method: call.method,
    url: `/api/${call.path}?${new URLSearchParams(fields)}`,
    headers: { cookie: `sid=${me.token}` },
    ...(body && { payload: body }),
  })
  await app.close()
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  expect(answer.body).not.toContain('"Invalid request"')
}

/** What reads all rows of a player, and why. */
const readsWhole: { readonly [N in CallName]?: string } = {
  totalActivity: 'the first one counts what there is; LIMIT-07 holds the later ones',
  exportHistory: 'all of a period, in pages',
  exportAccount: 'all of a player, in pages',
  readBalances: 'the locks of all rewards are judged anew',
  listEarnings: 'each level counts its friends',
}

/** What the worker reads each time that it is asked for its metrics. */
async function scrape(database: Database): Promise<void> {
  const metrics = new Registry()
  measureWorker(metrics, database)
  expect(await textOf(metrics)).toContain('pipkin_queue_length')
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

test('the team of a player with most friends, before the accounts are vacuumed', async () => {
  // No page is marked as visible to all: an index alone is no cheaper than the table.
  await owner.query('update players.accounts set name = name')
  await owner.query('analyze players.accounts')
  me = busy
  const input = { player: busy.id, limit: 20 }
  const read = await readTooMuch((database) => ask(database, 'listTeam', input))
  me = usual
  await owner.query('vacuum analyze players.accounts')
  expect(read).toEqual([])
})

describe('the history of a player with 100,000 rounds reads what it shows, and no more', () => {
  const long = benchPlayer(1_236)
  beforeAll(() => makeLongHistory(owner, long.id, 100_000))

  test.for(['session', 'day', 'month'] as const)('by %s', async (by) => {
    me = long
    const input = { by, limit: 20 }
    const read = await readTooMuch((database) => ask(database, 'playHistory', input))
    me = usual
    expect(read).toEqual([])
  })
})

test('a bet and its moves read a few rows', async () => {
  const bet = async (database: Database) => {
    await ask(database, 'placeBet', { player: me.id, stake: fkr(10), gameId: 2 })
  }
  expect(await readTooMuch(bet)).toEqual([])
})

test('bets at once, and moves at once, read a few rows', async () => {
  const bets = await owner.query(
    'select player_id from ledger.wallets where player_id <> all ($1) order by player_id limit 60',
    [[usual.id, busy.id, other.id]],
  )
  const ids = bets.rows.map(({ player_id }) => player_id)
  const all = (value: string) => `array_fill(${value}, array[60])`
  const text = `select answer from ledger.place_bets($1, array(
      select gen_random_uuid() from generate_series(1, 60)), ${all('3::smallint')},
    ${all('1000::bigint')}, ${all("'x'::text")}, ${all('null::bytea')}, ${all('null::bytea')},
    ${all('null::text')}, ${all('null::bytea')}, ${all('true')}, ${all('0')},
    ${all('null::bigint')}, ${all('null::bigint')}, ${all('null::integer')}, ${all('0')},
    ${all('null::integer')}, ${all('null::jsonb')})`
  const placed: object[] = []
  const bet = async (database: Database) => {
    const rows = await database.rows<{ answer: object }>({ name: 'at-once', text }, [ids])
    placed.push(...rows.filter(({ answer }) => 'placed' in answer))
  }
  expect(await readTooMuch(bet)).toEqual([])
  expect(placed).toHaveLength(60)

  const { rows: open } = await owner.query(
    `select distinct on (player_id) player_id, round_id from ledger.rounds
     where player_id = any ($1) and status = 'pending' and moves = '[]'`,
    [ids],
  )
  const moves = `select answer from ledger.store_moves_of_rounds($1, $2, ${all('0')},
    ${all("'[{}]'::jsonb")}, ${all('null::ledger.round_status')}, ${all('null::bigint')},
    ${all('null::uuid')}, ${all('null::text')}, ${all('null::bytea')}, ${all('false')},
    ${all('null::integer')})`
  const stored: object[] = []
  const move = async (database: Database) => {
    const columns = [open.map((row) => row.player_id), open.map((row) => row.round_id)]
    const rows = await database.rows<{ answer: object }>({ name: 'moves', text: moves }, columns)
    stored.push(...rows.filter(({ answer }) => 'stored' in answer))
  }
  expect(await readTooMuch(move)).toEqual([])
  expect(stored).toHaveLength(60)
})

test('the limit of bets a day reads the rounds of a day, not all of them', async () => {
  await owner.query('update ledger.games set rounds_a_day = 1000000 where game = 1')
  const text = `select ledger.place_bet($1, gen_random_uuid(), 1::smallint, 1000, 'x', null, null, null, null, true)`
  const bet = (database: Database) => database.rows({ name: 'paced', text }, [busy.id])
  expect(await readTooMuch(bet)).toEqual([])
})

test.for<[string, (database: Database) => Promise<unknown>]>([
  ['the sweep of replies', forgetReplies],
  [
    'the sweep of left rounds',
    (database) =>
      finishLeftRounds({
        database,
        surroundings: system,
        seeds,
        onError: ({ message }) => expect.unreachable(message),
      }),
  ],
  ['the sweep of left log-ins', notifyOfLeftSteps],
  ['the sweep of waiting rewards', (database) => rewardWaiting(database)],
  ['the sweep of the figures', (database) => figureSweep(database)()],
  ['the sweep of limits that are nearly used', countSafety],
  ['a sample of health', takeSample],
  ['a scrape of the metrics', scrape],
])('%s: what there is to do, and no more', async ([, sweep]) => {
  expect(await readTooMuch(sweep, db.workerUrl)).toEqual([])
})

test('the sweep of the directory: what there is to do, and no more', async () => {
  // By statistics from before it may think that all sessions have run out, and look at all.
  await owner.query('analyze players.sessions')
  const sweep = (database: Database) => forgetExpired(database, { idleMs: 7_200_000 })
  expect(await readTooMuch(sweep, db.workerUrl)).toEqual([])
})

test('the sums of an hour and of a day read a day of payouts and of acts, not all', async () => {
  for (const fill of [
    `create temp table sent as
     select n + 10000 as n, ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid as id,
            '0x' || encode(sha256(n::text::bytea || 'sent'), 'hex') as hash
     from generate_series(1, ${mostRows * 3}) n`,
    `insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
     select n, 0, ${other.id}, id, hash, '0x00' from sent`,
    `insert into cashier.operations (player_id, operation_id, kind, state, amount, fee,
       settings_version, own_part, address, nonce, at, signed_at, mined_hash, mined_block)
     select ${other.id}, id, 'withdrawal', 'confirmed', 100, 10, 1, 0, '0x' || repeat('c', 40), n,
       now() - interval '2 days', now() - interval '2 days', hash, n
     from sent`,
    `select operator.record('Asha', 'to pay it', 'releasePayout', 'it ' || n)
     from generate_series(1, ${mostRows * 3}) n`,
    'alter table operator.acts disable trigger acts_stay',
    "update operator.acts set at = at - interval '2 days'",
    'alter table operator.acts enable trigger acts_stay',
    'vacuum analyze cashier.operations, operator.acts',
    'select pg_stat_force_next_flush()',
  ])
    await owner.query(fill)
  const sums = `select cashier.pays_too_much(100), cashier.asks_too_much(o.player_id, 100, s),
      desk.takes_two('releasePayout',
        jsonb_build_object('player', o.player_id, 'operation', o.operation_id))
    from cashier.settings s, cashier.operations o
    where player_id = ${other.id} and operation_id = '00000000-0000-4000-9000-000000000001'`
  const sum = (database: Database) => database.rows({ name: 'sums', text: sums })
  expect(await readTooMuch(sum, db.ownerUrl)).toEqual([])
})

test("the operator's list reads what waits", async () => {
  expect(await readTooMuch((database) => listWaiting({ database }), db.operatorUrl)).toEqual([])
})

const found = (text: string) => ({ state: 'open' as const, text, limit: 20 })

test.for<[string, (database: Database) => Promise<unknown>]>([
  ['payouts', (database) => listPayouts({ database }, { limit: 20 })],
  ['a player’s page', (database) => readPlayer({ database }, { player: usual.id as PlayerId })],
  ['players by name', (database) => searchPlayers({ database }, { text: 'zz' })],
  ['a player by id', (database) => searchPlayers({ database }, { text: String(usual.id) })],
  [
    'returns',
    (database) => listReturns({ database, playersUrl: null }, { span: 'day', limit: 50 }),
  ],
  [
    'rounds of all games',
    (database) => listGameRounds({ database, playersUrl: null }, { limit: 50 }),
  ],
  [
    'a game’s rounds that ended in a day',
    async (database) => {
      const input = { game: 1, of: 'ended', span: 'day', since: busyDay, limit: 20 } as const
      expect(await listGameRounds({ database, playersUrl: null }, input)).toMatchObject({
        answer: { rounds: { length: 20 } },
      })
    },
  ],
  [
    'a game’s rounds by rules that were taken back long ago',
    async (database) => {
      const input = { game: 2, of: 'ended', rulesHash: oldRules, limit: 50 } as const
      expect(await listGameRounds({ database, playersUrl: null }, input)).toMatchObject({
        answer: { rounds: { length: 50 } },
      })
    },
  ],
  ['a game', (database) => readGame({ database }, { game: 3 })],
  ['open cases', (database) => listInbox({ database }, { state: 'open', limit: 20 })],
  ['closed cases', (database) => listInbox({ database }, { state: 'closed', limit: 20 })],
  ['cases by words', (database) => listInbox({ database }, found('never came'))],
  ['a player’s cases', (database) => listInbox({ database }, found(String(usual.id)))],
  ['a case', (database) => readCase({ database }, { case: 100_001 })],
  [
    'a player’s rounds',
    (database) =>
      listRounds({ database, playersUrl: null }, { player: busy.id as PlayerId, limit: 20 }),
  ],
  ['acts', (database) => listActs({ database }, { limit: 50 })],
  ['audits', (database) => listAudits({ database }, { limit: 20 })],
  ['the audit under way', (database) => readAskedAudit({ database })],
  ['money by day', (database) => readMoney({ database }, { by: 'day' })],
  ['money by month', (database) => readMoney({ database }, { by: 'month' })],
  ['snapshots', (database) => listSnapshots({ database }, { limit: 60 })],
  ['deposits', (database) => listMovements({ database }, { kind: 'deposit', limit: 50 })],
  [
    'the deposits of a month',
    (database) => {
      const start = `${dayBefore(30).slice(0, 7)}-01`
      return listMovements({ database }, { kind: 'deposit', by: 'month', start, limit: 50 })
    },
  ],
  [
    'unmatched transfers',
    async (database) =>
      expect(await listUnmatched({ database })).toMatchObject({ answer: [{ amount: fkr(5) }] }),
  ],
  [
    'what waits now',
    async (database) => {
      const none = { sum: zero, count: 0 }
      const sums = async () => ({
        wallets: { deposit: zero, bonus: zero, win: zero, referral: zero },
        stakes: none,
        payouts: zero,
        held: zero,
      })
      expect(await readNow({ database }, { operator: 1 }, sums)).toMatchObject({
        answer: { unexplained: 1 },
      })
    },
  ],
  ['health of a day', (database) => readHealth({ database }, { span: 'day' })],
  ['health of a month', (database) => readHealth({ database }, { span: 'month' })],
  ['fees and limits', (database) => readFeeSettings({ database })],
  ['versions', (database) => listVersions({ database }, 'cashier', { limit: 50 })],
  ['referral terms', (database) => readReferralTerms({ database })],
  ['the referral programme', (database) => readReferral({ database })],
  ['rewards that wait', (database) => listWaitingRewards({ database })],
  ['deposits under way', (database) => listUnderWay({ database }, { kind: 'deposit', limit: 50 })],
  ['referrers', (database) => listReferrers({ database }, { limit: 50 })],
  ['rings', (database) => listRings({ database }, { limit: 50 })],
  ['a ring', (database) => readRing({ database }, { player: usual.id as PlayerId })],
  ['limits near their end', (database) => listNearLimits({ database }, { limit: 10 })],
  ['long sessions', (database) => listLongSessions({ database }, { limit: 50 })],
  [
    'breaks that last',
    async (database) => {
      const input = { kind: 'timeout', limit: 50 } as const
      expect(await listBreaks({ database }, input)).toMatchObject({
        answer: { breaks: [{ player: other.id }] },
      })
    },
  ],
  ['exclusions', (database) => listBreaks({ database }, { kind: 'exclusion', limit: 50 })],
  [
    'breaks that are over',
    (database) => listBreaks({ database }, { kind: 'timeout', over: 'yes', limit: 50 }),
  ],
  ['raises that wait', (database) => listPendingLimits({ database }, { limit: 50 })],
  ['reality checks', (database) => listRemindersSeen({ database }, { limit: 50 })],
  ['kept rewards', (database) => listKeptRewards({ database }, { limit: 50 })],
  [
    'a player’s limits and breaks',
    (database) => readPlayerSafety({ database }, { player: usual.id as PlayerId }),
  ],
  ['live notices', (database) => listHouseNotices({ database }, { state: 'live', limit: 50 })],
  [
    'scheduled notices',
    (database) => listHouseNotices({ database }, { state: 'scheduled', limit: 50 }),
  ],
  ['ended notices', (database) => listHouseNotices({ database }, { state: 'ended', limit: 50 })],
  ['versions of the terms', (database) => listTerms({ database })],
  ['who has accepted the terms', (database) => listAccepted({ database }, { limit: 50 })],
  [
    'what a player has accepted',
    (database) => listAccepted({ database }, { player: usual.id as PlayerId, limit: 50 }),
  ],
  ['acts about a player', (database) => listActs({ database }, { limit: 50, about: '12345678' })],
  ['acts of someone who did none', (database) => listActs({ database }, { limit: 50, who: 'Zoe' })],
  [
    'acts of a rare kind',
    (database) => listActs({ database }, { limit: 50, act: 'closeOperator' }),
  ],
  [
    'acts of a day without any',
    (database) => listActs({ database }, { limit: 50, from: '2020-01-01', to: '2020-01-01' }),
  ],
])('the back office reads what it shows, and no more: %s', async ([, read]) => {
  expect(await readTooMuch(read, db.operatorUrl)).toEqual([])
})

test('players near their limits: a page and a look at those who are due read no more', async () => {
  // When an API starts, it reads all limits: the other tests start one for each call.
  for (const fill of [
    `insert into ledger.limits (player_id, kind, period, amount, zone, base, base_at)
     select player_id, kind, period, 1000000, 'UTC', case kind when 'loss' then 0 end,
       case kind when 'loss' then now() - interval '8 days' end
     from (${everyone}) w, unnest('{loss,deposit}'::ledger.limit_kind[]) kind,
       unnest('{day,week}'::ledger.limit_period[]) period where n between 10 and 1010`,
    `insert into activity.near_limits (player_id, kind, period, part)
     select player_id, kind, period, 90 from ledger.limits where kind <> 'stake'`,
    `insert into activity.safety_looks (player_id, due_at)
     select player_id, case when n % 100 = 0 then now() end from (${everyone}) w
     where n between 10 and 1010`,
    'vacuum analyze ledger.limits, activity.near_limits, activity.safety_looks',
    'select pg_stat_force_next_flush()',
  ])
    await owner.query(fill)
  const page = async (database: Database) =>
    expect(await listNearLimits({ database }, { limit: 50 })).toMatchObject({
      answer: { limits: { length: 50 } },
    })
  expect(await readTooMuch(page, db.operatorUrl)).toEqual([])
  expect(await readTooMuch(countSafety, db.workerUrl)).toEqual([])
})

test('what reads everything is found', async () => {
  const scan = { name: 'scan', text: 'select sum(win) from ledger.movements' }
  expect(await readTooMuch((database) => database.rows(scan))).toEqual([
    expect.stringContaining('rows of ledger.movements'),
  ])
})
