import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import sharp from 'sharp'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { linkWallet } from '../../src/cashier/wallets/link-wallet.ts'
import { unlinkWallet } from '../../src/cashier/wallets/unlink-wallet.ts'
import { transactionIdOf } from '../../src/ledger/transaction-id.ts'
import { operate } from '../../src/operator/operate.ts'
import { one, type Queryable, sql } from '../../src/platform/database/database.ts'
import { changePicture } from '../../src/players/accounts/change-picture.ts'
import { closeAccount } from '../../src/players/accounts/close-account.ts'
import { updateProfile } from '../../src/players/accounts/update-profile.ts'
import { checkCode } from '../../src/players/codes/check-code.ts'
import { sendCode } from '../../src/players/codes/send-code.ts'
import { confirmSession } from '../../src/players/factors/confirm-session.ts'
import { readWays } from '../../src/players/factors/confirmations.ts'
import { addPasskey, passkeyOptions, removePasskey } from '../../src/players/factors/passkeys.ts'
import { readFactors } from '../../src/players/factors/read-factors.ts'
import { sendConfirmation } from '../../src/players/factors/send-confirmation.ts'
import { confirmTotp, startTotp } from '../../src/players/factors/totp.ts'
import { linkTokenHash } from '../../src/players/mails/mailed-link.ts'
import { changePassword } from '../../src/players/passwords/change-password.ts'
import { resetPassword } from '../../src/players/passwords/reset-password.ts'
import { freezeAccount } from '../../src/players/security/freeze-account.ts'
import { giveSecondFactor } from '../../src/players/sessions/give-second-factor.ts'
import { logIn } from '../../src/players/sessions/log-in.ts'
import { supportCalls } from '../../src/support/calls.ts'
import { writeToSupport } from '../../src/support/write-message.ts'
import { sendMoney } from '../../src/transfers/send-money.ts'
import { waitBehind } from '../database/wait-behind.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  publicUrl,
  someone,
} from '../players/accounts.ts'
import { softAuthenticator } from '../players/authenticator.ts'
import {
  addApp,
  addKey,
  appCode,
  type LoggedIn,
  letIn,
  logInTo,
  sessionOf,
} from '../players/factors.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { setCatalogue } from '../players/player.ts'

/** What breaks where two parts of accounts meet (docs/security/compositions.md). */

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
})

const wallet = `0x${'a'.repeat(40)}`

/** A link of a mail about what happens now, as the sender of mails would keep it. */
async function keepNotMeLink(token: string): Promise<void> {
  await accounts.owner.rows(
    sql`insert into players.not_me_links (token_hash, player_id, email, mailed_at)
      select $1, player_id, $3, clock_timestamp() from players.accounts where player_id = $2`,
    [linkTokenHash(token), player.id, player.email],
  )
}
const freeze = (token: string) => freezeAccount(accounts.deps, { token }, accounts.browser())

async function reset(newPassword: string): Promise<void> {
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
    [linkTokenHash(newPassword), player.id],
  )
  const given = { token: newPassword, newPassword }
  expect(await resetPassword(accounts.deps, given, accounts.browser())).toMatchObject({ ok: true })
}

const logInAnew = (password = player.password, browser = accounts.browser()) =>
  logIn(accounts.deps, { mobile: player.mobile, password }, browser)

/** Runs `late` while the account is locked, and `last` before it gets the lock. */
const afterWaiting = <R>(
  late: () => Promise<R>,
  last: (inside: Queryable) => Promise<unknown>,
): Promise<R> => {
  const account = sql`select from players.accounts where player_id = $1 for no key update`
  const first = (inside: Queryable) => inside.rows(account, [player.id])
  return waitBehind(accounts, { by: accounts.owner, first, last }, late)
}

/** A confirmed session in a browser that has verified an address. */
async function withVerified(email: string): Promise<LoggedIn> {
  const browser = accounts.browser()
  await logInAnew(undefined, browser)
  await sendCode(accounts.deps, { email, name: '' }, browser)
  const code = accounts.codeFor(email)
  expect(await checkCode(accounts.deps, { email, code }, browser)).toMatchObject({ ok: true })
  return sessionOf(accounts, browser)
}

const endHold = () =>
  accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)

const endSessions = (inside: Queryable) =>
  inside.rows(
    sql`with ended as (delete from players.sessions where player_id = $1)
      update players.accounts set password_hash = 'of the reset' where player_id = $1`,
    [player.id],
  )

