import { beforeEach, expect, test } from 'vitest'
import { secondPool } from '../../../test/database/second-pool.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  publicUrl,
} from '../../../test/players/accounts.ts'
import { wrongCode } from '../../../test/players/app-codes.ts'
import { addApp, addKey, type LoggedIn, logInTo, sessionOf } from '../../../test/players/factors.ts'
import { mailedCode } from '../../../test/players/mailed-code.ts'
import { one, sql } from '../../platform/database/database.ts'
import { createMailer } from '../../platform/process/mail.ts'
import { OutsideFailure } from '../../platform/process/outside-failure.ts'
import { giveSecondFactor } from '../sessions/give-second-factor.ts'
import { logIn } from '../sessions/log-in.ts'
import { confirmSession } from './confirm-session.ts'
import { passkeyOptions } from './passkeys.ts'
import { sendConfirmation } from './send-confirmation.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
})

const confirm = (given: { code?: string; assertion?: unknown }, caller: LoggedIn) =>
  confirmSession(accounts.deps, given, caller)
const confirmOptions = async (caller: LoggedIn) => {
  const result = await passkeyOptions(accounts.deps, { purpose: 'confirm' }, caller)
  if (!result.ok) throw new Error(result.code)
  return result.answer
}
const expire = () =>
  accounts.owner.rows(sql`update players.sessions set confirmed_until = clock_timestamp()`)
const secondsLeft = async (caller: LoggedIn): Promise<number | null> => {
  const { session } = await sessionOf(accounts, caller)
  return session.confirmedUntil && (Number(session.confirmedUntil) - Date.now()) / 1000
}
const isConfirmed = async (caller: LoggedIn) => (await secondsLeft(caller)) !== null

/** Logs in, and lets the confirmation that came with it pass. */
async function unconfirmed(): Promise<LoggedIn> {
  const caller = await logInTo(accounts, player)
  await expire()
  return caller
}

