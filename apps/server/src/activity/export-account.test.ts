import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpClient } from '../../test/calls/http-client.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { bringFriend, makePlayer } from '../../test/players/player.ts'
import { sessionOf } from '../../test/players/session-of.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { playSlot } from '../../test/rounds/play.ts'
import { mixedSeeds } from '../../test/seeds.ts'
import { type Database, type Statement, sql } from '../platform/database/database.ts'
import { createQueue } from '../platform/limits/queue.ts'
import { exportAccount } from './export-account.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ PIPKIN_RATE_LIMITS: 'on', LINKED_FOR_HOURS: '0' })
})
afterAll(() => server.close())

const owner = (statement: Parameters<RunningServer['db']['owner']['rows']>[0], values: unknown[]) =>
  server.db.owner.rows(statement, values)

/** The secrets of an app, a recovery code and a passkey. */
const factorSecrets = [
  'the secret of the app',
  'a recovery code, hashed, 32 byte',
  'the id of a passkey',
  'its public key',
  'the handle of its player',
]

interface Row {
  readonly transactionId: string
  readonly [column: string]: unknown
}
interface Exported {
  readonly account: Readonly<Record<string, unknown>>
  readonly balances: Readonly<Record<string, unknown>>
  readonly [list: string]: Row[] | Readonly<Record<string, unknown>>
}

