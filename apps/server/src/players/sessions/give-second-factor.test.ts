import { hash, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { secondPool } from '../../../test/database/second-pool.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  publicUrl,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { codeOfStep, wrongCode } from '../../../test/players/app-codes.ts'
import { softAuthenticator } from '../../../test/players/authenticator.ts'
import { addApp, addKey, forgetStep, logInTo, sessionOf } from '../../../test/players/factors.ts'
import { one, sql } from '../../platform/database/database.ts'
import { passkeyOptions, removePasskey } from '../factors/passkeys.ts'
import { startSecondStep } from '../factors/second-steps.ts'
import { changePassword } from '../passwords/change-password.ts'
import { giveSecondFactor } from './give-second-factor.ts'
import { logIn } from './log-in.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
})

/** The right password in a browser: the log-in waits for its second factor. */
async function passwordGiven(browser = accounts.browser(), by = player): Promise<TestBrowser> {
  const result = await logIn(accounts.deps, by, browser)
  expect(result).toMatchObject({ ok: true, answer: { secondFactor: expect.any(Array) } })
  return browser
}
const give = (given: { code?: string; assertion?: unknown }, browser: TestBrowser) =>
  giveSecondFactor(accounts.deps, given, browser)
const giveCode = (code: string, browser: TestBrowser) => give({ code }, browser)

const logInOptions = async (browser: TestBrowser) => {
  const result = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, browser)
  if (!result.ok) throw new Error(result.code)
  return result.answer
}
const sessions = async () =>
  (await accounts.owner.rows(sql`select from players.sessions where player_id = $1`, [player.id]))
    .length
/** What happened to the factors. Each log-in here is from a new device, too. */
const events = async () =>
  (
    await accounts.owner.rows<{ kind: string }>(
      sql`select kind from players.security_events
        where player_id = $1 and kind <> 'new_device' order by at`,
      [player.id],
    )
  ).map(({ kind }) => kind)

const entered = ({ id, name, mobile } = player) => ({
  ok: true,
  answer: { player: id, name, mobile },
})
/** Uses up a limit's attempts. */
const useUp = (key: string, attempts: number) =>
  accounts.owner.rows(sql`insert into platform.limits (key, points, expire) values ($1, $2, $3)`, [
    key,
    attempts,
    Date.now() + 60_000,
  ])
const over = { ok: false, code: 'secondStepOver' }
const wrong = { ok: false, code: 'factorWrong' }

test('the password of a player with a second factor opens no session; the code does', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, player, browser)).toMatchObject({
    ok: true,
    answer: { secondFactor: ['totp'] },
  })
  expect([...browser.cookies.keys()]).toEqual(['secondStep'])
  expect(await giveCode(await app.code(), browser)).toMatchObject(entered())
  expect([...browser.cookies.keys()]).toEqual(['session', 'device'])
  const { session } = await sessionOf(accounts, browser)
  const left = Number(session.confirmedUntil) - Date.now()
  expect(left).toBeGreaterThan(4 * 60_000)
  expect(left).toBeLessThanOrEqual(5 * 60_000 + 1_000)
})

test('a recovery code opens the session once, and the owner hears of it', async () => {
  const { recoveryCodes } = await addApp(accounts, await logInTo(accounts, player))
  expect(new Set(recoveryCodes).size).toBe(10)
  const typed = ` ${recoveryCodes[3]?.toLowerCase().replace('-', ' ')} `
  expect(await giveCode(typed, await passwordGiven())).toMatchObject(entered())
  expect(await giveCode(typed, await passwordGiven())).toMatchObject(wrong)
  expect(await giveCode(recoveryCodes[0] ?? '', await passwordGiven())).toMatchObject(entered())
  expect(await events()).toEqual(['totp_added', 'recovery_code_used', 'recovery_code_used'])
})

test('FACTOR-26 the database holds neither a secret of an app nor a recovery code', async () => {
  const { secret, recoveryCodes } = await addApp(accounts, await logInTo(accounts, player))
  const kept = await accounts.owner.rows<{ bytes: Buffer }>(sql`
    select secret as bytes from players.totp
    union all select encrypted from players.recovery_codes`)
  expect(kept).toHaveLength(11)
  const hashes = recoveryCodes.map((code) => hash('sha256', code.replace('-', ''), 'buffer'))
  for (const hidden of [secret, ...recoveryCodes, ...hashes])
    for (const { bytes } of kept) expect(bytes.includes(hidden)).toBe(false)
  // The secret of another account is no use in this one.
  const other = await accounts.newPlayer()
  await addApp(accounts, await logInTo(accounts, other))
  await accounts.owner.rows(
    sql`update players.totp set secret = (select secret from players.totp where player_id = $1),
      last_step = last_step + 1 where player_id = $2`,
    [other.id, player.id],
  )
  await expect(giveCode('123456', await passwordGiven())).rejects.toThrow()
})

