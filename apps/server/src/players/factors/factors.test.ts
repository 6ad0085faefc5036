import { beforeEach, expect, test } from 'vitest'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  publicUrl,
} from '../../../test/players/accounts.ts'
import { wrongCode } from '../../../test/players/app-codes.ts'
import { softAuthenticator } from '../../../test/players/authenticator.ts'
import {
  addApp,
  addKey,
  appCode,
  type LoggedIn,
  logInTo,
  sessionOf,
} from '../../../test/players/factors.ts'
import { one, sql } from '../../platform/database/database.ts'
import { newMailedLink } from '../mails/mailed-link.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { giveSecondFactor } from '../sessions/give-second-factor.ts'
import { logIn } from '../sessions/log-in.ts'
import { confirmSession } from './confirm-session.ts'
import { readWays } from './confirmations.ts'
import { addPasskey, passkeyOptions, removePasskey } from './passkeys.ts'
import { readFactors } from './read-factors.ts'
import { findRecoveryCode } from './recovery-codes.ts'
import { confirmTotp, removeTotp, startTotp } from './totp.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
let caller: LoggedIn
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  caller = await logInTo(accounts, player)
})

const events = async () =>
  (
    await accounts.owner.rows<{ kind: string }>(
      sql`select kind from players.security_events where player_id = $1 order by at`,
      [player.id],
    )
  ).map(({ kind }) => kind)
const ways = async () => (await readWays(accounts.database, player.id)).confirm
const isHeld = async () =>
  (
    await one(
      accounts.owner.rows<{ held: boolean | null }>(
        sql`select ways_out_held_until > now() + interval '23 hours' as held
          from ledger.wallets where player_id = $1`,
        [player.id],
      ),
    )
  ).held === true
const isConfirmed = async (of: LoggedIn) =>
  (await sessionOf(accounts, of)).session.confirmedUntil !== null
const start = async (of = caller) => {
  const result = await startTotp(accounts.deps, of)
  if (!result.ok) throw new Error(result.code)
  return result.answer
}
const addOptions = async () => {
  const result = await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)
  if (!result.ok) throw new Error(result.code)
  return result.answer
}
const add = (attestation: unknown, of = caller, name?: string) =>
  addPasskey(accounts.deps, { attestation, name }, of)

test('an app is added by a first code, and the owner hears of it', async () => {
  const { secret, uri } = await start()
  expect(uri).toBe(`otpauth://totp/Pipkin:${player.mobile}?secret=${secret}&issuer=Pipkin`)
  expect(await ways()).toEqual(['mail'])
  expect(await confirmTotp(accounts.deps, { code: wrongCode(secret) }, caller)).toMatchObject({
    code: 'factorWrong',
  })
  expect(await ways()).toEqual(['mail'])
  const code = await appCode(accounts, secret)
  expect(
    await confirmTotp(accounts.deps, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, caller),
  ).toMatchObject({ ok: true })
  expect(await ways()).toEqual(['totp'])
  expect(await events()).toEqual(['totp_added'])
  expect(await isHeld()).toBe(false)
})

test('a secret waits for its code for 15 minutes, in the session that asked', async () => {
  const { secret } = await start()
  const code = await appCode(accounts, secret)
  const other = await logInTo(accounts, player)
  expect(await confirmTotp(accounts.deps, { code }, other)).toMatchObject({
    code: 'secondStepOver',
  })
  await accounts.owner.rows(
    sql`update players.totp set pending_at = clock_timestamp() - interval '901 seconds'`,
  )
  expect(await confirmTotp(accounts.deps, { code }, caller)).toMatchObject({
    code: 'secondStepOver',
  })
  await accounts.owner.rows(
    sql`update players.totp set pending_at = clock_timestamp() - interval '890 seconds'`,
  )
  expect(await confirmTotp(accounts.deps, { code }, caller)).toMatchObject({ ok: true })
  expect(await confirmTotp(accounts.deps, { code }, caller)).toMatchObject({
    code: 'secondStepOver',
  })
})