test('COMP-01 a passkey that a thief has added neither outlives the freeze nor locks the owner out', async () => {
  const thief = await logInTo(accounts, player)
  const passkey = await addKey(accounts, thief)
  await keepNotMeLink('not me')
  expect(await freeze('not me')).toMatchObject({ ok: true })
  await reset('another one')
  // The owner isn't asked for the thief's passkey.
  expect(await logInAnew('another one')).toMatchObject({
    ok: true,
    answer: { player: player.id },
  })
  // Its recovery codes are gone with it.
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toEqual([])
  // The passkey opens no session.
  const browser = accounts.browser()
  const options = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, browser)
  if (!options.ok) throw new Error(options.code)
  const assertion = passkey.sign(options.answer)
  expect(await giveSecondFactor(accounts.deps, { assertion }, browser)).toMatchObject({
    code: 'passkeyUnknown',
  })
})

test('COMP-02 an app that a thief has added is gone with the freeze, an old one is asked for', async () => {
  const app = await addApp(accounts, await logInTo(accounts, player))
  await keepNotMeLink('not me')
  expect(await freeze('not me')).toMatchObject({ ok: true })
  await reset('another one')
  expect(await logInAnew('another one')).toMatchObject({
    ok: true,
    answer: { player: player.id },
  })
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toEqual([])
  // Added again, and longer ago than the links of mails are good: it stays.
  await endHold()
  const later = await addApp(
    accounts,
    await logInTo(accounts, { ...player, password: 'another one' }),
  )
  expect(later.secret).not.toBe(app.secret)
  await accounts.owner.rows(
    sql`update players.security_events set at = at - interval '8 days' where kind = 'totp_added'`,
  )
  await accounts.owner.rows(
    sql`update players.recovery_codes set given_at = given_at - interval '8 days'`,
  )
  await keepNotMeLink('not me again')
  expect(await freeze('not me again')).toMatchObject({ ok: true })
  await reset('a third one')
  expect(await logInAnew('a third one')).toMatchObject({
    answer: { secondFactor: ['totp'] },
  })
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toHaveLength(10)
})

test('COMP-15 recovery codes that a thief has got are gone with the freeze, where an old factor stays', async () => {
  const caller = await logInTo(accounts, player)
  await addKey(accounts, caller)
  await accounts.owner.rows(
    sql`update players.passkeys set created_at = created_at - interval '8 days'`,
  )
  const { recoveryCodes } = await addApp(accounts, caller)
  await keepNotMeLink('not me')
  expect(await freeze('not me')).toMatchObject({ ok: true })
  await reset('another one')
  const browser = accounts.browser()
  expect(await logInAnew('another one', browser)).toMatchObject({
    answer: { secondFactor: ['passkey'] },
  })
  const [code = ''] = recoveryCodes
  expect(await giveSecondFactor(accounts.deps, { code }, browser)).toMatchObject({
    code: 'factorWrong',
  })
})

test('COMP-03 a change of the address that waits for the owner’s reset is refused', async () => {
  const theirs = someone().email
  const caller = await withVerified(theirs)
  const form = { name: 'Meera', email: theirs, mobile: '' }
  const changed = await afterWaiting(() => updateProfile(accounts.deps, form, caller), endSessions)
  expect(changed).toMatchObject({ code: 'noSession' })
  const kept = sql`select email from players.accounts where player_id = $1`
  expect(await accounts.owner.rows(kept, [player.id])).toEqual([{ email: player.email }])
})

test('COMP-04 a closing that waits for the owner’s freeze is refused', async () => {
  const thief = await logInTo(accounts, player)
  const closed = await afterWaiting(() => closeAccount(accounts.deps, thief), endSessions)
  expect(closed).toMatchObject({ code: 'noSession' })
  const kept = sql`select closed_at from players.accounts where player_id = $1`
  expect(await accounts.owner.rows(kept, [player.id])).toEqual([{ closed_at: null }])
})

