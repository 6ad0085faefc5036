import { beforeEach, expect, test } from 'vitest'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  sessionLife,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { wrongCode } from '../../../test/players/app-codes.ts'
import {
  addApp,
  addKey,
  forgetStep,
  type LoggedIn,
  logInTo,
  sessionOf,
  type TestApp,
} from '../../../test/players/factors.ts'
import { sql } from '../../platform/database/database.ts'
import { type CookieKind, tokenHash } from '../../platform/http/cookies.ts'
import { changePassword } from '../passwords/change-password.ts'
import { readSecurity } from '../security/read-security.ts'
import { endedSessions } from '../sessions/ended-sessions.ts'
import { findSession } from '../sessions/find-session.ts'
import { confirmSession } from './confirm-session.ts'
import { removePasskey } from './passkeys.ts'
import { removeTotp } from './totp.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
let own: LoggedIn
let app: TestApp
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  own = await logInTo(accounts, player)
  app = await addApp(accounts, own)
  own = await sessionOf(accounts, own)
  await expire()
})

const expire = () => accounts.owner.rows(sql`update players.sessions set confirmed_until = null`)
const token = (browser: TestBrowser): Buffer => browser.cookies.get('session')!
const find = (shown: Buffer) => findSession(accounts.database, sessionLife)(tokenHash(shown))

/** Moves the times at which tokens were given and ended back by some seconds. */
const pass = (seconds: number) =>
  accounts.owner.rows(
    sql`update players.sessions set token_given_at = token_given_at - $1 * interval '1 second',
        old_until = old_until - $1 * interval '1 second'`,
    [seconds],
  )

async function confirm(caller: LoggedIn) {
  await forgetStep(accounts)
  return confirmSession(accounts.deps, { code: await app.code() }, caller)
}

/** The browser as another tab's request has it, and what that one is given. */
function anotherTab(): Promise<LoggedIn> {
  const cookies = new Map(own.cookies)
  const setCookie = (kind: CookieKind, given: Buffer) => void cookies.set(kind, given)
  return sessionOf(accounts, { ...own, cookies, setCookie })
}

/** A copy of the token that the browser has now, as a thief has it. */
const copied = (browser: TestBrowser): Buffer => Buffer.from(token(browser))

test('a confirmation gives a new token, and a copy of the old one is never confirmed', async () => {
  const stolen = copied(own)
  expect(await confirm(own)).toMatchObject({ ok: true })
  expect(token(own)).not.toEqual(stolen)
  expect((await find(stolen))?.confirmedUntil).toBeNull()
  expect((await find(token(own)))?.confirmedUntil).toBeInstanceOf(Date)
  expect((await find(stolen))?.confirmedUntil).toBeNull()
})

test('the old token ends ten seconds after the new one was first shown, in streams too', async () => {
  const stolen = copied(own)
  const hash = tokenHash(stolen).toString('hex')
  const ended = () => endedSessions(accounts.database, sessionLife, new Set([hash]))
  await confirm(own)
  await find(token(own))
  await pass(9)
  expect(await find(stolen)).not.toBeNull()
  expect(await ended()).toEqual(new Set())
  await pass(1)
  expect(await find(stolen)).toBeNull()
  expect(await ended()).toEqual(new Set([hash]))
  expect(await find(token(own))).not.toBeNull()
})

test('SESSION-28 an answer that was lost logs no one out, and the next confirmation counts', async () => {
  const kept = copied(own)
  await confirm(own)
  const lost = token(own)
  await pass(60)
  own.cookies.set('session', kept)
  const again = await sessionOf(accounts, own)
  expect(again.session.confirmedUntil).toBeNull()
  expect(await confirm(again)).toMatchObject({ ok: true })
  expect((await sessionOf(accounts, own)).session.confirmedUntil).toBeInstanceOf(Date)
  expect(await find(lost)).toBeNull()
})

test('SESSION-29 of two confirmations at once one gives a token, in any order of the answers', async () => {
  const other = await anotherTab()
  const before = copied(own)
  await forgetStep(accounts)
  const codes = await Promise.all([app.code(0), app.code(1)])
  const answers = await Promise.all(
    [own, other].map((tab, n) => confirmSession(accounts.deps, { code: codes[n] }, tab)),
  )
  // One may find its code's step passed by the other's.
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  const given = [own, other].map(token).filter((each) => !each.equals(before))
  expect(given).toHaveLength(1)
  expect((await find(given[0]!))?.confirmedUntil).toBeInstanceOf(Date)
})

test('a tab with the old token confirms the session, and is given no other token', async () => {
  const other = await anotherTab()
  const before = copied(own)
  await confirm(own)
  await expire()
  expect(await confirm(other)).toMatchObject({ ok: true })
  expect(token(other)).toEqual(before)
  expect((await find(token(own)))?.confirmedUntil).toBeInstanceOf(Date)
})

test('SESSION-30 each change of a factor and of the password gives one, in the same session', async () => {
  const listed = own.session.id
  await confirm(own)
  await addKey(accounts, await renewed())
  const { passkeys } = await shown(await renewed())
  const id = passkeys[0]!.id
  last = Buffer.alloc(0)
  for (const change of [
    (caller: LoggedIn) => removePasskey(accounts.deps, { id }, caller),
    (caller: LoggedIn) => removeTotp(accounts.deps, caller),
    (caller: LoggedIn) => changePassword(accounts.deps, 'another one', caller),
  ])
    expect(await change(await renewed())).toMatchObject({ ok: true })
  const now = await renewed()
  expect(now.session.id).toBe(listed)
  expect((await shown(now)).sessions).toMatchObject([{ id: listed, current: true }])
})

async function shown({ session }: LoggedIn) {
  const security = await readSecurity(accounts.deps, session)
  if (!security.ok) throw new Error(security.code)
  return security.answer
}

let last: Buffer = Buffer.alloc(0)
/** The browser's session, under another token than at the last look. */
async function renewed(): Promise<LoggedIn> {
  const now = await sessionOf(accounts, own)
  expect(token(now)).not.toEqual(last)
  last = copied(now)
  return now
}

test.each([
  ['ten seconds after the new one was shown', true, 10],
  ['after a minute, though the new one was never shown', false, 60],
])('SESSION-30 a new password ends a copy of the old token %s', async (_, isShown, seconds) => {
  await confirm(own)
  own = await sessionOf(accounts, own)
  const stolen = copied(own)
  expect(await changePassword(accounts.deps, 'another one', own)).toMatchObject({ ok: true })
  if (isShown) await find(token(own))
  await pass(seconds - 1)
  expect(await find(stolen)).not.toBeNull()
  await pass(1)
  expect(await find(stolen)).toBeNull()
  expect(await find(token(own))).not.toBeNull()
})

test('a refused confirmation and a refused change give none', async () => {
  const before = copied(own)
  const code = wrongCode(app.secret)
  expect(await confirmSession(accounts.deps, { code }, own)).toMatchObject({ ok: false })
  expect(await removeTotp(accounts.deps, own)).toMatchObject({ code: 'confirmFirst' })
  expect(token(own)).toEqual(before)
  expect(await find(before)).not.toBeNull()
})
