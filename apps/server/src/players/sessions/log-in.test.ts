import { expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  someone,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import { createQueue, TooBusy } from '../../platform/limits/queue.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { logIn } from './log-in.ts'

/** What counts as failed log-ins now. */
async function pointsOf({ owner }: Accounts) {
  const rows = await owner.rows<{ key: string; points: number }>(
    sql`select key, points from platform.limits`,
  )
  const of = (name: string) =>
    rows.find(({ key }) => key.startsWith(`log-in ${name}:`))?.points ?? 0
  return { network: of('network'), number: of('number') }
}

test('SESSION-01 opens a session under a new token, of which the hash is kept', async () => {
  const accounts = await openAccountsForTest()
  const { id, mobile, password, name } = await accounts.newPlayer()
  const own = accounts.browser()
  expect(await logIn(accounts.deps, { mobile, password }, own)).toMatchObject({
    ok: true,
    answer: { player: id, name, mobile },
  })
  expect((await accounts.withSession(own)).session).toMatchObject({ player: id })
  const kept = await accounts.owner.rows<{ token_hash: Buffer }>(
    sql`select token_hash from players.sessions`,
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.token_hash).not.toEqual(own.cookies.get('session'))
})

test('SESSION-02 logging in again ends the session that the browser had, and no other', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const [own, phone] = [accounts.browser(), accounts.browser()]
  await logIn(accounts.deps, player, phone)
  await logIn(accounts.deps, player, own)
  const before = { ...own, cookies: new Map(own.cookies) }
  await logIn(accounts.deps, player, await accounts.withSession(own))
  expect((await accounts.withSession(before)).session).toBeNull()
  expect((await accounts.withSession(own)).session).not.toBeNull()
  expect((await accounts.withSession(phone)).session).not.toBeNull()
})

test('SESSION-37 of sessions and browsers without end the newest hundred stay', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const [own, next] = [accounts.browser(), accounts.browser()]
  await logIn(accounts.deps, player, own)
  await accounts.owner.rows(
    sql`
    with tokens as (
      select sha256(convert_to(n::text, 'UTF8')) as hash from generate_series(1, 150) n
    ), devices as (
      insert into players.devices (device_hash, player_id, has_tries)
      select hash, player_id, false from tokens, players.accounts
    )
    insert into players.sessions (token_hash, player_id)
    select hash, player_id from tokens, players.accounts`,
  )
  await logIn(accounts.deps, player, next)
  expect((await accounts.withSession(own)).session).toBeNull()
  expect((await accounts.withSession(next)).session).not.toBeNull()
  expect(
    await accounts.owner.rows(
      sql`
      select (select count(*) from players.sessions) as sessions,
             (select count(*) from players.devices where has_tries) as tries,
             (select count(*) from players.devices where not has_tries) as others`,
    ),
  ).toEqual([{ sessions: 100n, tries: 2n, others: 100n }])
})

test('the first sign-in is noted once', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const first = async () => {
    await logIn(accounts.deps, player, accounts.browser())
    const [row] = await accounts.owner.rows<{ first_signed_in_at: Date | null }>(
      sql`select first_signed_in_at from players.accounts`,
    )
    return row?.first_signed_in_at
  }
  const at = await first()
  expect(at).toBeInstanceOf(Date)
  expect(await first()).toEqual(at)
})

test('AUTH-03 says the same for a wrong number and a wrong password, and costs one password hash', async () => {
  const accounts = await openAccountsForTest()
  const { mobile, password } = await accounts.newPlayer()
  const matches = vi.spyOn(accounts.deps.passwords, 'matches')
  const answers = [
    await logIn(accounts.deps, { mobile, password: 'wrong' }, accounts.browser()),
    await logIn(accounts.deps, { mobile: '9999999999', password }, accounts.browser()),
    await logIn(accounts.deps, { mobile, password: password.toUpperCase() }, accounts.browser()),
    await logIn(accounts.deps, { mobile, password: `${password} `.repeat(9) }, accounts.browser()),
  ]
  for (const answer of answers)
    expect(answer).toEqual({ ok: false, code: 'loginFailed', parts: {} })
  expect(matches).toHaveBeenCalledTimes(4)
})