test('COMP-14 a link and an unlinking of wallets that wait for the owner’s reset are refused', async () => {
  const theirs = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($1, $2)`,
    [wallet, player.id],
  )
  await accounts.database.rows(sql`select cashier.keep_challenge($1, 'sign', $2)`, [
    player.id,
    theirs.address.toLowerCase(),
  ])
  const signed = { message: 'sign', signature: await theirs.signMessage({ message: 'sign' }) }
  const late: readonly ((session: LoggedIn['session']) => Promise<unknown>)[] = [
    (session) => linkWallet(accounts, session, signed),
    (session) => unlinkWallet(accounts, session, { address: wallet }),
  ]
  for (const change of late) {
    const { session } = await logInTo(accounts, player)
    const endIt = (inside: Queryable) =>
      inside.rows(sql`delete from players.sessions where player_id = $1`, [player.id])
    expect(await afterWaiting(() => change(session), endIt)).toMatchObject({ code: 'noSession' })
  }
  const linked = sql`select address from cashier.addresses where unlinked_at is null`
  expect(await accounts.owner.rows(linked)).toEqual([{ address: wallet }])
})

test('COMP-19 a factor that a thief is adding while the owner freezes is not added', async () => {
  const thief = await logInTo(accounts, player)
  const options = await passkeyOptions(accounts.deps, { purpose: 'add' }, thief)
  if (!options.ok) throw new Error(options.code)
  const attestation = softAuthenticator(publicUrl.origin).make(options.answer)
  const started = await startTotp(accounts.deps, thief)
  if (!started.ok) throw new Error(started.code)
  const code = await appCode(accounts, started.answer.secret)

  // The link's press ends the sessions while the passkey waits for the account's row.
  await keepNotMeLink('not me')
  const pressed = (inside: Queryable) =>
    inside.rows(sql`select players.freeze($1)`, [linkTokenHash('not me')])
  expect(
    await afterWaiting(() => addPasskey(accounts.deps, { attestation }, thief), pressed),
  ).toMatchObject({ code: 'noSession' })
  expect(await confirmTotp(accounts.deps, { code }, thief)).toMatchObject({ code: 'noSession' })
  const left = sql`
    select (select count(*)::int from players.passkeys) as passkeys, has_totp as app,
           (select count(*)::int from players.recovery_codes) as codes
    from players.accounts where player_id = $1`
  expect(await accounts.owner.rows(left, [player.id])).toEqual([
    { passkeys: 0, app: false, codes: 0 },
  ])
  // Nor can it be finished after the owner's reset.
  await reset('another one')
  expect(await confirmTotp(accounts.deps, { code }, thief)).toMatchObject({ code: 'noSession' })
  expect(await logInAnew('another one')).toMatchObject({ ok: true, answer: { player: player.id } })
})

test('COMP-05 an operator who releases in the moment of a freeze pays nothing', async () => {
  await accounts.owner.rows(
    sql`insert into cashier.operations (player_id, operation_id, kind, state, amount, address)
      values ($1, gen_random_uuid(), 'withdrawal', 'review', 1000, $2)`,
    [player.id, wallet],
  )
  await keepNotMeLink('not me')
  const first = (inside: Queryable) =>
    inside.rows(sql`select players.freeze($1)`, [linkTokenHash('not me')])
  const released = await waitBehind(accounts, { by: accounts.database, first }, () =>
    accounts.owner.rows(
      sql`select operator.release('Asha', 'looked at', player_id, operation_id) as why
        from cashier.operations`,
    ),
  )
  expect(released).toEqual([{ why: 'accountFrozen' }])
  const states = await accounts.owner.rows(sql`select state from cashier.operations`)
  expect(states).toEqual([{ state: 'review' }])
})

test('COMP-06 a restored database takes no step and no code that was used in the lost time', async () => {
  await setCatalogue(accounts)
  const app = await addApp(accounts, await logInTo(accounts, player))
  const [used = ''] = app.recoveryCodes
  const code = await app.code()
  const waiting = accounts.browser()
  await logInAnew(undefined, waiting)
  await passkeyOptions(accounts.deps, { purpose: 'logIn' }, waiting)
  await accounts.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`)
  // The second step of the lost time is over, and so is the app's code.
  expect(await giveSecondFactor(accounts.deps, { code }, waiting)).toMatchObject({
    code: 'secondStepOver',
  })
  for (const left of [
    sql`select from players.passkey_challenges`,
    sql`select from players.confirmation_codes`,
    sql`select from players.verified_addresses`,
  ])
    expect(await accounts.owner.rows(left)).toEqual([])
  const anew = accounts.browser()
  await logInAnew(undefined, anew)
  expect(await giveSecondFactor(accounts.deps, { code }, anew)).toMatchObject({
    code: 'factorWrong',
  })
  // A recovery code may have been used: its owner comes in, and no money goes out for a day.
  expect(await giveSecondFactor(accounts.deps, { code: used }, anew)).toMatchObject({ ok: true })
  const holds = sql`
    select ways_out_held_until > clock_timestamp() + interval '23 hours' as held
    from ledger.wallets where player_id = $1`
  expect(await accounts.owner.rows(holds, [player.id])).toEqual([{ held: true }])
})

