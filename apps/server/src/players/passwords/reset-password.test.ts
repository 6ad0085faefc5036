import { fkr } from '@pipkin/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { startMail } from '../../../../local/src/mail/start-mail.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  publicUrl,
  someone,
} from '../../../test/players/accounts.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { createMailer, type Mailer } from '../../platform/process/mail.ts'
import { sendMoney } from '../../transfers/send-money.ts'
import { startMails } from '../mails/send-mails.ts'
import { logIn } from '../sessions/log-in.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { resetPassword } from './reset-password.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
})

const ask = (email = player.email, browser = accounts.browser()) =>
  forgotPassword(accounts.deps, { email }, browser)

const tokens = (email = player.email) =>
  accounts
    .mails()
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/reset-password#(\S+)/.exec(text)?.[1] ?? [])

/** Asks for a link and waits until `links` of them have been mailed in all. */
async function mailedToken(links = 1): Promise<string> {
  await ask()
  return vi.waitUntil(() => tokens().length === links && tokens()[0], patience)
}

const reset = (token: string, newPassword = 'another one', browser = accounts.browser()) =>
  resetPassword(accounts.deps, { token, newPassword }, browser)

async function loggedIn(as: Partial<NewPlayer> = {}) {
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, { ...player, ...as }, browser)).toMatchObject({ ok: true })
  const { session } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return { ...browser, session }
}

const over = { ok: false, code: 'linkOver' }

test('a mailed link sets a new password, once, and opens no session', async () => {
  const token = await mailedToken()
  const browser = accounts.browser()
  expect(await reset(token, 'another one', browser)).toMatchObject({ ok: true })
  expect(browser.cookies.size).toBe(0)
  await loggedIn({ password: 'another one' })
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({
    code: 'loginFailed',
  })
  expect(await reset(token, 'a third one')).toMatchObject(over)
})

test('AUTH-16 the link is the public address with 32 random bytes, and only their hash is kept', async () => {
  const token = await mailedToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(accounts.mails()[0]?.text).toContain(`https://pipkin.example/reset-password#${token}`)
  const kept = await accounts.owner.rows<{ token_hash: Buffer }>(
    sql`select token_hash from players.reset_links`,
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.token_hash.toString('base64url')).not.toBe(token)
})

test('AUTH-11 an address without an account is answered alike, does the same work, and is mailed nothing', async () => {
  const stranger = someone().email
  const known = await ask()
  expect(await ask(stranger)).toEqual(known)
  const rows = sql`select email from players.mails where kind = 'reset_link' order by asked_at`
  expect(await accounts.owner.rows(rows)).toEqual([{ email: player.email }, { email: stranger }])
  // Both mails are dealt with: the known one's is there, the other's never was.
  const waiting = sql`select from players.mails where next_try_at is not null`
  await vi.waitUntil(async () => (await accounts.owner.rows(waiting)).length === 0, patience)
  expect(tokens()).toHaveLength(1)
  expect(accounts.mails().filter(({ to }) => to === stranger)).toEqual([])
})

test('all sessions of the player end, those of others stay', async () => {
  const own = await loggedIn()
  const other = await accounts.newPlayer()
  const browser = accounts.browser()
  await logIn(accounts.deps, other, browser)
  await reset(await mailedToken())
  expect((await accounts.withSession(own)).session).toBeNull()
  expect((await accounts.withSession(browser)).session).not.toBeNull()
})

test('the browser that resets loses the cookie of its own ended session', async () => {
  const own = await loggedIn()
  expect(await reset(await mailedToken(), 'another one', own)).toMatchObject({ ok: true })
  expect(own.cookies.has('session')).toBe(false)
})

test('the owner is mailed that the password was reset', async () => {
  await reset(await mailedToken())
  const notice = () => accounts.mails().filter(({ subject }) => subject.includes('was reset'))
  await vi.waitUntil(() => notice().length === 1, patience)
  expect(notice()[0]).toMatchObject({ to: player.email })
  const changes = await accounts.owner.rows(sql`select player_id from players.password_changes`)
  expect(changes).toEqual([{ player_id: player.id }])
})