test('FACTOR-04 a code works once, and none of an earlier step after it', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  const code = await app.code()
  expect(await giveCode(code, await passwordGiven())).toMatchObject(entered())
  expect(await giveCode(code, await passwordGiven())).toMatchObject(wrong)
  expect(await giveCode(await app.code(-1), await passwordGiven())).toMatchObject(wrong)
  expect(await giveCode(await app.code(1), await passwordGiven())).toMatchObject(entered())
})

test('FACTOR-05 the code that has enrolled the app opens no session', async () => {
  const caller = await logInTo(accounts, player)
  const { secret } = await addApp(accounts, caller)
  // By the step that it has used: on a busy machine the next one may have begun.
  const { used } = await one(
    accounts.owner.rows<{ used: number }>(sql`
      update players.totp set last_step = last_step + 3 returning last_step::float8 as used`),
  )
  for (const step of [used - 1, used])
    expect(await giveCode(codeOfStep(secret, step), await passwordGiven())).toMatchObject(wrong)
})

test('a code of more than a step ago or ahead is wrong', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  for (const steps of [-3, 3])
    expect(await giveCode(await app.code(steps), await passwordGiven())).toMatchObject(wrong)
})

/** A hundred browsers in which the password was given, without the hundred hashes. */
async function hundredWaiting(): Promise<TestBrowser[]> {
  const account = await one(
    accounts.owner.rows<{ player_id: number; password_hash: string }>(
      sql`select player_id, password_hash from players.accounts where player_id = $1`,
      [player.id],
    ),
  )
  const browsers = Array.from({ length: 100 }, () => accounts.browser())
  for (const browser of browsers) await startSecondStep(accounts.deps, account, browser, '')
  return browsers
}

/** A hundred requests in the same moment, half of them at another API process. */
async function inParallel(act: (deps: Accounts['deps']) => Promise<{ ok: boolean }>) {
  const second = secondPool(accounts.url, 10)
  const others = { ...accounts.deps, database: second }
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, n) => act(n % 2 ? accounts.deps : others)),
  )
  return results.filter(({ ok }) => ok).length
}

test('FACTOR-06 a hundred uses of one step of the app in the same moment open one session', async () => {
  accounts = await openAccountsForTest(false)
  player = await accounts.newPlayer()
  const app = await addApp(accounts, await logInTo(accounts, player))
  const browsers = await hundredWaiting()
  const code = await app.code()
  let n = 0
  const before = await sessions()
  expect(
    await inParallel((deps) => giveSecondFactor(deps, { code }, browsers[n++] as TestBrowser)),
  ).toBe(1)
  expect(await sessions()).toBe(before + 1)
})

test('FACTOR-07 a hundred uses of one recovery code in the same moment open one session', async () => {
  accounts = await openAccountsForTest(false)
  player = await accounts.newPlayer()
  const { recoveryCodes } = await addApp(accounts, await logInTo(accounts, player))
  const browsers = await hundredWaiting()
  const code = recoveryCodes[0] ?? ''
  let n = 0
  expect(
    await inParallel((deps) => giveSecondFactor(deps, { code }, browsers[n++] as TestBrowser)),
  ).toBe(1)
})

test('FACTOR-08 a hundred answers to one challenge in the same moment open one session', async () => {
  accounts = await openAccountsForTest(false)
  player = await accounts.newPlayer()
  const key = await addKey(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  const options = await logInOptions(browser)
  const answers = Array.from({ length: 100 }, () => key.sign(options))
  let n = 0
  expect(
    await inParallel((deps) =>
      giveSecondFactor(deps, { assertion: answers[n++] }, { ...browser, secondStep: null }),
    ),
  ).toBe(1)
})

test('one second step opens one session, also with another request in the same moment', async () => {
  accounts = await openAccountsForTest(false)
  player = await accounts.newPlayer()
  const { recoveryCodes } = await addApp(accounts, await logInTo(accounts, player))
  const browser = await passwordGiven()
  const { secondStep } = browser
  const results = await Promise.all(
    recoveryCodes.map((code) => giveCode(code, { ...browser, secondStep })),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  // The others used up no recovery code.
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toHaveLength(9)
})

test('FACTOR-15 a second step is of no use in another browser', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  await passwordGiven()
  expect(await giveCode(await app.code(), accounts.browser())).toMatchObject(over)
  const guessed = { ...accounts.browser(), secondStep: Buffer.alloc(32) }
  expect(await giveCode(await app.code(), guessed)).toMatchObject(over)
})

test('FACTOR-16 a second step ends with any change of the password', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  const browser = await passwordGiven()
  expect(await changePassword(accounts.deps, 'another one', caller)).toMatchObject({
    ok: true,
  })
  expect(await giveCode(await app.code(), browser)).toMatchObject(over)
})