test('COMP-07 a mail that is sent after the closing freezes nothing', async () => {
  const caller = await logInTo(accounts, player)
  expect(await closeAccount(accounts.deps, caller)).toMatchObject({ ok: true })
  await keepNotMeLink('sent late')
  expect(await freeze('sent late')).toMatchObject({ code: 'linkOver' })
  const frozen = sql`select from ledger.wallets where frozen`
  expect(await accounts.owner.rows(frozen)).toEqual([])
})

test('COMP-08 two accounts that link and unlink one wallet at once wait, and don’t deadlock', async () => {
  const other = await accounts.newPlayer()
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($1, $2)`,
    [wallet, player.id],
  )
  await accounts.database.rows(sql`select cashier.keep_challenge($1, 'a text', $2)`, [
    other.id,
    wallet,
  ])
  const linked = await waitBehind(
    accounts,
    {
      // What cashier.unlink_address does, in two steps and as the same role.
      by: accounts.owner,
      first: (inside) => inside.rows(sql`select ledger.set_frozen($1, false)`, [player.id]),
      last: (inside) =>
        inside.rows(sql`select cashier.unlink_address($1, $2)`, [player.id, wallet]),
    },
    () =>
      accounts.database.rows(sql`select cashier.link_address($1, 'a text', $2) as why`, [
        other.id,
        wallet,
      ]),
  )
  expect(linked).toEqual([{ why: 'addressTaken' }])
})

test('COMP-09 a stranger with the password fills no mailbox by logging in', async () => {
  await logInAnew()
  for (let times = 0; times < 15; times += 1) expect(await logInAnew()).toMatchObject({ ok: true })
  const told = sql`
    select (select count(*)::int from players.security_events where kind = 'new_device') as events,
           (select count(*)::int from players.mails where kind = 'security') as mails`
  // Each is among the events; ten an hour are mailed.
  expect(await one(accounts.owner.rows(told))).toEqual({ events: 15, mails: 10 })
})

async function withMoney(): Promise<void> {
  await accounts.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 100000, chain => -100000,
      own => 100000)`,
    [player.id],
  )
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($1, $2)`,
    [wallet, player.id],
  )
}

interface Asked {
  readonly answer: { readonly id?: string; readonly refusal?: string }
}
async function withdraw(key: string): Promise<Asked['answer']> {
  const { answer } = await one(
    accounts.database.rows<Asked>(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), 5000, '0', $2, $3) as answer`,
      [player.id, key, Buffer.alloc(32)],
    ),
  )
  return answer
}

test('COMP-10 a withdrawal of a frozen account that is given back stays, and its repeat opens no second one', async () => {
  await withMoney()
  const asked = await withdraw('a-key')
  await keepNotMeLink('not me')
  expect(await freeze('not me')).toMatchObject({ ok: true })
  await accounts.operator.rows(
    sql`select operator.refuse('Asha', 'looked at', player_id, operation_id)
      from cashier.operations`,
  )
  const left = sql`select deposit::int from ledger.wallets where player_id = $1`
  expect(await accounts.owner.rows(left, [player.id])).toEqual([{ deposit: 100_000 }])
  expect(await withdraw('a-key')).toEqual(asked)
  expect(await withdraw('another-key')).toMatchObject({ refusal: 'accountFrozen' })
  const states = await accounts.owner.rows(sql`select state from cashier.operations`)
  expect(states).toEqual([{ state: 'refunded' }])
})

test('the record of a refusal has the state that was refused, not the one that was read before', async () => {
  await withMoney()
  await withdraw('a-key')
  const holder = {
    by: accounts.owner,
    first: ({ rows }: Queryable) => rows(sql`select ledger.hold($1)`, [player.id]),
    last: ({ rows }: Queryable) =>
      rows(sql`update cashier.operations set state = 'review', reason = 'large'`),
  }
  const refuse = sql`select operator.refuse('Asha', 'looked at', $1, $2)`
  const [operation] = await accounts.owner.rows(sql`select operation_id from cashier.operations`)
  await waitBehind(accounts, holder, () =>
    accounts.operator.rows(refuse, [player.id, operation?.operation_id]),
  )
  const recorded = sql`
    select before ->> 'state' as before, after ->> 'state' as after
    from operator.acts where act = 'refusePayout'`
  expect(await accounts.owner.rows(recorded)).toEqual([{ before: 'review', after: 'refunded' }])
})