test('a link is good for 30 minutes', async () => {
  const ago = sql`update players.reset_links set mailed_at = now() - $1 * interval '1 second'`
  const token = await mailedToken()
  await accounts.owner.rows(ago, [1_801])
  expect(await reset(token)).toMatchObject(over)
  await accounts.owner.rows(ago, [1_790])
  expect(await reset(token)).toMatchObject({ ok: true })
})

test('AUTH-12 any change of the password ends the links, and a second request ends none', async () => {
  const first = await mailedToken()
  const second = await mailedToken(2)
  expect(await reset(first)).toMatchObject({ ok: true })
  expect(await reset(second)).toMatchObject(over)

  const third = await mailedToken(3)
  const own = await loggedIn({ password: 'another one' })
  // No log-in after a reset counts as a confirmation.
  await accounts.owner.rows(
    sql`update players.sessions set confirmed_until = now() + interval '5 minutes'`,
  )
  expect(await changePassword(accounts.deps, 'by hand', own)).toMatchObject({ ok: true })
  expect(await reset(third)).toMatchObject(over)
})

test('AUTH-13 a hundred uses of a link at once set one password', async () => {
  const token = await mailedToken()
  // Some find the queue of the hashes full.
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => reset(token, `password ${n}`)),
  )
  const done = answers.flatMap((answer, n) =>
    answer.status === 'fulfilled' && answer.value.ok ? [n] : [],
  )
  expect(done).toHaveLength(1)
  await loggedIn({ password: `password ${done[0]}` })
})

test('AUTH-14 a session that ended by a reset changes no password, however late its change comes', async () => {
  const own = await loggedIn()
  const token = await mailedToken()
  const both = await Promise.all([
    changePassword(accounts.deps, 'by hand', own),
    reset(token, 'by link'),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  // The same, with the reset first for certain: the change was let in while its session was alive.
  const late = await loggedIn({ password: await passwordThatWorks() })
  const second = await mailedToken(2)
  const changing = changePassword(
    {
      ...accounts.deps,
      passwords: {
        ...accounts.deps.passwords,
        async hash(password) {
          expect(await reset(second, 'by link')).toMatchObject({ ok: true })
          return accounts.deps.passwords.hash(password)
        },
      },
    },
    'by a thief',
    late,
  )
  expect(await changing).toMatchObject({ ok: false, code: 'noSession' })
  expect(await passwordThatWorks()).toBe('by link')
})

async function passwordThatWorks(): Promise<string> {
  for (const password of ['by link', 'by hand', 'by a thief']) {
    const answer = await logIn(accounts.deps, { ...player, password }, accounts.browser())
    if (answer.ok) return password
  }
  throw new Error('no password works')
}

const askedFor = sql`select from players.mails where kind = 'reset_link'`
// The event of a mail happened when the mail was asked for.
const later = sql`
  with events as (update players.security_events set at = at - $1 * interval '1 second')
  update players.mails set asked_at = asked_at - $1 * interval '1 second'`

test('AUTH-17 a flood of requests from a network mails five links at once, then one in ten minutes, for all spellings', async () => {
  const [name, host] = player.email.split('@')
  const spellings = [player.email, player.email.toUpperCase(), `${name}+a@${host}`]
  // A browser that knows another account counts as a stranger's.
  const stranger = await loggedIn(await accounts.newPlayer())
  const flood = async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(spellings[n % 3])))
    return answers.filter(({ ok }) => ok).length
  }
  expect(await flood()).toBe(5)
  for (const browser of [accounts.browser(), stranger])
    expect(await ask(player.email, browser)).toMatchObject({ code: 'tooMany' })
  await accounts.owner.rows(later, [600])
  expect(await flood()).toBe(1)
  expect(await accounts.owner.rows(askedFor)).toHaveLength(6)
})