test('FACTOR-16 a second step is compared with the password of its own player', async () => {
  const other = await accounts.newPlayer({ password: 'a different one' })
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  const theirs = await addApp(accounts, await logInTo(accounts, other))
  expect(await giveCode(await app.code(), await passwordGiven())).toMatchObject(entered())
  const [own, others] = [await passwordGiven(), await passwordGiven(accounts.browser(), other)]
  expect(await changePassword(accounts.deps, 'another one', caller)).toMatchObject({ ok: true })
  expect(await giveCode(await app.code(1), own)).toMatchObject(over)
  expect(await giveCode(await theirs.code(), others)).toMatchObject(entered(other))
})

test('FACTOR-17 a second step is good for five minutes', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  const ago = sql`
    update players.second_steps set started_at = clock_timestamp() - $1 * interval '1 second'`
  const late = await passwordGiven()
  await accounts.owner.rows(ago, [301])
  expect(await giveCode(await app.code(), late)).toMatchObject(over)
  const early = await passwordGiven()
  await accounts.owner.rows(ago, [290])
  expect(await giveCode(await app.code(), early)).toMatchObject(entered())
})

test('FACTOR-18 each step of a log-in gives new tokens, and keeps none that was there', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  const planted = Buffer.alloc(32, 7)
  const browser = accounts.browser()
  browser.cookies.set('secondStep', planted).set('session', planted).set('presession', planted)
  await passwordGiven(browser)
  expect(browser.cookies.get('secondStep')).not.toEqual(planted)
  const step = browser.cookies.get('secondStep')
  await passwordGiven(browser)
  expect(browser.cookies.get('secondStep')).not.toEqual(step)
  expect(await giveCode(await app.code(), browser)).toMatchObject(entered())
  expect(browser.cookies.get('session')).not.toEqual(planted)
  expect(browser.cookies.has('secondStep')).toBe(false)
})

test('the session that a browser had ends with the new one', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  const before = await sessions()
  await logIn(accounts.deps, player, caller)
  const again = await sessionOf(accounts, caller)
  expect(await giveCode(await app.code(), again)).toMatchObject(entered())
  expect(await sessions()).toBe(before)
})

test('FACTOR-27 a first factor that is added in this moment is asked for', async () => {
  const deps = {
    ...accounts.deps,
    passwords: {
      ...accounts.deps.passwords,
      async matches() {
        await accounts.owner.rows(sql`update players.accounts set has_totp = true`)
        return true
      },
    },
  }
  const browser = accounts.browser()
  expect(await logIn(deps, player, browser)).toMatchObject({ code: 'loginFailed' })
  expect(browser.cookies.size).toBe(0)
})

test('a passkey alone logs in, without a number or a password', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  const options = await logInOptions(browser)
  expect(options).toMatchObject({ rpId: 'pipkin.example', userVerification: 'required' })
  expect(options).toMatchObject({ allowCredentials: undefined })
  expect(await give({ assertion: key.sign(options) }, browser)).toMatchObject(entered())
  expect((await sessionOf(accounts, browser)).session.confirmedUntil).not.toBeNull()
})

test('after the password, the passkeys of that player alone answer', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const other = await accounts.newPlayer()
  const stranger = await addKey(accounts, await logInTo(accounts, other))
  const browser = await passwordGiven()
  const asked = await logInOptions(browser)
  expect(asked).toMatchObject({ allowCredentials: [{ type: 'public-key' }] })
  expect(await give({ assertion: stranger.sign(asked) }, browser)).toMatchObject(wrong)
  const again = await logInOptions(browser)
  expect(await give({ assertion: key.sign(again) }, browser)).toMatchObject(entered())
})