test('COMP-11 what a hold has refused isn’t carried out by its repeat after the hold', async () => {
  await withMoney()
  await accounts.database.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'reset')`, [
    player.id,
  ])
  expect(await withdraw('a-key')).toMatchObject({ refusal: 'waysOutHeld' })
  await endHold()
  expect(await withdraw('a-key')).toMatchObject({ refusal: 'waysOutHeld' })
  expect(await withdraw('another-key')).toMatchObject({ id: expect.any(String) })
})

test('COMP-12 a link for a new password dies with a change of the address', async () => {
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
    [linkTokenHash('mailed before'), player.id],
  )
  const email = someone().email
  const caller = await withVerified(email)
  const form = { name: 'Meera', email, mobile: '' }
  expect(await updateProfile(accounts.deps, form, caller)).toMatchObject({ ok: true })
  const given = { token: 'mailed before', newPassword: 'another one' }
  expect(await resetPassword(accounts.deps, given, accounts.browser())).toMatchObject({
    code: 'linkOver',
  })
})

test('COMP-24 a code for the old address, or what it confirmed, ends with a change of the address', async () => {
  const [asked, confirmed] = [await logInTo(accounts, player), await logInTo(accounts, player)]
  await accounts.owner.rows(
    sql`update players.sessions set confirmed_until = null where session_id = $1`,
    [asked.session.id],
  )
  expect(await sendConfirmation(accounts.deps, asked)).toMatchObject({ ok: true })
  const code = mailedCode(accounts.mails(), player.email)
  const email = someone().email
  const form = { name: 'Meera', email, mobile: '' }
  const caller = await withVerified(email)
  expect(await updateProfile(accounts.deps, form, caller)).toMatchObject({ ok: true })
  expect(await confirmSession(accounts.deps, { code }, asked)).toMatchObject({ code: 'codeOver' })
  for (const [each, isKept] of [
    [confirmed, false],
    [caller, true],
  ] as const)
    expect((await sessionOf(accounts, each)).session.confirmedUntil !== null).toBe(isKept)
})

const newDevices = async () =>
  (
    await accounts.owner.rows(
      sql`select from players.security_events where player_id = $1 and kind = 'new_device'`,
      [player.id],
    )
  ).length

test.each<readonly [string, (owner: LoggedIn) => Promise<unknown>]>([
  [
    'froze and reset',
    async () => {
      await keepNotMeLink('not me')
      expect(await freeze('not me')).toMatchObject({ ok: true })
      await reset('another one')
    },
  ],
  ['reset', () => reset('another one')],
  ['changed the password', (owner) => changePassword(accounts.deps, 'another one', owner)],
])(
  'COMP-26 a thief’s browser is new again, and its log-in told, once the owner %s',
  async (_, act) => {
    const [own, theirs] = [accounts.browser(), accounts.browser()]
    await logInAnew(undefined, own)
    await logInAnew(undefined, theirs)
    expect(await newDevices()).toBe(1)
    await act(await sessionOf(accounts, own))
    // The thief has learned the new password as well: the owner hears of the first log-in by it.
    for (let times = 0; times < 2; times += 1)
      expect(await logInAnew('another one', theirs)).toMatchObject({ ok: true })
    expect(await newDevices()).toBe(2)
  },
)

test('COMP-26 a browser that comes by a passkey is new again as well', async () => {
  const key = await addKey(accounts, await logInTo(accounts, player))
  const phone = accounts.browser()
  await loggedInBy(key, phone)
  expect(await newDevices()).toBe(1)
  await reset('another one')
  await loggedInBy(key, phone)
  expect(await newDevices()).toBe(2)
})

test('COMP-26 the browser in which the owner changes the password stays known', async () => {
  const own = await logInTo(accounts, player)
  expect(await changePassword(accounts.deps, 'another one', own)).toMatchObject({ ok: true })
  await logInAnew('another one', own)
  expect(await newDevices()).toBe(0)
})

test('COMP-26 so is one whose log-in was under way as the owner changed the password', async () => {
  await logInTo(accounts, player)
  const theirs = accounts.browser()
  const { rows } = accounts.database
  // Its session is open, and the browser not noted yet.
  const database: typeof accounts.database = {
    ...accounts.database,
    rows: (statement, values) =>
      statement.text.includes('note_device')
        ? afterWaiting(
            () => rows(statement, values),
            async (inside) => {
              await inside.rows(
                sql`with ended as (delete from players.sessions where player_id = $1)
                  select players.doubt_devices($1)`,
                [player.id],
              )
            },
          )
        : rows(statement, values),
  }
  await logIn({ ...accounts.deps, database }, player, theirs)
  expect((await accounts.withSession(theirs)).session).toBe(null)
  expect(await newDevices()).toBe(1)
  await logInAnew(undefined, theirs)
  expect(await newDevices()).toBe(2)
})

test('COMP-32 a code to confirm that waits for the closing of the account is not sent', async () => {
  const caller = await logInTo(accounts, player)
  const sent = afterWaiting(
    () => sendConfirmation(accounts.deps, caller),
    async (inside) => {
      await endSessions(inside)
      await inside.rows(closed, [player.id])
    },
  )
  expect(await sent).toMatchObject({ code: 'noSession' })
  expect(await accounts.owner.rows(sql`select from players.confirmation_codes`)).toEqual([])
})

test('COMP-33 no app and no passkey is begun in the moment of the closing', async () => {
  const caller = await logInTo(accounts, player)
  await accounts.owner.rows(closed, [player.id])
  expect(await startTotp(accounts.deps, caller)).toMatchObject({ code: 'noSession' })
  expect(await passkeyOptions(accounts.deps, { purpose: 'add' }, caller)).toMatchObject({
    code: 'noSession',
  })
  expect(await accounts.owner.rows(sql`select from players.totp`)).toEqual([])
})

test('COMP-35 a link for a new password and a step of a log-in that are being kept end with the account', async () => {
  const caller = await logInTo(accounts, player)
  const closing = waitBehind(
    accounts,
    {
      // What is kept names the account, which a reference locks until it is committed.
      by: accounts.owner,
      first: (inside) =>
        inside.rows(
          sql`with step as (
              insert into players.second_steps (token_hash, player_id, password_digest)
              values ($1, $2, $1))
            insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
          [linkTokenHash('mailed late'), player.id],
        ),
    },
    () => closeAccount(accounts.deps, caller),
  )
  expect(await closing).toMatchObject({ ok: true })
  const left = sql`
    select player_id from players.reset_links union all select player_id from players.second_steps`
  expect(await accounts.owner.rows(left)).toEqual([])
  const given = { token: 'mailed late', newPassword: 'another one' }
  expect(await resetPassword(accounts.deps, given, accounts.browser())).toMatchObject({
    code: 'linkOver',
  })
})

