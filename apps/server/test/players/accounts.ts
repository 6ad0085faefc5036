import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type CaughtMail, startMail } from '../../../local/src/mail/start-mail.ts'
import type { Caller } from '../../src/platform/http/call.ts'
import { type CookieKind, tokenHash } from '../../src/platform/http/cookies.ts'
import { system } from '../../src/platform/process/clock.ts'
import type { AccountDeps } from '../../src/players/account-deps.ts'
import { createAccountLimits } from '../../src/players/account-limits.ts'
import { signUp } from '../../src/players/accounts/sign-up.ts'
import { checkCode } from '../../src/players/codes/check-code.ts'
import { sendCode } from '../../src/players/codes/send-code.ts'
import { createFactorKeys } from '../../src/players/factors/factor-keys.ts'
import { createWebAuthn } from '../../src/players/factors/webauthn.ts'
import { startMails } from '../../src/players/mails/send-mails.ts'
import { createPasswords, type Passwords } from '../../src/players/passwords/passwords.ts'
import { findSession } from '../../src/players/sessions/find-session.ts'
import { traceNetworks } from '../../src/referral/trace-network.ts'
import { borrowDatabase } from '../database/borrowed-database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'
import { playRules } from '../rounds/play-rules.ts'
import { mailedCode } from './mailed-code.ts'
import { patientMailer } from './patient-mailer.ts'

export const publicUrl = new URL('https://pipkin.example')
export const sessionLife = { idleMs: 2 * 3_600_000, wholeMs: 7 * 86_400_000 }

/** A browser as the use cases see it: it keeps the cookies that it is given. */
export interface TestBrowser extends Caller {
  readonly cookies: Map<CookieKind, Buffer>
}

export interface Accounts extends TestDatabase {
  readonly deps: AccountDeps
  /** What was mailed, newest first. */
  mails(): readonly CaughtMail[]
  /** Ends the sending of mails that may wait. */
  stopMails(): Promise<void>
  /** The four digits of the newest mail with a code to an address. */
  codeFor(address: string): string
  browser(ip?: string, userAgent?: string): TestBrowser
  /** The browser with its session looked up, as a next request would have it. */
  withSession(browser: TestBrowser): Promise<TestBrowser>
  /** Signs a new player up, with the mailed code. */
  newPlayer(form?: Partial<NewPlayer>): Promise<NewPlayer & { id: number }>
}

export interface NewPlayer {
  readonly name: string
  readonly mobile: string
  readonly password: string
  readonly email: string
  readonly inviteCode: string
}

let made = 0
/** A sign-up form like no other of this process. */
export function someone(form: Partial<NewPlayer> = {}): NewPlayer {
  made += 1
  return {
    name: 'Meera Nair',
    mobile: String(9_000_000_000 + made),
    password: 'a long enough one',
    email: `meera.${made}@example.com`,
    inviteCode: '',
    ...form,
  }
}

const hashes = new Map<string, Promise<string>>()

/**
 * Players with the same password share its hash: making one takes as long as the rest of a sign-up.
 */
const hashOnce = (passwords: Passwords): Passwords => ({
  ...passwords,
  hash(password) {
    const hash = hashes.get(password) ?? passwords.hash(password)
    hashes.set(password, hash)
    // If this one fails, the next player tries again.
    hash.catch(() => hashes.delete(password))
    return hash
  },
})

/** A browser without cookies. */
function newBrowser(
  ip = '127.0.0.1',
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
): TestBrowser {
  const cookies = new Map<CookieKind, Buffer>()
  return {
    cookies,
    ip,
    userAgent,
    key: null,
    session: null,
    get presession() {
      const token = cookies.get('presession')
      return token ? tokenHash(token) : null
    },
    get device() {
      return cookies.get('device') ?? null
    },
    get secondStep() {
      const token = cookies.get('secondStep')
      return token ? tokenHash(token) : null
    },
    get passkeyBrowser() {
      return cookies.get('passkeyBrowser') ?? null
    },
    setCookie: (kind, token) => void cookies.set(kind, token),
    clearCookie: (kind) => void cookies.delete(kind),
  }
}

/** The real parts: a database for this test alone, a mail server. */
export async function openAccounts(limits = true): Promise<Accounts> {
  const db = await borrowDatabase()
  const factorKey = randomBytes(32)
  const mail = await startMail()
  const mailer = patientMailer(mail.smtpUrl, 'Pipkin <no-reply@example.com>')
  const mails = startMails({
    database: db.database,
    mailer,
    surroundings: system,
    publicUrl,
    onError: () => undefined,
  })
  const deps: AccountDeps = {
    config: {
      limits,
      session: sessionLife,
      publicUrl,
      holdMs: 86_400_000,
      factorKey,
      otherFactorKeys: [],
      linkedForMs: 86_400_000,
      profile: playRules('standard'),
    },
    database: db.database,
    surroundings: system,
    mailer,
    mails,
    passwords: createPasswords(system),
    limits: createAccountLimits(db.database, limits),
    factorKeys: createFactorKeys(factorKey),
    webauthn: createWebAuthn(publicUrl),
    seenFrom: traceNetworks(db.database, system, (error) => {
      throw error
    }),
  }
  return {
    ...db,
    deps,
    mails: mail.list,
    stopMails: mails.stop,
    codeFor: (address) => mailedCode(mail.list(), address),
    browser: newBrowser,
    async withSession(of) {
      const token = of.cookies.get('session')
      const session = token ? await findSession(db.database, sessionLife)(tokenHash(token)) : null
      const step = of.cookies.get('secondStep')
      const passkeyBrowser = of.cookies.get('passkeyBrowser') ?? null
      return { ...of, secondStep: step ? tokenHash(step) : null, passkeyBrowser, session }
    },
    async newPlayer(form) {
      const player = someone(form)
      const own = newBrowser()
      await sendCode(deps, { email: player.email, name: player.name }, own)
      const code = mailedCode(mail.list(), player.email)
      await checkCode(deps, { email: player.email, code }, own)
      const result = await signUp({ ...deps, passwords: hashOnce(deps.passwords) }, player, own)
      if (!result.ok) throw new Error(`not signed up: ${result.code}`)
      return { ...player, id: result.answer.player }
    },
    async close() {
      await mails.stop()
      await mail.stop()
      await db.close()
    },
  }
}

/** The same for this test alone; closed when the test has finished. */
export async function openAccountsForTest(limits = true): Promise<Accounts> {
  const accounts = await openAccounts(limits)
  onTestFinished(() => accounts.close())
  return accounts
}