test('AUTH-01 ten failures of a number in an hour, then it waits, with the right password too, and nothing is hashed', async () => {
  const accounts = await openAccountsForTest()
  const { mobile, password } = await accounts.newPlayer()
  const another = await accounts.newPlayer()
  const wrong = () => logIn(accounts.deps, { mobile, password: 'wrong' }, accounts.browser())
  const answers = await Promise.all(Array.from({ length: 20 }, wrong))
  expect(answers.filter((answer) => !answer.ok && answer.code === 'loginFailed')).toHaveLength(10)
  const matches = vi.spyOn(accounts.deps.passwords, 'matches')
  const refused = await logIn(accounts.deps, { mobile, password }, accounts.browser('192.0.2.9'))
  expect(refused).toMatchObject({ code: 'loginTooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeGreaterThan(3_500_000)
  expect(matches).not.toHaveBeenCalled()
  expect(await logIn(accounts.deps, another, accounts.browser())).toMatchObject({ ok: true })
})

const wrongFrom = (accounts: Accounts, mobile: string, browser: TestBrowser) =>
  logIn(accounts.deps, { mobile, password: 'wrong' }, browser)

test('AUTH-18 a stranger’s guesses never lock out a device that the account knows', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const own = accounts.browser('192.0.2.1')
  await logIn(accounts.deps, player, own)
  own.clearCookie('session')
  // From the owner's own network too, until number and network are both used up.
  for (let n = 0; n < 10; n += 1)
    await wrongFrom(accounts, player.mobile, accounts.browser('192.0.2.1'))
  for (let n = 0; n < 100; n += 1) await accounts.deps.limits.logInsOfNetwork.take('192.0.2.1')
  expect(await logIn(accounts.deps, player, accounts.browser('192.0.2.7'))).toMatchObject({
    code: 'loginTooMany',
  })
  expect(await logIn(accounts.deps, player, own)).toMatchObject({ ok: true })
  // Nor one that is doubted, since the password was reset.
  own.clearCookie('session')
  await accounts.owner.rows(sql`select players.doubt_devices($1)`, [player.id])
  expect(await logIn(accounts.deps, player, own)).toMatchObject({ ok: true })
  // The owner's log-in doesn't give the stranger another ten.
  expect(await wrongFrom(accounts, player.mobile, accounts.browser())).toMatchObject({
    code: 'loginTooMany',
  })
})

test('AUTH-19 a known device has ten guesses of its own, and uses up no other’s', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const own = accounts.browser()
  await logIn(accounts.deps, player, own)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => wrongFrom(accounts, player.mobile, own)),
  )
  expect(answers.filter((answer) => !answer.ok && answer.code === 'loginFailed')).toHaveLength(10)
  expect(await logIn(accounts.deps, player, own)).toMatchObject({ code: 'loginTooMany' })
  expect(await pointsOf(accounts)).toEqual({ network: 0, number: 0 })
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({ ok: true })
})

test('AUTH-24 ten browsers of an account have guesses of their own, however many cookies a thief made', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const browsers = Array.from({ length: 12 }, () => accounts.browser())
  for (const browser of browsers) await logIn(accounts.deps, player, browser)
  for (const browser of browsers) await wrongFrom(accounts, player.mobile, browser)
  expect(await pointsOf(accounts)).toEqual({ network: 2, number: 2 })
  // A year later new ones have theirs.
  await accounts.owner.rows(sql`update players.devices set known_at = known_at - interval '401 d'`)
  const later = accounts.browser()
  await logIn(accounts.deps, player, later)
  await wrongFrom(accounts, player.mobile, later)
  expect(await pointsOf(accounts)).toEqual({ network: 2, number: 0 })
})