/** The code that was mailed to the player for this session. */
async function mailed(caller: LoggedIn): Promise<string> {
  expect(await sendConfirmation(accounts.deps, caller)).toMatchObject({ ok: true })
  return mailedCode(accounts.mails(), player.email)
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const wrong = { ok: false, code: 'factorWrong' }
const over = { ok: false, code: 'codeOver' }

test('a log-in by the password confirms a player without a second factor for 15 minutes', async () => {
  const left = await secondsLeft(await logInTo(accounts, player))
  expect(left).toBeGreaterThan(14 * 60)
  expect(left).toBeLessThanOrEqual(15 * 60 + 1)
})

test('FACTOR-34 the session that adds a factor keeps five minutes of its password’s fifteen', async () => {
  const caller = await logInTo(accounts, player)
  await addApp(accounts, caller)
  const left = await secondsLeft(caller)
  expect(left).toBeGreaterThan(4 * 60)
  expect(left).toBeLessThanOrEqual(5 * 60 + 1)
})

test('a log-in by the password doesn’t confirm while the ways out are held', async () => {
  await accounts.owner.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'reset')`, [
    player.id,
  ])
  expect(await isConfirmed(await logInTo(accounts, player))).toBe(false)
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  expect(await isConfirmed(await logInTo(accounts, player))).toBe(true)
})

test('a mailed code confirms the session that asked for five minutes, once', async () => {
  const caller = await unconfirmed()
  const code = await mailed(caller)
  expect(accounts.mails()[0]).toMatchObject({ to: player.email, subject: 'Your Pipkin code' })
  expect(await confirm({ code: ` ${code} ` }, caller)).toMatchObject({ ok: true })
  const left = await secondsLeft(caller)
  expect(left).toBeGreaterThan(4 * 60)
  expect(left).toBeLessThanOrEqual(5 * 60 + 1)
  await expire()
  expect(await confirm({ code }, caller)).toMatchObject(over)
  expect(await isConfirmed(caller)).toBe(false)
})

test("FACTOR-21 a mailed code confirms no other session, of the same player or another's", async () => {
  const [own, thief] = [await unconfirmed(), await unconfirmed()]
  const stranger = await logInTo(accounts, await accounts.newPlayer())
  await expire()
  const code = await mailed(own)
  expect(await confirm({ code }, thief)).toMatchObject(over)
  expect(await confirm({ code }, stranger)).toMatchObject(over)
  await accounts.owner.rows(
    sql`update players.confirmation_codes set asker = (
      select session_id from players.sessions where session_id <> asker and player_id = $1)`,
    [player.id],
  )
  // Nor where its row is turned to another session: the hash is keyed with the one that asked.
  expect(await confirm({ code }, thief)).toMatchObject(wrong)
})

test('FACTOR-02 a confirmation belongs to one session', async () => {
  const [own, thief] = [await unconfirmed(), await unconfirmed()]
  expect(await confirm({ code: await mailed(own) }, own)).toMatchObject({ ok: true })
  expect(await isConfirmed(own)).toBe(true)
  expect(await isConfirmed(thief)).toBe(false)
})

test('FACTOR-20 five tries for a mailed code, in the same moment too', async () => {
  const caller = await unconfirmed()
  const code = await mailed(caller)
  for (let n = 0; n < 4; n += 1)
    expect(await confirm({ code: other(code) }, caller)).toMatchObject(wrong)
  expect(await confirm({ code: other(code) }, caller)).toMatchObject(over)
  expect(await confirm({ code }, caller)).toMatchObject(over)

  const again = await unconfirmed()
  const second = await mailed(again)
  const guesses = Array.from({ length: 60 }, (_, n) =>
    confirm({ code: String((Number(second) + 1 + n) % 1_000_000).padStart(6, '0') }, again),
  )
  const results = await Promise.all([...guesses, confirm({ code: second }, again)])
  expect(results.filter(({ ok }) => ok)).toEqual([])
})

test('a hundred uses of one mailed code in the same moment count once', async () => {
  const caller = await unconfirmed()
  const code = await mailed(caller)
  const second = secondPool(accounts.url, 10)
  const others = { ...accounts.deps, database: second }
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      confirmSession(n % 2 ? accounts.deps : others, { code }, caller),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test("a session's new code ends its own earlier one, and no other session's", async () => {
  const [own, thief] = [await unconfirmed(), await unconfirmed()]
  const first = await mailed(own)
  await mailed(thief)
  await accounts.owner.rows(
    sql`update players.confirmation_codes set sent_at = sent_at - interval '61 seconds'`,
  )
  const second = await mailed(thief)
  for (let n = 0; n < 6; n += 1) await confirm({ code: other(second) }, thief)
  expect(await confirm({ code: first }, own)).toMatchObject({ ok: true })

  const again = await unconfirmed()
  const early = await mailed(again)
  await accounts.owner.rows(
    sql`update players.confirmation_codes set sent_at = sent_at - interval '61 seconds'`,
  )
  const late = await mailed(again)
  if (early !== late) expect(await confirm({ code: early }, again)).toMatchObject(wrong)
  expect(await confirm({ code: late }, again)).toMatchObject({ ok: true })
})

test('a mailed code is good for ten minutes', async () => {
  const ago = sql`
    update players.confirmation_codes set sent_at = clock_timestamp() - $1 * interval '1 second'`
  const caller = await unconfirmed()
  const code = await mailed(caller)
  await accounts.owner.rows(ago, [601])
  expect(await confirm({ code }, caller)).toMatchObject(over)
  await accounts.owner.rows(ago, [590])
  expect(await confirm({ code }, caller)).toMatchObject({ ok: true })
})

test('codes of a session come a minute apart, five in an hour', async () => {
  const caller = await unconfirmed()
  for (let n = 0; n < 5; n += 1) {
    await mailed(caller)
    expect(await sendConfirmation(accounts.deps, caller)).toMatchObject({
      code: n < 4 ? 'codeTooSoon' : 'codeTooMany',
    })
    await accounts.owner.rows(
      sql`update players.confirmation_codes set sent_at = sent_at - interval '61 seconds'`,
    )
  }
  expect(await sendConfirmation(accounts.deps, caller)).toMatchObject({ code: 'codeTooMany' })
  // A thief's session uses up its own tries, not the owner's.
  expect(await sendConfirmation(accounts.deps, await unconfirmed())).toMatchObject({
    code: 'codeTooMany',
  })
  const elsewhere = { ...(await unconfirmed()), ip: '203.0.113.7' }
  expect(await sendConfirmation(accounts.deps, elsewhere)).toMatchObject({ ok: true })
})

test('a code that could not be mailed never was', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'Pipkin <a@example.com>' })
  const caller = await unconfirmed()
  await expect(sendConfirmation({ ...accounts.deps, mailer }, caller)).rejects.toThrow(
    OutsideFailure,
  )
  expect(await sendConfirmation(accounts.deps, caller)).toMatchObject({ ok: true })
})

test('FACTOR-19 where there is a second factor no mail confirms, neither a new one nor an old', async () => {
  const caller = await unconfirmed()
  const code = await mailed(caller)
  const owner = await logInTo(accounts, player)
  await addApp(accounts, owner)
  expect(await confirm({ code }, caller)).toMatchObject(wrong)
  expect(await sendConfirmation(accounts.deps, caller)).toMatchObject({
    code: 'confirmFirst',
    data: { confirm: ['totp'] },
  })
  // The same in the moment in which the factor is added.
  await accounts.owner.rows(
    sql`update players.confirmation_codes set tries = 0, sent_at = clock_timestamp()`,
  )
  await accounts.owner.rows(sql`update players.accounts set has_totp = false`)
  const database = {
    ...accounts.database,
    async transaction<T>(work: Parameters<typeof accounts.database.transaction<T>>[0]) {
      await accounts.owner.rows(sql`update players.accounts set has_totp = true`)
      return accounts.database.transaction(work)
    },
  }
  expect(await confirmSession({ ...accounts.deps, database }, { code }, caller)).toMatchObject(
    wrong,
  )
  expect(await isConfirmed(caller)).toBe(false)
})

test('a code of the app confirms for five minutes; so does a recovery code', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  for (const code of [await app.code(), app.recoveryCodes[0] ?? '']) {
    await expire()
    expect(await confirm({ code }, caller)).toMatchObject({ ok: true })
    expect(await secondsLeft(caller)).toBeLessThanOrEqual(5 * 60 + 1)
    await expire()
    expect(await confirm({ code }, caller)).toMatchObject(wrong)
    expect(await isConfirmed(caller)).toBe(false)
  }
})

test('a step of the app that has logged in confirms nothing, and the other way round', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  await expire()
  const code = await app.code()
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  expect(await giveSecondFactor(accounts.deps, { code }, browser)).toMatchObject({ ok: true })
  expect(await confirm({ code }, caller)).toMatchObject(wrong)
  const next = await app.code(1)
  expect(await confirm({ code: next }, caller)).toMatchObject({ ok: true })
  await logIn(accounts.deps, player, browser)
  expect(await giveSecondFactor(accounts.deps, { code: next }, browser)).toMatchObject(wrong)
})

test("FACTOR-11 a passkey confirms its player's session alone, for the challenge of that session", async () => {
  const caller = await logInTo(accounts, player)
  const key = await addKey(accounts, caller)
  const elsewhere = await passkeySession()
  const stranger = await logInTo(accounts, await accounts.newPlayer())
  const theirs = await addKey(accounts, stranger)
  await expire()
  const options = await confirmOptions(caller)
  expect(options).toMatchObject({ allowCredentials: [{}], userVerification: 'required' })
  expect(await confirm({ assertion: theirs.sign(options) }, caller)).toMatchObject(wrong)
  const assertion = key.sign(await confirmOptions(caller))
  expect(await confirm({ assertion }, elsewhere)).toMatchObject(wrong)
  expect(await confirm({ assertion }, stranger)).toMatchObject(wrong)
  expect(await confirm({ assertion }, caller)).toMatchObject({ ok: true })
  expect(await isConfirmed(elsewhere)).toBe(false)
  await expire()
  expect(await confirm({ assertion }, caller)).toMatchObject(wrong)

  async function passkeySession(): Promise<LoggedIn> {
    const browser = accounts.browser()
    const asked = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, browser)
    if (!asked.ok) throw new Error(asked.code)
    const given = { assertion: key.sign(asked.answer) }
    expect(await giveSecondFactor(accounts.deps, given, browser)).toMatchObject({ ok: true })
    return sessionOf(accounts, browser)
  }
})

test('FACTOR-13 a challenge for one purpose is of no use for another', async () => {
  const caller = await logInTo(accounts, player)
  const key = await addKey(accounts, caller)
  const browser = accounts.browser()
  const asked = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, browser)
  if (!asked.ok) throw new Error(asked.code)
  const assertion = key.sign(asked.answer)
  expect(await confirm({ assertion }, caller)).toMatchObject(wrong)
  const adding = await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)
  const signed = key.sign({ ...Object(adding.ok && adding.answer), rpId: 'pipkin.example' })
  expect(await confirm({ assertion: signed }, caller)).toMatchObject(wrong)
  const confirming = { assertion: key.sign(await confirmOptions(caller)) }
  expect(await giveSecondFactor(accounts.deps, confirming, browser)).toMatchObject({
    code: 'secondStepOver',
  })
})

test('without user verification, or from another origin, a passkey confirms nothing', async () => {
  const caller = await logInTo(accounts, player)
  const key = await addKey(accounts, caller)
  await expire()
  for (const odd of [{ unverified: true }, { origin: 'https://evil.example' }] as const) {
    const assertion = key.sign(await confirmOptions(caller), odd)
    expect(await confirm({ assertion }, caller)).toMatchObject(wrong)
  }
  expect(await isConfirmed(caller)).toBe(false)
  expect(publicUrl.origin).toBe('https://pipkin.example')
})

test('a session that has ended meanwhile is not confirmed', async () => {
  const caller = await logInTo(accounts, player)
  const app = await addApp(accounts, caller)
  await accounts.owner.rows(sql`delete from players.sessions`)
  expect(await confirm({ code: await app.code() }, caller)).toMatchObject({ code: 'noSession' })
})

test('wrong codes of a session are limited, and the limit does not close the log-in of the owner', async () => {
  const owner = await logInTo(accounts, player)
  const app = await addApp(accounts, owner)
  const thief = { ...owner, device: null, ip: '203.0.113.7' }
  for (let n = 0; n < 10; n += 1)
    expect(await confirm({ code: wrongCode(app.secret) }, thief)).toMatchObject(wrong)
  expect(await confirm({ code: await app.code() }, thief)).toMatchObject({ code: 'factorTooMany' })
  expect(await confirm({ code: await app.code() }, owner)).toMatchObject({ ok: true })
})

test('a code and a passkey together, or neither, are a wrong form', async () => {
  const caller = await logInTo(accounts, player)
  for (const given of [{}, { code: '1', assertion: {} }])
    expect(await confirm(given, caller)).toMatchObject({ code: 'invalidForm' })
})

test('what is kept of a mailed code does not show it', async () => {
  const caller = await unconfirmed()
  const code = await mailed(caller)
  const { kept } = await one(
    accounts.owner.rows<{ kept: boolean }>(
      sql`select code_hash = any (array[sha256($1::bytea), sha256($2::bytea)]) as kept
        from players.confirmation_codes`,
      [Buffer.from(code), Buffer.from(`${player.id}${code}`)],
    ),
  )
  expect(kept).toBe(false)
})