test('a new app replaces the one before with its recovery codes, and holds the ways out', async () => {
  const first = await addApp(accounts, caller)
  const { secret } = await start()
  // The first app counts until the new one's code is given.
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  const code = await appCode(accounts, secret)
  expect(await confirmTotp(accounts.deps, { code }, caller)).toMatchObject({ ok: true })
  const [old = ''] = first.recoveryCodes
  const kept = await findRecoveryCode(accounts.deps, player.id, old.replace('-', ''))
  expect(kept).toBe(null)
  expect(await isHeld()).toBe(true)
})

test('what happens to factors is noted with the device that did it', async () => {
  await addKey(accounts, caller)
  const {
    recoveryCodes: [code = ''],
  } = await addApp(accounts, caller)
  const phone = { ...caller, userAgent: 'Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1' }
  expect(await confirmSession(accounts.deps, { code }, phone)).toMatchObject({ ok: true })
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ ok: true })
  const noted = sql`select kind, device from players.security_events order by at`
  expect(await accounts.owner.rows(noted)).toEqual([
    { kind: 'passkey_added', device: 'Firefox on Linux' },
    { kind: 'totp_added', device: 'Firefox on Linux' },
    { kind: 'recovery_code_used', device: 'Safari on iPhone' },
    { kind: 'totp_removed', device: 'Firefox on Linux' },
  ])
})

test('the step of an app can go forward alone', async () => {
  await addApp(accounts, caller)
  await expect(
    accounts.database.rows(sql`update players.totp set last_step = last_step - 1`),
  ).rejects.toThrow('only goes forward')
})

test('FACTOR-25 a removed app takes its recovery codes along, holds the ways out and notifies the owner', async () => {
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ code: 'notFound' })
  await start()
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ code: 'notFound' })
  await addApp(accounts, caller)
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ ok: true })
  expect(await ways()).toEqual(['mail'])
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toEqual([])
  expect(await isHeld()).toBe(true)
  expect(await events()).toEqual(['totp_added', 'totp_removed'])
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ code: 'notFound' })
})

test('the first factor brings recovery codes, which let in where a passkey is lost', async () => {
  const options = await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)
  if (!options.ok) throw new Error(options.code)
  const attestation = softAuthenticator(publicUrl.origin).make(options.answer)
  const added = await addPasskey(accounts.deps, { attestation }, caller)
  if (!added.ok) throw new Error(added.code)
  const { recoveryCodes } = added.answer
  expect(recoveryCodes).toHaveLength(10)
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, player, browser)).toMatchObject({
    answer: { secondFactor: ['passkey'] },
  })
  const [code = ''] = recoveryCodes
  expect(await giveSecondFactor(accounts.deps, { code }, browser)).toMatchObject({ ok: true })
  // A second passkey brings none, and the first ones stay.
  await addKey(accounts, caller)
  expect(await readFactors(accounts.database, player.id)).toMatchObject({ recoveryCodes: 9 })
  // They go with the last factor.
  const { passkeys } = await readFactors(accounts.database, player.id)
  for (const { id } of passkeys) {
    expect(await readFactors(accounts.database, player.id)).toMatchObject({ recoveryCodes: 9 })
    expect(await removePasskey(accounts.deps, { id }, caller)).toMatchObject({ ok: true })
  }
  expect(await readFactors(accounts.database, player.id)).toMatchObject({ recoveryCodes: 0 })
})