const keepChallenge = sql`select cashier.keep_challenge($1, 'sign', $2)`

test.each<readonly [string, () => Promise<unknown>]>([
  ['text to sign', () => accounts.database.rows(keepChallenge, [player.id, wallet])],
  ['step of a log-in', () => logInAnew()],
])('COMP-37 a %s that waits for the closing of the account is not kept', async (_, begin) => {
  await addApp(accounts, await logInTo(accounts, player))
  const close = (inside: Queryable) => inside.rows(closed, [player.id])
  await waitBehind(accounts, { by: accounts.owner, first: close }, begin)
  const left = sql`
    select player_id from players.second_steps union all select player_id from cashier.challenges`
  expect(await accounts.owner.rows(left)).toEqual([])
})

test('COMP-36 an app that waits for the closing of the account is not begun', async () => {
  const caller = await logInTo(accounts, player)
  const close = (inside: Queryable) => inside.rows(closed, [player.id])
  const begun = waitBehind(accounts, { by: accounts.owner, first: close }, () =>
    startTotp(accounts.deps, caller),
  )
  expect(await begun).toMatchObject({ code: 'noSession' })
  expect(await accounts.owner.rows(sql`select from players.totp`)).toEqual([])
})

test('COMP-13 an owner who reset before the freeze gets in without the thief’s factor', async () => {
  await addKey(accounts, await logInTo(accounts, player))
  await reset('another one')
  expect(await logInAnew('another one')).toMatchObject({ answer: { secondFactor: ['passkey'] } })
  // By the link of the next mail, such as that of another reset.
  await keepNotMeLink('not me')
  expect(await freeze('not me')).toMatchObject({ ok: true })
  await reset('a third one')
  expect(await logInAnew('a third one')).toMatchObject({ answer: { player: player.id } })
})

const closed = sql`
  with links as (delete from players.reset_links where player_id = $1)
  update players.accounts set closed_at = now(), mobile = null, email = null, name = '',
    password_hash = '' where player_id = $1`

test('INBOX-08 a stranger who writes by a frozen player’s address uses up none of the player’s', async () => {
  const calls = supportCalls({ ...accounts.deps, config: { limits: true } })
  const write = (text: string, ip: string) =>
    calls.writeAsVisitor({ email: player.email, text }, accounts.browser(ip))
  for (let n = 0; n < 5; n += 1) await write(`Buy my coins ${n}`, '192.0.2.7')
  expect(await write('My account is frozen', '192.0.2.8')).toMatchObject({ ok: true })
  // The stranger’s own are over for the day, not for the hour alone.
  await accounts.owner.rows(
    sql`delete from platform.limits where key = 'support visitor network:192.0.2.7'`,
  )
  expect(await write('Buy more coins', '192.0.2.7')).toMatchObject({ code: 'tooMany' })
})

