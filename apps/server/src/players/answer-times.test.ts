import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAccountsForTest, publicUrl, someone } from '../../test/players/accounts.ts'
import { logInTo } from '../../test/players/factors.ts'
import { type Database, type Queryable, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import { noLimit } from '../platform/limits/limit.ts'
import { writeAsVisitor } from '../support/write-message.ts'
import type { AccountDeps } from './account-deps.ts'
import { createAccountLimits } from './account-limits.ts'
import { signUp } from './accounts/sign-up.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { checkCode } from './codes/check-code.ts'
import { sendCode } from './codes/send-code.ts'
import { linkTokenHash } from './mails/mailed-link.ts'
import { forgotPassword } from './passwords/forgot-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { giveSecondFactor } from './sessions/give-second-factor.ts'
import { logIn } from './sessions/log-in.ts'

/** The fastest quarter: now and then garbage is collected meanwhile. */
const quartile = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 2] ?? 0

/** Milliseconds that this process works, hashes in their threads too: a busy machine adds none. */
async function workTime(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The quartiles of two acts in ms, measured in turns. */
async function quartilesOf(acts: [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 15; turn += 1)
    for (const n of turn % 2 ? ([0, 1] as const) : ([1, 0] as const))
      times[n].push(await workTime(acts[n]))
  return [quartile(times[0]), quartile(times[1])] as const
}

/** What else goes on in the process may fall on one of the two for a while; a difference stays. */
async function expectAlike(known: () => Promise<unknown>, unknown: () => Promise<unknown>) {
  const measured: string[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const [a, b] = await quartilesOf([known, unknown])
    if (Math.abs(a - b) < 2 + 0.3 * Math.max(a, b)) return
    measured.push(`${a} and ${b} ms`)
  }
  expect.fail(`known and unknown differ: ${measured.join(', ')}`)
}

test('a number or an address that has an account is answered in the time of one that has none', async () => {
  const { deps, owner, browser, newPlayer } = await openAccountsForTest(false)
  const { mobile, email, password } = await newPlayer()
  const guarded = await newPlayer()
  await owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
    guarded.id,
  ])
  const logInTo = (number: string) => () =>
    logIn(deps, { mobile: number, password: 'a wrong one' }, browser())
  const ask = (address: () => string) => () =>
    sendCode(deps, { email: address(), name: '' }, browser())
  const forget = (address: () => string) => () =>
    forgotPassword(deps, { email: address() }, browser())
  // A browser that the account of the number knows.
  const own = browser()
  await logIn(deps, { mobile, password }, own)
  const guessFrom = (number: string) => () =>
    logIn(deps, { mobile: number, password: 'a wrong one' }, own)
  await expectAlike(guessFrom(mobile), guessFrom(someone().mobile))
  await expectAlike(
    forget(() => email),
    forget(() => someone().email),
  )
  await expectAlike(logInTo(mobile), logInTo(someone().mobile))
  await expectAlike(logInTo(guarded.mobile), logInTo(someone().mobile))
  await expectAlike(
    ask(() => email),
    ask(() => someone().email),
  )
})

type Outcome = { readonly ok: true } | { readonly ok: false; readonly code: string }

/**
 * What a call does, as a text: each statement, hash and mail in its order, and how it ends. Free of
 * chance, unlike its time.
 */
async function workOf(
  deps: AccountDeps,
  act: (deps: AccountDeps) => Promise<Outcome>,
): Promise<string> {
  const work: string[] = []
  const noted = <Q extends Queryable>(queryable: Q): Q => ({
    ...queryable,
    rows: (statement, values) => {
      work.push(statement.name)
      return queryable.rows(statement, values)
    },
  })
  const database: Database = {
    ...noted(deps.database),
    transaction: (inside) => deps.database.transaction((within) => inside(noted(within))),
  }
  const outcome = await act({
    ...deps,
    database,
    mailer: {
      ...deps.mailer,
      send(mail) {
        work.push('a mail')
        // Counts as work only of a call that waits until the mail is sent.
        return deps.mailer.send(mail).then(() => void work.push('sent'))
      },
    },
    passwords: {
      ...deps.passwords,
      hash(password) {
        work.push('a hash')
        return deps.passwords.hash(password)
      },
      matches(kept, password) {
        work.push('a hash')
        return deps.passwords.matches(kept, password)
      },
    },
  })
  return [...work, outcome.ok ? 'done' : outcome.code].join(', ')
}

/** What a passkey would answer without having been asked; its id is a digest of the number. */
function passkeyOf(mobile: string) {
  const id = hash('sha256', mobile, 'base64url')
  const data = { type: 'webauthn.get', challenge: 'a'.repeat(43), origin: publicUrl.origin }
  const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
  }
}