const download = (player: SignedIn) =>
  fetch(`${server.url}/api/exportAccount`, {
    headers: { cookie: [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
const read = async (player: SignedIn): Promise<Exported & { [list: string]: Row[] }> =>
  (await download(player)).json()

test('WAY-14 the file holds all that is kept about the player, and names no other and no secret', async () => {
  const [player, friend] = [await server.player(), await server.player()]
  await owner(
    sql`update players.accounts set name = 'Farida Zaheer', email = 'farida@example.com'
      where player_id = $1`,
    [friend.id],
  )
  const { Transaction_Id, Return_Amt } = await playSlot(player)
  await player.post('nameRound', { User_Id: player.id, Transaction_Id, Named: true })
  await player.post('walletTransfer', {
    senderId: player.id,
    receiverId: friend.id,
    transferAmount: 5,
  })
  await owner(
    sql`update players.sessions set device = 'Firefox on Linux', network = '192.0.2.0'
      where player_id = $1`,
    [player.id],
  )
  const wallet = `0x${'ab'.repeat(20)}`
  await owner(sql`insert into cashier.addresses (address, player_id) values ($2, $1)`, [
    player.id,
    wallet,
  ])
  await player.post('paymentWithdrawal', {
    userId: player.id,
    amount: 20,
    Method: 'fkr',
    StatusMsg: 'Withdraw',
  })
  await owner(
    sql`insert into support.cases (case_id, player_id, event, tx_hash, amount)
      values (123456, $1, 'deposit', '0x' || repeat('c', 64), 1250)`,
    [player.id],
  )
  await owner(
    sql`with app as (
        insert into players.totp (player_id, secret, last_step) values ($1, $2, 1)
      ), codes as (
        insert into players.recovery_codes (player_id, encrypted) values ($1, $3)
      )
      insert into players.passkeys
        (credential_id, player_id, public_key, user_handle, counter, name)
      values ($4, $1, $5, $6, 0, 'Pixel 9')`,
    [player.id, ...factorSecrets.map((text) => Buffer.from(text))],
  )
  await owner(sql`update players.accounts set has_totp = true, passkeys = 1 where player_id = $1`, [
    player.id,
  ])
  await owner(sql`select players.notify($1, 'wallet_linked', 'Firefox on Linux', $2)`, [
    player.id,
    wallet,
  ])
  await player.post('setLimit', { kind: 'loss', period: 'day', amount: 30 })
  await player.post('setLimit', { kind: 'loss', period: 'day', amount: 90 })
  await player.post('setReminder', { minutes: 30 })
  await player.post('takeBreak', { kind: 'exclusion', length: '6m' })
  const brought = await makePlayer(server.db)
  await bringFriend(server.db, player.id, brought)

  const answer = await download(player)
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="pipkin-account.json"',
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  const file = JSON.parse(text) as Exported & { [list: string]: Row[] }
  expect(file.account).toMatchObject({ player: player.id, name: 'Meera Nair', broughtBy: null })
  expect(file.balances).toMatchObject({ deposit: 1_000 - 10 - 5 - 20, win: Return_Amt })
  expect(file.linkedWallets).toMatchObject([{ address: wallet, unlinkedAt: null }])
  expect(file.sessions).toMatchObject([{ device: 'Firefox on Linux', network: '192.0.2.0' }])
  expect(file.factors).toEqual({
    passkeys: [{ name: 'Pixel 9', createdAt: expect.any(String), lastUsedAt: null }],
    authenticatorApp: true,
    recoveryCodesLeft: 1,
  })
  expect(file.securityEvents).toMatchObject([
    { kind: 'wallet_linked', device: 'Firefox on Linux', detail: wallet },
    { kind: 'withdrawal_requested', detail: `20 fkr to ${wallet}` },
  ])
  expect(file.saferPlay).toMatchObject({
    reminderMinutes: 30,
    limits: [{ kind: 'loss', period: 'day', amount: 30, timeZone: 'UTC', pendingAmount: 90 }],
  })
  expect(file.limitChanges).toMatchObject([{ kind: 'loss', period: 'day', amount: 30 }])
  expect(file.breaks).toMatchObject([{ kind: 'exclusion', endsAt: null }])
  expect(file.rewardsKeptInABreak).toMatchObject([
    { level: 1, amount: 100, friend: `Player ••${String(brought).slice(-2)}` },
  ])
  expect(file.depositsAndWithdrawals).toMatchObject([
    { kind: 'withdrawal', state: 'requested', amount: 20, fee: 2, address: wallet },
  ])
  expect(file.namedRounds).toEqual([{ transactionId: Transaction_Id, namedAt: expect.any(String) }])
  expect(file.rounds).toMatchObject([{ transactionId: Transaction_Id, stake: 10 }])
  expect(file.transactions!.find(({ kind }) => kind === 'stake')).toMatchObject({
    deposit: -10,
    belongsTo: Transaction_Id,
  })
  expect(file.transactions!.find(({ kind }) => kind === 'send')).toMatchObject({
    deposit: -5,
    otherPlayer: `Player ••${String(friend.id).slice(-2)}`,
  })
  expect(file.supportCases).toMatchObject([{ number: 123456, amount: 12.5 }])

  for (const foreign of ['Farida', 'farida@', String(friend.id), String(brought)])
    expect(text).not.toContain(foreign)
  const secrets = await server.db.owner.rows<{ secret: string }>(
    sql`select encode(seed, 'hex') as secret from ledger.epochs where player_id = $1
      union all select encode(token_hash, 'hex') from players.sessions where player_id = $1
      union all select password_hash from players.accounts where player_id = $1`,
    [player.id],
  )
  expect(secrets.length).toBeGreaterThan(3)
  for (const secret of factorSecrets)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(Buffer.from(secret).toString(form))
  for (const seed of await mixedSeeds(server.db, player.id))
    expect(text).not.toContain(Buffer.from(seed).toString('hex'))
  for (const { secret } of secrets) expect(text).not.toContain(`"${secret}"`)
  for (const [, token = 'none'] of player.cookies) expect(text).not.toContain(token)
})

test('plays and signs of risk are in the file', async () => {
  const player = await server.player({})
  const play = randomUUID()
  await owner(
    sql`insert into ledger.plays (player_id, play_id, granted_at) values ($1, $2, now())`,
    [player.id, play],
  )
  await owner(sql`update ledger.wallets set play_granted_at = now() where player_id = $1`, [
    player.id,
  ])
  await owner(
    sql`insert into activity.risks (player_id, score, signs) values ($1, 3, '{"chasing": 4}')`,
    [player.id],
  )
  expect(await read(player)).toMatchObject({
    saferPlay: { playGrantedAt: expect.any(String) },
    plays: [{ play, grantedAt: expect.any(String), endedAt: null, registerKnowsOfEnd: false }],
    signsOfRisk: [{ score: 3, signs: { chasing: 4 }, countedAt: expect.any(String) }],
  })
})

/** Why no statement of the file names a table of players. */
const unnamed: Readonly<Record<string, string>> = {
  'activity.game_players': 'who is counted in a day: from rounds',
  'activity.large_returns': 'from rounds',
  'activity.long_sessions': 'from rounds',
  'activity.near_limits': 'from limits and transactions',
  'activity.referrers': 'a sum of rewards',
  'activity.risk_looks': 'when the sweep looks',
  'activity.risks': 'in the file, by ledger.kept_signs',
  'activity.safety_looks': 'when the sweep looks',
  'activity.spans': 'sums of rounds',
  'activity.winnings': 'a sum of rounds',
  'cashier.challenges': 'texts to sign, for minutes',
  'cashier.signed': "the house's own transactions, of depositsAndWithdrawals",
  'ledger.ahead': 'bets that a restore has lost',
  'ledger.carried': 'parts of transactions',
  'ledger.epochs': 'secret seeds',
  'ledger.play_marks': 'sums of transactions',
  'ledger.requests': 'answers that were given, to be given again',
  'ledger.signed_for': 'which accounts are one owner’s',
  'players.closed_accounts': 'of a closed account, which downloads nothing',
  'players.confirmation_codes': 'secrets, for an hour',
  'players.devices': 'hashes of cookies',
  'players.mails': 'mails on their way',
  'players.not_me_links': 'hashes of links',
  'players.passkey_challenges': 'hashes of challenges',
  'players.reset_links': 'hashes of links',
  'players.second_steps': 'hashes of cookies',
  'players.totp': 'a secret; the account says whether there is one',
  'referral.changed_friends': 'from rewards',
  'referral.friends': 'from rewards',
  'referral.rings': "the house's judgement of friends",
  'referral.traces': 'hashes of networks, and addresses of transactions',
  'referral.waiting_friends': 'from rewards',
  'solvency.leaves': 'from balances',
  'solvency.secrets': 'secrets',
}

test('every table of players is in the file, or is named with a reason', async () => {
  const player = await server.player({})
  let asked = ''
  const { database } = server.db
  const heard: Database = {
    ...database,
    rows<R extends object>(statement: Statement, values?: readonly unknown[]) {
      asked += statement.text
      return database.rows<R>(statement, values)
    },
  }
  const pages = createQueue({ atOnce: 1, waiting: 10 })
  const result = await exportAccount(
    { database: heard, pages },
    await sessionOf(server.db.owner, player),
  )
  if (!result.ok) throw new Error(result.code)
  for await (const _ of result.answer.content);
  const tables = await server.db.owner.rows<{ table: string }>(sql`
    select n.nspname || '.' || t.relname as table
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'player_id'
    where t.relkind in ('r', 'p') and not t.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`)
  const isAsked = (table: string) => new RegExp(`\\b${table}\\b`).test(asked)
  expect(tables.map(({ table }) => table).filter((table) => !isAsked(table))).toEqual(
    Object.keys(unnamed),
  )
})

test('a player with nothing has empty lists', async () => {
  const player = await server.player({})
  expect(await read(player)).toMatchObject({ rounds: [], rewards: [], supportCases: [] })
})

test.each([
  // Closed, frozen, logged out, or ended elsewhere.
  ['where its session ends', sql`delete from players.sessions where player_id = $1`],
  [
    'where a new password ends the token that it was asked with',
    sql`update players.sessions
      set old_hash = token_hash, old_until = now(), token_hash = sha256('new')
      where player_id = $1`,
  ],
])('COMP-20 a download breaks off %s', async (_, end) => {
  const player = await server.player()
  const pages = createQueue({ atOnce: 1, waiting: 10 })
  const deps = { database: server.db.database, pages }
  const result = await exportAccount(deps, await sessionOf(server.db.owner, player))
  if (!result.ok) throw new Error(result.code)
  let text = ''
  const readAll = async () => {
    for await (const piece of result.answer.content) {
      text += piece
      if (piece.includes('"linkedWallets"')) await owner(end, [player.id])
    }
  }
  await expect(readAll()).rejects.toThrow('the session of a download has ended')
  expect(text).not.toContain('"sessions"')
})

test('COMP-20 one whose session ends before its first page is refused, as without a session', async () => {
  const player = await server.player()
  const answer = await waitBehind(
    server.db,
    {
      by: server.db.owner,
      first: (inside) => inside.rows(sql`lock table support.notices_read`),
      last: (inside) =>
        inside.rows(sql`delete from players.sessions where player_id = $1`, [player.id]),
    },
    () => player.send('exportAccount', {}),
  )
  expect(answer).toMatchObject({ status: 401, body: { Status: false } })
})

test('six an hour, and none without a session', async () => {
  const player = await server.player()
  const answers = await Promise.all(Array.from({ length: 8 }, () => download(player)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), 429, 429])
  expect((await httpClient(server.url).send('exportAccount', {})).status).toBe(401)
})

test('a long history comes whole, in order and a page at a time', async () => {
  const player = await server.player({ deposit: fkr(0) })
  await owner(
    sql`insert into ledger.movements (player_id, at, movement_id, kind, deposit, chain)
      select $1, now() - interval '1 day' + (n / 3) * interval '1 s', gen_random_uuid(), 'deposit',
             1, -1
      from generate_series(1, 20000) n`,
    [player.id],
  )
  let [most, pieces] = [0, 0]
  const pages = createQueue({ atOnce: 1, waiting: 10 })
  const result = await exportAccount(
    { database: server.db.database, pages },
    await sessionOf(server.db.owner, player),
  )
  if (!result.ok) throw new Error(result.code)
  let text = ''
  for await (const piece of result.answer.content) {
    pieces += 1
    most = Math.max(most, piece.length)
    text += piece
  }
  const rows = (JSON.parse(text) as Exported & { [list: string]: Row[] }).transactions!
  expect(rows).toHaveLength(20_001)
  expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(20_001)
  const times = rows.map(({ at }) => String(at))
  expect(times).toEqual(times.toSorted().reverse())
  expect(pieces).toBeGreaterThan(40)
  expect(most).toBeLessThan(200_000)
})