test('AUTH-20 a device is known to the accounts that it logged in to, and to no other', async () => {
  const accounts = await openAccountsForTest()
  const [player, thief] = [await accounts.newPlayer(), await accounts.newPlayer()]
  const theirs = accounts.browser()
  await logIn(accounts.deps, thief, theirs)
  for (let n = 0; n < 10; n += 1) await wrongFrom(accounts, player.mobile, theirs)
  expect(await wrongFrom(accounts, player.mobile, theirs)).toMatchObject({ code: 'loginTooMany' })
  expect(await pointsOf(accounts)).toEqual({ network: 10, number: 10 })
})

const toldOf = (accounts: Accounts) =>
  accounts.owner.rows(sql`select kind, device from players.security_events`)

test('a log-in from a device that the account does not know is reported, its first one is not', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const own = accounts.browser()
  await logIn(accounts.deps, player, own)
  await logIn(accounts.deps, player, own)
  expect(await toldOf(accounts)).toEqual([])
  await logIn(accounts.deps, player, accounts.browser('192.0.2.9', 'Chrome/142.0 Windows'))
  expect(await toldOf(accounts)).toEqual([{ kind: 'new_device', device: 'Chrome on Windows' }])
  const mail = () => accounts.mails().find(({ subject }) => subject.includes('new device'))
  await vi.waitUntil(mail, patience)
  expect(mail()).toMatchObject({ to: player.email })
  expect(mail()?.text).toContain('from a new device: Chrome on Windows.')
})

test('AUTH-02 a network that sprays a hundred numbers waits; others do not', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  for (let n = 0; n < 100; n += 1)
    await accounts.deps.limits.logInsOfNetwork.take('2001:db8:1:2::/64')
  const fromThere = accounts.browser('2001:db8:1:2:ffff::1')
  expect(await logIn(accounts.deps, player, fromThere)).toMatchObject({ code: 'loginTooMany' })
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({ ok: true })
})

test('AUTH-10 who has a /48 of IPv6 sprays a thousand numbers from all its networks', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const fromThere = (n: number) => accounts.browser(`2001:db8:1:${n.toString(16)}::1`)
  const guess = (n: number) =>
    logIn(accounts.deps, { mobile: someone().mobile, password: 'wrong' }, fromThere(n))
  expect(await guess(1)).toMatchObject({ code: 'loginFailed' })
  // 999 more were refused.
  const key = 'log-in wide network:2001:db8:1::/48'
  expect(
    await accounts.owner.rows(
      sql`update platform.limits set points = points + 999 where key = $1 returning points`,
      [key],
    ),
  ).toEqual([{ points: 1_000 }])
  expect(await guess(2)).toMatchObject({ code: 'loginTooMany' })
  const next = accounts.browser('2001:db8:2::1')
  expect(await logIn(accounts.deps, player, next)).toMatchObject({ ok: true })
  // And its own devices get in from there.
  const device = next.cookies.get('device') ?? null
  expect(await logIn(accounts.deps, player, { ...fromThere(3), device })).toMatchObject({
    ok: true,
  })
})

test('log-ins that succeed use up no attempt', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  for (let n = 0; n < 9; n += 1)
    await logIn(accounts.deps, { ...player, password: 'wrong' }, accounts.browser())
  for (let n = 0; n < 12; n += 1)
    expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({ ok: true })
  expect(await pointsOf(accounts)).toEqual({ network: 9, number: 0 })
})

/** Log-ins at once, where a password is compared for so long that but one more can wait. */
async function crowdOf(size: number, accounts: Accounts, player: NewPlayer) {
  const queue = createQueue({ atOnce: 1, waiting: 1 })
  const { promise: compared, resolve: release } = Promise.withResolvers<void>()
  void queue(() => compared)
  const passwords = createPasswords(accounts.deps.surroundings, queue)
  let over = 0
  const crowd = Array.from({ length: size }, () =>
    logIn({ ...accounts.deps, passwords }, player, accounts.browser()).finally(() => (over += 1)),
  )
  const results = Promise.allSettled(crowd)
  await vi.waitUntil(() => over === size - 1, patience)
  release()
  return results
}