test('a call does the same work for a known and an unknown number or address', async () => {
  const accounts = await openAccountsForTest(false)
  const { deps, owner, browser, newPlayer } = accounts
  const [plain, guarded, frozen] = [await newPlayer(), await newPlayer(), await newPlayer()]
  await owner.rows(sql`update players.accounts set passkeys = 1 where player_id = $1`, [guarded.id])
  await owner.rows(sql`update players.accounts set frozen_from = now() where player_id = $1`, [
    frozen.id,
  ])
  await owner.rows(
    sql`insert into players.passkeys
        (credential_id, player_id, public_key, user_handle, counter, name)
      select sha256(convert_to(mobile, 'UTF8')), player_id, '', '', 0, '' from players.accounts`,
  )
  // An address that the browser with the pre-session has verified.
  const verified = someone().email
  await owner.rows(
    sql`insert into players.verified_addresses (presession_hash, email) values ($1, $2)`,
    [tokenHash(Buffer.alloc(32, 7)), verified],
  )
  const full = { ...noLimit, take: async () => 60_000 }
  const unlimited = {
    ofNetwork: noLimit,
    ofWideNetwork: noLimit,
    ofAddress: noLimit,
    ofAll: noLimit,
  }
  const known = [plain, guarded, frozen]
  const own = await logInTo(accounts, await newPlayer())
  const calls: Record<
    string,
    (given: { mobile: string; email: string }) => (deps: AccountDeps) => Promise<Outcome>
  > = {
    logIn:
      ({ mobile }) =>
      (by) =>
        logIn(by, { mobile, password: 'a wrong one' }, browser()),
    forgotPassword:
      ({ email }) =>
      (by) =>
        forgotPassword(by, { email }, browser()),
    sendCode:
      ({ email }) =>
      (by) =>
        sendCode(by, { email, name: '' }, browser()),
    checkCode:
      ({ email }) =>
      (by) =>
        checkCode(by, { email, code: '1234' }, withPresession()),
    signUp: (given) => (by) => signUp(by, { ...someone(), ...given }, withPresession()),
    // A passkey is known by its id.
    giveSecondFactor:
      ({ mobile }) =>
      (by) =>
        giveSecondFactor(by, { assertion: passkeyOf(mobile) }, withPasskeyBrowser()),
    // An address that this browser hasn't verified.
    // Otherwise the answer itself says that the number is taken.
    signUpWithUnknownInvite:
      ({ mobile }) =>
      (by) =>
        signUp(
          by,
          { ...someone(), mobile, email: verified, inviteCode: 'ABCDEFGH' },
          withPresession(),
        ),
    signUpBeyondTheLimit:
      ({ mobile }) =>
      (by) =>
        signUp(
          { ...by, limits: { ...by.limits, takenByNetwork: full } },
          { ...someone(), mobile, email: verified },
          withPresession(),
        ),
    writeAsVisitor:
      ({ email }) =>
      (by) =>
        writeAsVisitor({ ...by, visitors: unlimited }, { email, text: 'Hello' }, '192.0.2.1'),
    updateProfile:
      ({ email }) =>
      (by) =>
        updateProfile(by, { name: 'Meera', email, mobile: '' }, own),
  }
  const withPasskeyBrowser = () => {
    const own = browser()
    own.setCookie('passkeyBrowser', Buffer.alloc(32, 7), 60)
    return own
  }
  const withPresession = () => {
    const own = browser()
    own.setCookie('presession', Buffer.alloc(32, 7), 60)
    return own
  }
  for (const [name, call] of Object.entries(calls)) {
    const unknown = await workOf(deps, call(someone()))
    for (const player of known)
      expect({ name, work: await workOf(deps, call(player)) }).toEqual({ name, work: unknown })
  }
})

test('a log-in without a second factor costs a hash and five statements, those of its limits among them', async () => {
  const { deps, browser, newPlayer } = await openAccountsForTest(true)
  const player = await newPlayer()
  const own = browser()
  expect(await logIn(deps, player, own)).toMatchObject({ ok: true })
  const work = await workOf(deps, (by) =>
    logIn({ ...by, limits: createAccountLimits(by.database, true) }, player, own),
  )
  expect(work.match(/a hash/g)).toHaveLength(1)
  // Six before there were second factors: a device that the account knows has one limit, not two.
  expect(work.replace(/, done$/, '').split(', ')).toHaveLength(5 + 1)
})

test('a token that was never mailed is refused before anything is hashed, as one that is over', async () => {
  const { deps, owner, browser, newPlayer } = await openAccountsForTest(false)
  const player = await newPlayer()
  await owner.rows(
    sql`insert into players.reset_links (token_hash, player_id, mailed_at)
      values ($1, $2, now() - interval '1 hour')`,
    [linkTokenHash('over'), player.id],
  )
  const reset = (token: string) =>
    workOf(deps, (by) => resetPassword(by, { token, newPassword: 'another one' }, browser()))
  expect(await reset('over')).toBe(await reset('never mailed'))
  expect(await reset('over')).not.toContain('hash')
})