test('FACTOR-09 what a passkey signed works once, in the browser that asked, for five minutes', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  const assertion = key.sign(await logInOptions(browser))
  const { passkeyBrowser } = browser
  const elsewhere = { ...accounts.browser(), passkeyBrowser: Buffer.alloc(32) }
  expect(await give({ assertion }, accounts.browser())).toMatchObject(over)
  expect(await give({ assertion }, elsewhere)).toMatchObject(over)
  expect(await give({ assertion }, browser)).toMatchObject(entered())
  expect(await give({ assertion }, { ...browser, passkeyBrowser })).toMatchObject(over)

  const late = key.sign(await logInOptions(browser))
  await accounts.owner.rows(
    sql`update players.passkey_challenges set asked_at = asked_at - interval '301 seconds'`,
  )
  expect(await give({ assertion: late }, browser)).toMatchObject(over)
})

const { origin } = publicUrl
test.each([
  ['another origin', { origin: 'https://pipkin.example.evil.example' }],
  ['the origin with a port', { origin: `${origin}:8443` }],
  ['the origin without https', { origin: 'http://pipkin.example' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['a parent of the RP id', { rpId: 'example' }],
  ['no user verification', { unverified: true }],
  ['the signature of a registration', { type: 'webauthn.create' }],
  ['the handle of another player', { userHandle: 'AAAA' }],
] as const)('FACTOR-10 a passkey that signed for %s opens no session', async (_, odd) => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  const assertion = key.sign(await logInOptions(browser), odd)
  expect(await give({ assertion }, browser)).toMatchObject(wrong)
  // The challenge is used all the same.
  const honest = key.sign({ challenge: challengeIn(assertion), rpId: 'pipkin.example' })
  expect(await give({ assertion: honest }, browser)).toMatchObject(over)
})

const challengeIn = ({ response }: { response: { clientDataJSON: string } }): unknown =>
  JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge

test('a signature that was changed, and JSON that is none of a passkey, open no session', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const browser = accounts.browser()
  const assertion = key.sign(await logInOptions(browser))
  const { response } = key.sign(await logInOptions(browser))
  const mixed = { ...assertion, response: { ...assertion.response, signature: response.signature } }
  expect(await give({ assertion: mixed }, browser)).toMatchObject(wrong)
  for (const odd of [
    null,
    {},
    [],
    'x',
    5,
    { ...assertion, id: 'other' },
    { ...assertion, response: {} },
  ])
    expect(await give({ assertion: odd }, browser)).toMatchObject(wrong)
})

test('a passkey that was removed, or never added, opens no session', async () => {
  const caller = await logInTo(accounts, player)
  const key = await addKey(accounts, caller)
  const browser = accounts.browser()
  const assertion = key.sign(await logInOptions(browser))
  expect(await removePasskey(accounts.deps, { id: assertion.id }, caller)).toMatchObject({
    ok: true,
  })
  expect(await give({ assertion }, browser)).toMatchObject({ code: 'passkeyUnknown' })
  const options = await logInOptions(browser)
  const unknown = softAuthenticator(origin)
  unknown.make({ challenge: 'x', rp: { id: 'pipkin.example' }, user: { id: 'AAAA' } })
  expect(await give({ assertion: unknown.sign(options) }, browser)).toMatchObject({
    code: 'passkeyUnknown',
  })
})

test('FACTOR-12 a passkey that is removed in the moment of its use opens no session', async () => {
  const caller = await logInTo(accounts, player)
  const key = await addKey(accounts, caller)
  const browser = accounts.browser()
  const assertion = key.sign(await logInOptions(browser))
  const { webauthn } = accounts.deps
  const deps = {
    ...accounts.deps,
    webauthn: {
      ...webauthn,
      async verifySigned(...given: Parameters<typeof webauthn.verifySigned>) {
        const counter = await webauthn.verifySigned(...given)
        await removePasskey(accounts.deps, { id: assertion.id }, caller)
        return counter
      },
    },
  }
  expect(await giveSecondFactor(deps, { assertion }, browser)).toMatchObject(wrong)
  expect(browser.cookies.has('session')).toBe(false)
})

test('FACTOR-14 a counter that goes back is an event and no refusal', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const enter = async (counter: number) => {
    const browser = accounts.browser()
    const assertion = key.sign(await logInOptions(browser), { counter })
    expect(await give({ assertion }, browser)).toMatchObject(entered())
  }
  await enter(7)
  await enter(8)
  expect(await events()).toEqual(['passkey_added'])
  await enter(8)
  await enter(3)
  expect(await events()).toEqual(['passkey_added', 'passkey_counter_back', 'passkey_counter_back'])
  await enter(9)
  expect(await events()).toHaveLength(3)
})

