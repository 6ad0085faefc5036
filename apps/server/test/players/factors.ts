import { one, sql } from '../../src/platform/database/database.ts'
import type { PlayerCaller } from '../../src/platform/http/call.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { addPasskey, passkeyOptions } from '../../src/players/factors/passkeys.ts'
import { confirmTotp, startTotp } from '../../src/players/factors/totp.ts'
import { logIn } from '../../src/players/sessions/log-in.ts'
import { type Accounts, type NewPlayer, publicUrl, type TestBrowser } from './accounts.ts'
import { codeOfStep, stepAt } from './app-codes.ts'
import { type Authenticator, softAuthenticator } from './authenticator.ts'

export type LoggedIn = TestBrowser & PlayerCaller

/** A browser with a session, as its next requests have it: each shows the token of that moment. */
export async function sessionOf(accounts: Accounts, browser: TestBrowser): Promise<LoggedIn> {
  const { session, ...rest } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return {
    ...rest,
    session: {
      ...session,
      get tokenHash() {
        const token = rest.cookies.get('session')
        return token ? tokenHash(token) : session.tokenHash
      },
    },
  }
}

/** A request of this browser that was let in and waits: it has shown the token of now. */
export const letIn = (browser: LoggedIn): LoggedIn => ({
  ...browser,
  cookies: new Map(browser.cookies),
  session: { ...browser.session },
})

/** Logs a player without a second factor in. */
export async function logInTo(
  accounts: Accounts,
  player: NewPlayer,
  browser = accounts.browser(),
): Promise<LoggedIn> {
  const result = await logIn(accounts.deps, player, browser)
  if (!result.ok) throw new Error(result.code)
  return sessionOf(accounts, browser)
}

/** A player's app: its codes, and the recovery codes that came with it. */
export interface TestApp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The code some steps from now. The enrolment has used the present one. */
  code(steps?: number): Promise<string>
}

/** Adds an authenticator app to a confirmed session. */
export async function addApp(accounts: Accounts, caller: PlayerCaller): Promise<TestApp> {
  const started = await startTotp(accounts.deps, caller)
  if (!started.ok) throw new Error(started.code)
  const { secret } = started.answer
  const code = (steps = 0) => appCode(accounts, secret, steps)
  const added = await confirmTotp(accounts.deps, { code: await code() }, caller)
  if (!added.ok) throw new Error(added.code)
  await forgetStep(accounts)
  return { secret, recoveryCodes: added.answer.recoveryCodes, code }
}

const clock = sql`select extract(epoch from clock_timestamp())::float8 as now`

/** The code of a secret by the database's time. */
export async function appCode(
  { owner }: Pick<Accounts, 'owner'>,
  secret: string,
  steps = 0,
): Promise<string> {
  const { now } = await one(owner.rows<{ now: number }>(clock))
  return codeOfStep(secret, stepAt(now) + steps)
}

/** As if half a minute had passed since the last code: the next one can be used. */
export async function forgetStep({ owner }: Pick<Accounts, 'owner'>): Promise<void> {
  await owner.rows(sql`alter table players.totp disable trigger totp_step_goes_forward`)
  await owner.rows(sql`update players.totp set last_step = last_step - 3 where secret is not null`)
  await owner.rows(sql`alter table players.totp enable trigger totp_step_goes_forward`)
}

/** Adds a passkey to a confirmed session. */
export async function addKey(
  accounts: Accounts,
  caller: PlayerCaller,
  authenticator: Authenticator = softAuthenticator(publicUrl.origin),
): Promise<Authenticator> {
  const options = await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)
  if (!options.ok) throw new Error(options.code)
  const attestation = authenticator.make(options.answer)
  const added = await addPasskey(accounts.deps, { attestation, name: 'Phone' }, caller)
  if (!added.ok) throw new Error(added.code)
  return authenticator
}