test('AUTH-17 the many cookies of who had the password bring no more links', async () => {
  const thief = await loggedIn()
  await accounts.owner.rows(sql`update players.devices set has_tries = false`)
  for (let n = 0; n < 5; n += 1) await ask()
  expect(await ask(player.email, thief)).toMatchObject({ code: 'tooMany' })
})

test('AUTH-17 who has a /48 of IPv6 can ask for a thousand links from all its networks', async () => {
  const from = (ip: string) => ask(someone().email, accounts.browser(ip))
  expect(await from('2001:db8:1:1::1')).toMatchObject({ ok: true })
  await accounts.owner.rows(
    sql`update platform.limits set points = points + 999 where key like 'reset wide network:%'`,
  )
  expect(await from('2001:db8:1:2::1')).toMatchObject({ code: 'tooMany' })
  expect(await from('2001:db8:2:1::1')).toMatchObject({ ok: true })
})

test('AUTH-22 strangers use up none of the links of a browser that the account knows, and slow a new one down', async () => {
  const own = await loggedIn()
  for (let network = 1; network < 5; network += 1)
    for (let n = 0; n < 5; n += 1) await ask(player.email, accounts.browser(`192.0.2.${network}`))
  // Neighbours who use up what their network may ask for don't stop it, either.
  for (let n = 0; n < 100; n += 1) await accounts.deps.limits.resetsOfNetwork.take(own.ip)
  const late = accounts.browser('192.0.2.9')
  const refused = await ask(player.email, late)
  expect(refused).toMatchObject({ code: 'tooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeLessThanOrEqual(180_000)
  for (let n = 0; n < 5; n += 1) expect(await ask(player.email, own)).toMatchObject({ ok: true })
  expect(await ask(player.email, own)).toMatchObject({ code: 'tooMany' })
  await accounts.owner.rows(later, [180])
  expect(await ask(player.email, late)).toMatchObject({ ok: true })
  expect(await accounts.owner.rows(askedFor)).toHaveLength(21)
})

test('any address of the mailbox finds the account, and the mail goes to the one that it has', async () => {
  player = await accounts.newPlayer({ email: 'asha.rao@gmail.com' })
  await ask('Asha.R.ao+pots@googlemail.com')
  await vi.waitUntil(() => tokens().length === 1, patience)
  expect(accounts.mails().filter(({ subject }) => subject === 'A new password for Pipkin')).toEqual(
    [expect.objectContaining({ to: 'asha.rao@gmail.com' })],
  )
  // Elsewhere dots are part of the name.
  const other = await accounts.newPlayer({ email: 'asha.rao@example.com' })
  await ask('asharao@example.com')
  await vi.waitUntil(
    async () =>
      (
        await accounts.owner.rows(
          sql`select from players.mails
            where next_try_at is null and email = 'asharao@example.com'`,
        )
      ).length === 1,
    patience,
  )
  expect(tokens(other.email)).toEqual([])
})

test('a network asks for a hundred links an hour', async () => {
  const browser = accounts.browser('192.0.2.1')
  for (let n = 0; n < 100; n += 1) await accounts.deps.limits.resetsOfNetwork.take('192.0.2.1')
  expect(await ask(player.email, browser)).toMatchObject({ code: 'tooMany' })
  expect(await ask(player.email, accounts.browser('192.0.2.2'))).toMatchObject({ ok: true })
})

test('AUTH-15 money cannot leave for the time of the hold, and then it can', async () => {
  const { session: receiver } = await loggedIn(await accounts.newPlayer())
  await accounts.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 10000, chain => -10000)`,
    [player.id],
  )
  const { session: sender } = await loggedIn()
  const send = () =>
    sendMoney(
      { database: accounts.database, surroundings: system, config: { holdMs: 0 } },
      { player: sender.player, receiver: receiver.player, amount: fkr(10) },
      null,
    )
  await reset(await mailedToken())
  const { until } = await one(
    accounts.owner.rows<{ until: Date }>(
      sql`select ways_out_held_until as until from ledger.wallets where player_id = $1`,
      [player.id],
    ),
  )
  const wait = until.getTime() - Date.now()
  expect(wait).toBeGreaterThan(86_400_000 - 120_000)
  expect(wait).toBeLessThanOrEqual(86_400_000)
  expect(await send()).toMatchObject({ ok: false, code: 'waysOutHeld' })
  await accounts.owner.rows(
    sql`update ledger.wallets set ways_out_held_until = now() where player_id = $1`,
    [player.id],
  )
  expect(await send()).toMatchObject({ ok: true })
})

test('a mail that could not be sent is tried again', async () => {
  const mail = await startMail()
  const fails = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.c' })
  const works = createMailer({ smtpUrl: mail.smtpUrl, from: 'a@b.c' })
  await accounts.stopMails()
  await ask()
  const failed = Promise.withResolvers<unknown>()
  const around = {
    database: accounts.database,
    surroundings: system,
    publicUrl: new URL('https://pipkin.example'),
  }
  const first = startMails({ ...around, mailer: fails, onError: failed.resolve })
  await failed.promise
  await first.stop()
  expect(mail.list()).toEqual([])
  await accounts.owner.rows(sql`update players.mails set next_try_at = now()`)
  const second = startMails({ ...around, mailer: works, onError: () => undefined })
  await vi.waitUntil(() => mail.list().length === 1, patience)
  await second.stop()
  await mail.stop()
})

test('mail that was down for two days: the notices come then, and a reset without its link', async () => {
  await accounts.stopMails()
  const { owner, database, deps, mails } = accounts
  const notify = sql`select players.notify($1, 'large_send', '', '200 fkr')`
  const retry = sql`update players.mails set next_try_at = now() where next_try_at is not null`
  /** How many minutes each waiting mail waits for its next try. */
  const waits = async () =>
    (
      await owner.rows<{ minutes: number }>(
        sql`select round(extract(epoch from next_try_at - now()) / 60)::int as minutes
          from players.mails where next_try_at is not null order by minutes`,
      )
    ).map(({ minutes }) => minutes)
  /** Lets `hours` pass and the sender try, until this many mails have failed or still wait. */
  const sendAfter = async (hours: number, mailer: Mailer, until: number) => {
    await owner.rows(later, [hours * 3_600])
    await owner.rows(retry)
    let failed = 0
    const onError = () => {
      failed += 1
    }
    const sending = startMails({ database, surroundings: system, publicUrl, mailer, onError })
    const isOver = async () =>
      mailer === down ? failed === until : (await waits()).length === until
    await vi.waitUntil(isOver, patience)
    await sending.stop()
  }
  const down = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.c' })
  await ask()
  await owner.rows(notify, [player.id])
  await sendAfter(0.4, down, 2)
  expect(await waits()).toEqual([24, 24])
  await sendAfter(47, down, 2)
  expect(await waits()).toEqual([60, 60])
  await sendAfter(0.1, deps.mailer, 0)
  const told = mails().filter(({ text }) => text.includes('/not-me#'))
  expect(told.map(({ to, text }) => [to, text.split('\n')[0]]).toSorted()).toEqual([
    [player.email, 'A large amount was sent: 200 fkr.'],
    [player.email, 'A link to set a new password was asked for.'],
  ])
  // Later still a mail is given up, and others go out beside it.
  await owner.rows(notify, [player.id])
  await owner.rows(later, [48.1 * 3_600])
  await owner.rows(notify, [player.id])
  await sendAfter(0, deps.mailer, 1)
  expect(await waits()).toEqual([0])
})

test('an account that the house froze stays frozen under a new password, and says so', async () => {
  const token = await mailedToken()
  await accounts.owner.rows(sql`select players.freeze_by_house($1, true)`, [player.id])
  expect(await reset(token)).toMatchObject({ ok: true })
  expect(
    await logIn(accounts.deps, { ...player, password: 'another one' }, accounts.browser()),
  ).toMatchObject({ code: 'accountFrozenByHouse' })
  expect(
    await one(
      accounts.owner.rows(sql`select w.frozen from ledger.wallets w where player_id = $1`, [
        player.id,
      ]),
    ),
  ).toEqual({ frozen: true })
})