test('COMP-16 a reset that waits for the closing of the account sets no password', async () => {
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
    [linkTokenHash('mailed before'), player.id],
  )
  const given = { token: 'mailed before', newPassword: 'another one' }
  const close = (inside: Queryable) => inside.rows(closed, [player.id])
  expect(
    await afterWaiting(() => resetPassword(accounts.deps, given, accounts.browser()), close),
  ).toMatchObject({ code: 'linkOver' })
  const kept = sql`select password_hash from players.accounts where player_id = $1`
  expect(await accounts.owner.rows(kept, [player.id])).toEqual([{ password_hash: '' }])
  // And one that comes first ends the session that closes.
  const other = await accounts.newPlayer()
  const caller = await logInTo(accounts, other)
  player = other
  await reset('a third one')
  expect(await closeAccount(accounts.deps, caller)).toMatchObject({ code: 'noSession' })
})

const smallPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#f2a33a' } })
    .png()
    .toBuffer()

test.each<readonly [string, (caller: LoggedIn) => Promise<unknown>]>([
  [
    'name',
    (caller) => updateProfile(accounts.deps, { name: 'Meera', email: '', mobile: '' }, caller),
  ],
  [
    'picture',
    async ({ session }) => {
      const picture = await smallPicture()
      return changePicture(accounts.deps, { player: session.player, picture }, session)
    },
  ],
])('COMP-25 a %s that waits for the closing of the account is not kept', async (_, change) => {
  const caller = await logInTo(accounts, player)
  const close = (inside: Queryable) => inside.rows(closed, [player.id])
  expect(await afterWaiting(() => change(caller), close)).toMatchObject({ code: 'noSession' })
  const kept = sql`select name, picture from players.accounts where player_id = $1`
  expect(await accounts.owner.rows(kept, [player.id])).toEqual([{ name: '', picture: null }])
})

test.each<readonly [string, (caller: LoggedIn, picture: Buffer<ArrayBuffer>) => Promise<unknown>]>([
  [
    'name',
    (caller) => updateProfile(accounts.deps, { name: 'Thief', email: '', mobile: '' }, caller),
  ],
  [
    'picture',
    ({ session }, picture) =>
      changePicture(accounts.deps, { player: session.player, picture }, session),
  ],
  [
    'message',
    ({ session }, picture) =>
      writeToSupport(
        accounts.deps,
        { player: session.player, text: 'Let me in', picture },
        session,
      ),
  ],
])('COMP-30 a thief’s %s that waits behind the owner’s act is not kept', async (_, send) => {
  const picture = await smallPicture()
  const newToken = sql`
    update players.sessions set old_hash = token_hash, old_until = now(), token_hash = sha256('new')
    where player_id = $1`
  for (const act of [newToken, sql`delete from players.sessions where player_id = $1`]) {
    // With a copy of the cookie the thief’s call has passed the look at the session.
    const thief = letIn(await logInTo(accounts, player))
    const end = (inside: Queryable) => inside.rows(act, [player.id])
    expect(await afterWaiting(() => send(thief, picture), end)).toMatchObject({ code: 'noSession' })
  }
  const kept = sql`
    select name from players.accounts where name = 'Thief' or picture is not null
    union all select text from support.messages`
  expect(await accounts.owner.rows(kept)).toEqual([])
})

test('COMP-17 the removed passkey confirms no withdrawal that waits for it, and the next way is held', async () => {
  await withMoney()
  const key = await addKey(accounts, await logInTo(accounts, player))
  const phone = await loggedInBy(key)
  await accounts.owner.rows(sql`update players.sessions set confirmed_until = null`)
  // The sheet is open on the phone; the laptop, which is confirmed, removes the passkey.
  const options = await passkeyOptions(accounts.deps, { purpose: 'confirm' }, phone)
  if (!options.ok) throw new Error(options.code)
  const assertion = key.sign(options.answer)
  const { passkeys } = await readFactors(accounts.database, player.id)
  const laptop = await loggedInBy(key)
  expect(await removePasskey(accounts.deps, { id: passkeys[0]?.id ?? '' }, laptop)).toMatchObject({
    ok: true,
  })
  expect(await confirmSession(accounts.deps, { assertion }, phone)).toMatchObject({
    code: 'factorWrong',
  })
  const { session } = await sessionOf(accounts, phone)
  expect(session.confirmedUntil).toBeNull()
  // A mailed code confirms now, and the money waits.
  expect(await readWays(accounts.database, player.id)).toEqual({ confirm: ['mail'] })
  expect(await withdraw('a-key')).toMatchObject({ refusal: 'waysOutHeld' })
})

