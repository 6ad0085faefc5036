import { beforeEach, expect, test } from 'vitest'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  sessionLife,
  someone,
} from '../../../test/players/accounts.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { readSecurity } from '../security/read-security.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { endedSessions } from './ended-sessions.ts'
import { logIn } from './log-in.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
})

async function loggedIn(as = player, browser = accounts.browser()) {
  expect(await logIn(accounts.deps, as, browser)).toMatchObject({ ok: true })
  const { session } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return { ...browser, session }
}
type LoggedIn = Awaited<ReturnType<typeof loggedIn>>

async function security({ session }: LoggedIn) {
  const result = await readSecurity(accounts.deps, session)
  if (!result.ok) throw new Error('no answer')
  return result.answer
}
/** The id by which a player sees their own session. */
const idOf = async (browser: LoggedIn) => (await security(browser)).sessions[0]?.id ?? ''
const isIn = async (browser: LoggedIn) => (await accounts.withSession(browser)).session !== null

test('the sessions are listed with device and network, this one first', async () => {
  const phone = await loggedIn(player, accounts.browser('2001:db8:1:2:3::4', chrome))
  const own = await loggedIn()
  const { sessions } = await security(own)
  expect(sessions).toMatchObject([
    { device: 'Firefox on Linux', network: '127.0.0.x', current: true },
    { device: 'Chrome on Android', network: '2001:db8:1:x', current: false },
  ])
  expect((await security(phone)).sessions[0]).toMatchObject({ device: 'Chrome on Android' })
})

test('SESSION-26 what names a session opens none', async () => {
  const own = await loggedIn()
  const id = await idOf(own)
  expect(id).not.toContain(own.session.tokenHash.toString('hex').slice(0, 8))
  expect(JSON.stringify(await security(own))).not.toContain(own.session.tokenHash.toString('hex'))
})

test('one session is ended, and its streams with it', async () => {
  const [own, phone] = [await loggedIn(), await loggedIn()]
  const other = (await security(own)).sessions.find(({ current }) => !current)
  expect(await endSession(accounts.database, { id: other!.id }, own)).toMatchObject({ ok: true })
  expect([await isIn(own), await isIn(phone)]).toEqual([true, false])
  const hash = phone.session.tokenHash.toString('hex')
  expect(await endedSessions(accounts.database, sessionLife, new Set([hash]))).toEqual(
    new Set([hash]),
  )
  expect(await endSession(accounts.database, { id: other!.id }, own)).toMatchObject({
    code: 'notFound',
  })
})

test('the own one is ended as by a log-out', async () => {
  const own = await loggedIn()
  const id = await idOf(own)
  expect(await endSession(accounts.database, { id }, own)).toMatchObject({ ok: true })
  expect(await isIn(own)).toBe(false)
  expect([...own.cookies.keys()]).toEqual(['device'])
})

test("SESSION-25 another player's session is not found, and goes on", async () => {
  const [own, other] = [await loggedIn(), await loggedIn(await accounts.newPlayer())]
  const id = await idOf(other)
  for (const asked of [id, id.toUpperCase(), '', 'none', "' or true"])
    expect(await endSession(accounts.database, { id: asked }, own)).toMatchObject({
      code: 'notFound',
    })
  expect(await isIn(other)).toBe(true)
})

test("all other sessions are ended, and no other player's", async () => {
  const other = await loggedIn(await accounts.newPlayer())
  const [own, phone, tablet] = [await loggedIn(), await loggedIn(), await loggedIn()]
  expect(await endOtherSessions(accounts.deps, own)).toMatchObject({ ok: true })
  expect([await isIn(own), await isIn(phone), await isIn(tablet)]).toEqual([true, false, false])
  expect(await isIn(other)).toBe(true)
  expect((await security(own)).sessions).toHaveLength(1)
})

test('SESSION-35 a copy of the cookie ends with the others, once the browser has its new one', async () => {
  const own = await loggedIn()
  const copy = { ...own, cookies: new Map(own.cookies) }
  expect(await endOtherSessions(accounts.deps, own)).toMatchObject({ ok: true })
  expect((await accounts.withSession(own)).session?.id).toBe(own.session.id)
  await accounts.owner.rows(
    sql`update players.sessions set old_until = old_until - interval '10 seconds'`,
  )
  expect([await isIn(own), await isIn(copy)]).toEqual([true, false])
})

test.each([
  [
    'all others',
    (own: LoggedIn) => endOtherSessions(accounts.deps, own),
    (other: LoggedIn) => endOtherSessions(accounts.deps, other),
  ],
  [
    'each other',
    (own: LoggedIn, other: LoggedIn) =>
      endSession(accounts.database, { id: other.session.id }, own),
    (other: LoggedIn, own: LoggedIn) =>
      endSession(accounts.database, { id: own.session.id }, other),
  ],
])(
  'SESSION-32 of two sessions that end %s in the same moment one stays',
  async (_, ours, theirs) => {
    const [own, thief] = [await loggedIn(), await loggedIn()]
    // Both wait, and go on one after the other.
    const lock = (inside: Queryable) =>
      inside.rows(sql`select players.lock_sessions($1)`, [player.id])
    const both = () => Promise.all([ours(own, thief), theirs(thief, own)])
    const answers = await waitBehind(accounts, { by: accounts.database, first: lock }, both)
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'noSession' })
    expect([await isIn(own), await isIn(thief)]).toEqual(answers.map(({ ok }) => ok))
  },
)

test('a session that is over by its age is not listed', async () => {
  await loggedIn()
  await accounts.owner.rows(sql`update players.sessions set last_seen_at = now() - interval '3 h'`)
  expect((await security(await loggedIn())).sessions).toHaveLength(1)
})

test('the events are the newest twenty, and only the own ones', async () => {
  const own = await loggedIn()
  const other = await accounts.newPlayer(someone())
  for (let n = 0; n < 25; n += 1)
    await accounts.database.rows(sql`select players.notify($1, 'large_send', '', '200 fkr')`, [
      n % 5 === 0 ? other.id : player.id,
    ])
  await accounts.database.rows(sql`select players.notify($1, 'totp_removed', 'Edge on Windows')`, [
    player.id,
  ])
  const { events } = await security(own)
  expect(events).toHaveLength(20)
  expect(events[0]).toMatchObject({ kind: 'totpRemoved', device: 'Edge on Windows' })
})

test('holds say what waits, until when and why', async () => {
  const own = await loggedIn()
  expect((await security(own)).holds).toEqual([])
  await accounts.database.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'reset')`, [
    player.id,
  ])
  await accounts.database.rows(sql`select players.notify($1, 'password_reset')`, [player.id])
  const why = 'your password was reset'
  const until = expect.any(Date)
  expect((await security(own)).holds).toEqual([
    { what: 'withdraw', until, why },
    { what: 'send', until, why },
  ])
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ('0x' || repeat('a', 40), $1)`,
    [player.id],
  )
  expect((await security(own)).holds).toEqual([
    { what: 'withdraw', until, why: 'your wallet was linked lately' },
  ])
})