test('a crowd that logs in at once, behind one address, uses up no attempt', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  for (let n = 0; n < 95; n += 1) await accounts.deps.limits.logInsOfNetwork.take('127.0.0.1')
  const results = await crowdOf(20, accounts, player)
  const outcomes = results.map((result) =>
    result.status === 'rejected' ? result.reason.constructor : result.value.ok || result.value.code,
  )
  expect(new Set(outcomes)).toEqual(new Set([true, TooBusy, 'loginTooMany']))
  expect(await pointsOf(accounts)).toEqual({ network: 95, number: 0 })
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({ ok: true })
})

test('a log-in that breaks uses up no attempt', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const matches = () => Promise.reject(new Error('no thread'))
  const deps = { ...accounts.deps, passwords: { ...accounts.deps.passwords, matches } }
  await expect(logIn(deps, player, accounts.browser())).rejects.toThrow('no thread')
  expect(await pointsOf(accounts)).toEqual({ network: 0, number: 0 })
})

test('attempts that the limit refuses don’t count, and failed ones go on counting', async () => {
  const accounts = await openAccountsForTest()
  const { mobile } = await accounts.newPlayer()
  const wrong = () => logIn(accounts.deps, { mobile, password: 'wrong' }, accounts.browser())
  await Promise.all(Array.from({ length: 30 }, wrong))
  expect(await pointsOf(accounts)).toEqual({ network: 10, number: 10 })
})

test('AUTH-05 a password that changes in this moment opens no session', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const deps = {
    ...accounts.deps,
    passwords: {
      ...accounts.deps.passwords,
      async matches() {
        await accounts.owner.rows(sql`update players.accounts set password_hash = 'another'`)
        return true
      },
    },
  }
  const own = accounts.browser()
  expect(await logIn(deps, player, own)).toMatchObject({ code: 'loginFailed' })
  expect(own.cookies.size).toBe(0)
})

test('AUTH-04 when too many passwords wait, one more is asked to come again', async () => {
  const accounts = await openAccountsForTest(false)
  const player = await accounts.newPlayer()
  const results = await crowdOf(8, accounts, player)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(7)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooBusy)
  expect(results.some((result) => result.status === 'fulfilled' && result.value.ok)).toBe(true)
})

test('AUTH-04 of one network there are at most half of those who wait', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const { promise: released, resolve: release } = Promise.withResolvers<boolean>()
  let comparing = 0
  const matches = () => {
    comparing += 1
    return released
  }
  const deps = { ...accounts.deps, passwords: { ...accounts.deps.passwords, matches } }
  const from = (ip: string, n: number) =>
    logIn(deps, { mobile: String(9_000_000_000 + n), password: 'any' }, accounts.browser(ip))
  const waiting = Array.from({ length: 32 }, (_, n) => from(`2001:db8:7:${n}::1`, n))
  await vi.waitFor(() => expect(comparing).toBe(32), patience)
  const refused = from('2001:db8:7:ffff::1', 33).catch((error: unknown) => error)
  const other = logIn(deps, player, accounts.browser('2001:db8:8::1'))
  await vi.waitFor(() => expect(comparing).toBeGreaterThan(32), patience)
  release(true)
  expect(await refused).toBeInstanceOf(TooBusy)
  expect(await other).toMatchObject({ ok: true })
  await Promise.all(waiting)
  expect(await from('2001:db8:7:ffff::1', 33)).toMatchObject({ code: 'loginFailed' })
})

const wrong = [
  [{ mobile: '', password: '' }, 'Please enter your phone number and password'],
  [{ mobile: '', password: 'x' }, 'Please enter your phone number'],
  [{ mobile: '9876543210', password: '' }, 'Please enter your password'],
  [{ mobile: '९८७६५४३२१०', password: 'x' }, 'Please enter a valid 10-digit mobile number'],
  [{ mobile: '+919876543210', password: 'x' }, 'Please enter a valid 10-digit mobile number'],
  [{ mobile: "' or 1=1", password: 'x' }, 'Please enter a valid 10-digit mobile number'],
] as const

test('a wrong form is said before anything is looked up', async () => {
  const { deps, browser } = await openAccountsForTest()
  for (const [form, message] of wrong)
    expect(await logIn(deps, form, browser())).toMatchObject({
      code: 'invalidForm',
      parts: { message },
    })
})