test('a passkey is added by what an authenticator has made for this session', async () => {
  const key = softAuthenticator(publicUrl.origin)
  const options = await addOptions()
  expect(options).toMatchObject({
    rp: { id: 'pipkin.example', name: 'Pipkin' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(await add(key.make(options), caller, ' My phone ')).toMatchObject({ ok: true })
  expect(await ways()).toEqual(['passkey'])
  expect(await addOptions()).toMatchObject({ excludeCredentials: [{ transports: ['internal'] }] })
  expect(await accounts.owner.rows(sql`select name, counter from players.passkeys`)).toEqual([
    { name: 'My phone', counter: 0n },
  ])
  expect(await events()).toEqual(['passkey_added'])
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['no user verification', { unverified: true }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['an assertion', { type: 'webauthn.get' }],
] as const)('a passkey that was made for %s is not added', async (_, odd) => {
  const made = softAuthenticator(publicUrl.origin).make(await addOptions(), odd)
  expect(await add(made)).toMatchObject({ ok: false })
  expect(await ways()).toEqual(['mail'])
})

test.each([
  ['another id than it says', 16],
  ['an id too long to be kept', 1_024],
])('FACTOR-37 a passkey with %s is not added', async (_, idLength) => {
  const made = softAuthenticator(publicUrl.origin).make(await addOptions(), { idLength })
  expect(await add(made)).toMatchObject({ code: 'factorWrong' })
  expect(await ways()).toEqual(['mail'])
})

test('a passkey is added once, by the session that asked, within five minutes', async () => {
  const key = softAuthenticator(publicUrl.origin)
  const other = await logInTo(accounts, player)
  const made = key.make(await addOptions())
  const over = { code: 'secondStepOver' }
  expect(await add(made, other)).toMatchObject(over)
  expect(await add(made)).toMatchObject({ ok: true })
  expect(await add(made)).toMatchObject(over)
  const late = key.make(await addOptions())
  await accounts.owner.rows(
    sql`update players.passkey_challenges set asked_at = asked_at - interval '301 seconds'`,
  )
  expect(await add(late)).toMatchObject(over)
})

test('FACTOR-38 an account takes at most 20 passkeys, also of those that were begun before', async () => {
  await addKey(accounts, caller)
  const options = [await addOptions(), await addOptions()]
  await accounts.owner.rows(
    sql`insert into players.passkeys
        (credential_id, player_id, public_key, user_handle, counter, name)
      select sha256(convert_to(n::text, 'UTF8')), player_id, public_key, user_handle, 0, 'Key'
      from players.passkeys, generate_series(1, 18) n`,
  )
  const [last, oneMore] = options.map((asked) => softAuthenticator(publicUrl.origin).make(asked))
  expect(await add(last)).toMatchObject({ ok: true })
  const refused = {
    code: 'invalidForm',
    parts: { message: 'An account takes at most 20 passkeys' },
  }
  expect(await add(oneMore)).toMatchObject(refused)
  expect((await readFactors(accounts.database, player.id)).passkeys).toHaveLength(20)
  expect(await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)).toMatchObject(refused)
})

test("another player's passkey is not added a second time", async () => {
  const key = softAuthenticator(publicUrl.origin)
  const made = key.make(await addOptions())
  await add(made)
  const stranger = await logInTo(accounts, await accounts.newPlayer())
  const asked = await passkeyOptions(accounts.deps, { purpose: 'add' }, stranger)
  const challenge = Object(asked.ok && asked.answer).challenge
  const again = {
    ...made,
    response: {
      ...made.response,
      clientDataJSON: Buffer.from(
        JSON.stringify({ type: 'webauthn.create', challenge, origin: publicUrl.origin }),
      ).toString('base64url'),
    },
  }
  expect(await add(again, stranger)).toMatchObject({ code: 'factorWrong' })
})

test('JSON that is none of a passkey is not added', async () => {
  const made = softAuthenticator(publicUrl.origin).make(await addOptions())
  const broken = { ...made.response, attestationObject: 'AAAA' }
  for (const odd of [null, 'x', [], {}, { ...made, id: 'x' }, { ...made, response: broken }])
    expect(await add(odd)).toMatchObject({ code: 'factorWrong' })
})

test('a removed passkey holds the ways out and notifies the owner; of another player it is not found', async () => {
  await addKey(accounts, caller)
  const { id } = await one(
    accounts.owner.rows<{ id: string }>(sql`
      select translate(encode(credential_id, 'base64'), '+/=', '-_') as id
      from players.passkeys`),
  )
  const stranger = await logInTo(accounts, await accounts.newPlayer())
  expect(await removePasskey(accounts.deps, { id }, stranger)).toMatchObject({ code: 'notFound' })
  expect(await removePasskey(accounts.deps, { id: 'unknown' }, caller)).toMatchObject({
    code: 'notFound',
  })
  expect(await isHeld()).toBe(false)
  expect(await removePasskey(accounts.deps, { id }, caller)).toMatchObject({ ok: true })
  expect(await ways()).toEqual(['mail'])
  expect(await isHeld()).toBe(true)
  expect(await events()).toEqual(['passkey_added', 'passkey_removed'])
})

test.each([
  ['an app', async () => void (await addApp(accounts, caller))],
  ['a passkey', async () => void (await addKey(accounts, caller))],
])('%s keeps this session confirmed and ends the confirmations of others', async (_, adding) => {
  const other = await logInTo(accounts, player)
  const stranger = await logInTo(accounts, await accounts.newPlayer())
  await adding()
  expect(await isConfirmed(caller)).toBe(true)
  expect(await isConfirmed(other)).toBe(false)
  expect(await isConfirmed(stranger)).toBe(true)
})

test('FACTOR-03 a stolen session that is not confirmed, or has ended, changes no factor', async () => {
  const key = softAuthenticator(publicUrl.origin)
  const app = await addApp(accounts, caller)
  const { secret } = await start()
  const made = key.make(await addOptions())
  const code = await appCode(accounts, secret)
  const acts = () => [
    confirmTotp(accounts.deps, { code }, caller),
    add(made),
    removeTotp(accounts.deps, caller),
    removePasskey(accounts.deps, { id: made.id }, caller),
  ]
  await accounts.owner.rows(sql`update players.sessions set confirmed_until = now()`)
  for (const act of acts())
    expect(await act).toMatchObject({ code: 'confirmFirst', data: { confirm: ['totp'] } })
  const { session } = await sessionOf(accounts, caller)
  expect(
    await passkeyOptions(accounts.deps, { purpose: 'add' }, { ...caller, session }),
  ).toMatchObject({ code: 'confirmFirst' })
  await accounts.owner.rows(sql`delete from players.sessions`)
  expect(await confirmTotp(accounts.deps, { code }, caller)).toMatchObject({ code: 'noSession' })
  expect(await removeTotp(accounts.deps, caller)).toMatchObject({ code: 'noSession' })
  expect(await ways()).toEqual(['totp'])
  expect(app.recoveryCodes).toHaveLength(10)
})

test('FACTOR-24 after a reset of the password the second factor is asked for still', async () => {
  await addApp(accounts, caller)
  await addKey(accounts, caller)
  const { href, hash } = newMailedLink(accounts.deps.surroundings, publicUrl, '/reset-password')
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
    [hash, player.id],
  )
  const token = new URL(href).hash.slice(1)
  const newPassword = 'another long one'
  expect(
    await resetPassword(accounts.deps, { token, newPassword }, accounts.browser()),
  ).toMatchObject({ ok: true })
  const browser = accounts.browser()
  expect(
    await logIn(accounts.deps, { mobile: player.mobile, password: newPassword }, browser),
  ).toMatchObject({ ok: true, answer: { secondFactor: ['totp', 'passkey'] } })
  expect(browser.cookies.has('session')).toBe(false)
})

test('the owner sees the factors by their names, and no secret of them', async () => {
  expect(await readFactors(accounts.database, player.id)).toEqual({
    totp: false,
    recoveryCodes: 0,
    passkeys: [],
  })
  await addApp(accounts, caller)
  const key = await addKey(accounts, caller)
  const options = await passkeyOptions(accounts.deps, { purpose: 'confirm' }, caller)
  const assertion = key.sign(options.ok && options.answer)
  const shown = { id: assertion.id, name: 'Phone', createdAt: expect.any(Date) }
  expect(await readFactors(accounts.database, player.id)).toMatchObject({
    totp: true,
    recoveryCodes: 10,
    passkeys: [{ ...shown, lastUsedAt: null }],
  })
  expect(await confirmSession(accounts.deps, { assertion }, caller)).toMatchObject({ ok: true })
  expect(await readFactors(accounts.database, player.id)).toMatchObject({
    passkeys: [{ ...shown, lastUsedAt: expect.any(Date) }],
  })
})

test('without a session there are options for a log-in alone', async () => {
  for (const purpose of ['add', 'confirm'] as const)
    expect(await passkeyOptions(accounts.deps, { purpose }, accounts.browser())).toMatchObject({
      code: 'noSession',
    })
})