/** A session, by the passkey alone. */
async function loggedInBy(
  key: Awaited<ReturnType<typeof addKey>>,
  browser = accounts.browser(),
): Promise<LoggedIn> {
  const options = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, browser)
  if (!options.ok) throw new Error(options.code)
  const assertion = key.sign(options.answer)
  expect(await giveSecondFactor(accounts.deps, { assertion }, browser)).toMatchObject({ ok: true })
  return sessionOf(accounts, browser)
}

test('COMP-18 an owner’s freeze in the moment of a restore waits for it, and holds', async () => {
  await setCatalogue(accounts)
  await addApp(accounts, await logInTo(accounts, player))
  await keepNotMeLink('not me')
  await accounts.owner.rows(sql`delete from players.sessions`)
  const first = (inside: Queryable) =>
    inside.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`)
  const frozen = waitBehind(accounts, { by: accounts.operator, first }, () => freeze('not me'))
  expect(await frozen).toMatchObject({ ok: true })
  expect(await logInAnew()).toMatchObject({ code: 'accountFrozen' })
  expect(await accounts.owner.rows(sql`select from players.recovery_codes`)).toEqual([])
  await reset('another one')
  expect(await logInAnew('another one')).toMatchObject({ answer: { player: player.id } })
})

test('COMP-23 a deposit in review is let go after another of its wallet, which has the approval', async () => {
  await withMoney()
  await accounts.owner.rows(
    sql`insert into cashier.operations (
        player_id, operation_id, kind, state, amount, address, nonce, signed_at, mined_hash,
        mined_block)
      values ($1, gen_random_uuid(), 'deposit', 'review', 1000, $2, 1, now(),
        '0x' || repeat('1', 64), 1)`,
    [player.id, wallet],
  )
  const waits = sql`select operation_id as id from cashier.operations where state = 'review'`
  const { id } = await one(accounts.owner.rows<{ id: string }>(waits))
  const ask = sql`
    select cashier.request_deposit($1, gen_random_uuid(), 2000, $2, null, null) ->> 'id' as id`
  const next = await one(accounts.database.rows<{ id: string }>(ask, [player.id, wallet]))
  const release = () => {
    const words = ['release', transactionIdOf(player.id, id), '--reason', 'looked at']
    return operate({ database: accounts.operator }, words, 'Asha')
  }
  expect(await release()).toMatchObject({ ok: false, why: expect.stringMatching(/on its way/) })
  await accounts.database.rows(sql`select cashier.cancel_deposit($1, $2)`, [player.id, next.id])
  expect(await release()).toMatchObject({ ok: true })
  // And the wallet has one deposit on its way again.
  expect(await one(accounts.database.rows<object>(ask, [player.id, wallet]))).toEqual({ id: null })
})

test('COMP-29 a copy of the cookie, let in before the owner’s new password, changes nothing after it', async () => {
  const theirs = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  await accounts.database.rows(sql`select cashier.keep_challenge($1, 'sign', $2)`, [
    player.id,
    theirs.address.toLowerCase(),
  ])
  const signed = { message: 'sign', signature: await theirs.signMessage({ message: 'sign' }) }
  const friend = await accounts.newPlayer()
  const own = await withVerified('thief@example.com')
  // With a copy of the cookie the thief’s calls have passed the look at the session.
  const thief = letIn(own)
  const started = await startTotp(accounts.deps, thief)
  if (!started.ok) throw new Error(started.code)
  const code = await appCode(accounts, started.answer.secret)
  expect(await changePassword(accounts.deps, 'the owner’s', own)).toMatchObject({ ok: true })

  const { session } = thief
  const ids = { player: player.id as PlayerId, receiver: friend.id as PlayerId }
  const sent = { ...ids, amount: hundredths(100n) }
  for (const change of [
    () => changePassword(accounts.deps, 'the thief’s', thief),
    () => updateProfile(accounts.deps, { ...player, email: 'thief@example.com' }, thief),
    () => confirmTotp(accounts.deps, { code }, thief),
    () => linkWallet(accounts, session, signed),
    () => sendMoney(accounts.deps, sent, null, session),
    () => closeAccount(accounts.deps, thief),
  ])
    expect(await change()).toMatchObject({ code: 'confirmFirst' })
  expect(await logInAnew('the owner’s')).toMatchObject({ ok: true })
})