test('a passkey without a counter causes no event', async () => {
  const quiet = softAuthenticator(origin, false)
  await addKey(accounts, await logInTo(accounts, player), quiet)
  for (let n = 0; n < 2; n += 1) {
    const browser = accounts.browser()
    const assertion = quiet.sign(await logInOptions(browser))
    expect(await give({ assertion }, browser)).toMatchObject(entered())
  }
  expect(await events()).toEqual(['passkey_added'])
})

test('FACTOR-23 wrong codes are limited by account; a browser that the owner knows has its own tries', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  const thief = await passwordGiven()
  for (let n = 0; n < 10; n += 1)
    expect(await giveCode(wrongCode(app.secret), thief)).toMatchObject(wrong)
  const another = await passwordGiven(accounts.browser('203.0.113.7'))
  for (const browser of [thief, another])
    expect(await giveCode(await app.code(), browser)).toMatchObject({ code: 'factorTooMany' })
  const known = accounts.browser()
  known.cookies.set('device', caller.device ?? Buffer.alloc(0))
  expect(await giveCode(await app.code(), await passwordGiven(known))).toMatchObject(entered())
})

test('FACTOR-36 who logged in with many cookies before there was a factor has no more tries by it', async () => {
  const caller = await logInTo(accounts, player)
  const cookies = Array.from({ length: 15 }, () => randomBytes(32))
  const withCookie = (cookie: Buffer) => {
    const browser = accounts.browser('203.0.113.7')
    browser.cookies.set('device', cookie)
    return browser
  }
  for (const cookie of cookies) await logIn(accounts.deps, player, withCookie(cookie))
  const app = await addApp(accounts, caller)
  let tries = 0
  for (const cookie of cookies) {
    const thief = await passwordGiven(withCookie(cookie))
    const isTaken = async () => {
      const result = await giveCode(wrongCode(app.secret), thief)
      return !result.ok && result.code === 'factorWrong'
    }
    while (await isTaken()) tries += 1
  }
  // Those of nine cookies, and a stranger's.
  expect(tries).toBe(100)
})

test('FACTOR-22 wrong codes are limited by network, for all accounts together', async () => {
  const { secret } = await addApp(accounts, await logInTo(accounts, player))
  const code = wrongCode(secret)
  const ip = '203.0.113.9'
  await useUp('factor network:203.0.113.9', 100)
  expect(await giveCode(code, await passwordGiven(accounts.browser(ip)))).toMatchObject({
    code: 'factorTooMany',
  })
  expect(await giveCode(code, await passwordGiven())).toMatchObject(wrong)
})

test('FACTOR-33 a neighbour who uses up the tries of the network holds up no browser that the owner knows', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  const key = await addKey(accounts, await sessionOf(accounts, caller))
  await useUp('factor network:127.0.0.1', 100)
  await useUp('challenge network:127.0.0.1', 10_000)
  const known = () => {
    const browser = accounts.browser()
    browser.cookies.set('device', caller.device ?? Buffer.alloc(0))
    return browser
  }
  const stranger = accounts.browser()
  expect(await passkeyOptions(accounts.deps, { purpose: 'logIn' }, stranger)).toMatchObject({
    code: 'tooMany',
  })
  expect(await giveCode(await app.code(), await passwordGiven(stranger))).toMatchObject({
    code: 'factorTooMany',
  })
  // Logs in by the code after the password, and by the passkey alone.
  expect(await giveCode(await app.code(), await passwordGiven(known()))).toMatchObject(entered())
  const own = known()
  const assertion = key.sign(await logInOptions(own))
  expect(await give({ assertion }, own)).toMatchObject(entered())
})

test('right codes count for no limit, and without limits wrong ones do not either', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  for (let n = 0; n < 12; n += 1) {
    expect(await giveCode(await app.code(), await passwordGiven())).toMatchObject(entered())
    await forgetStep(accounts)
  }
  accounts = await openAccountsForTest(false)
  player = await accounts.newPlayer()
  const other = await addApp(accounts, await logInTo(accounts, player))
  const browser = await passwordGiven()
  for (let n = 0; n < 12; n += 1)
    expect(await giveCode(wrongCode(other.secret), browser)).toMatchObject(wrong)
  expect(await giveCode(await other.code(), browser)).toMatchObject(entered())
})

test('a code and a passkey together, or neither, are a wrong form', async () => {
  const browser = accounts.browser()
  for (const given of [{}, { code: '1', assertion: {} }])
    expect(await give(given, browser)).toMatchObject({ code: 'invalidForm' })
})
