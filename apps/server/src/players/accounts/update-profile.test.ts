import { beforeEach, expect, test } from 'vitest'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { logIn } from '../sessions/log-in.ts'
import { readProfile } from './read-profile.ts'
import { updateProfile } from './update-profile.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
let browser: TestBrowser
let session: Session
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  const found = (await accounts.withSession(browser)).session
  if (!found) throw new Error('not logged in')
  session = found
})

const caller = (): PlayerCaller => ({ ...browser, presession: browser.presession, session })
const update = (form: { name?: string; email?: string; mobile?: string; showName?: boolean }) =>
  updateProfile(accounts.deps, { name: player.name, email: '', mobile: '', ...form }, caller())
const profile = async () => {
  const result = await readProfile(accounts.database, session)
  if (!result.ok) throw new Error(result.code)
  return result.answer
}

async function verify(email: string): Promise<void> {
  await sendCode(accounts.deps, { email, name: '' }, caller())
  await checkCode(accounts.deps, { email, code: accounts.codeFor(email) }, browser)
}

test('the profile as the specification names it', async () => {
  expect(await profile()).toEqual({
    name: player.name,
    email: player.email,
    mobile: player.mobile,
    picture: null,
    inviteCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
    showName: true,
    memberSince: expect.any(Date),
  })
})

test('the name, trimmed and with single spaces, and whether it is shown', async () => {
  expect(
    await update({ name: ' Anika  Rao ', showName: false, mobile: player.mobile }),
  ).toMatchObject({
    ok: true,
  })
  expect(await profile()).toMatchObject({
    name: 'Anika Rao',
    showName: false,
    email: player.email,
  })
  await update({ email: player.email.toUpperCase() })
  expect(await profile()).toMatchObject({
    name: player.name,
    showName: false,
    email: player.email,
  })
})

test('whether the name is shown is changed alone: a name of another device stays', async () => {
  expect(await update({ name: '', showName: false })).toMatchObject({ ok: true })
  expect(await profile()).toMatchObject({ name: player.name, showName: false })
  expect(await update({ name: '', email: 'nobody', showName: true })).toMatchObject({
    code: 'invalidForm',
  })
  expect(await profile()).toMatchObject({ name: player.name, showName: false })
})

test('SIGNUP-05 the mobile number is compared and never changed', async () => {
  expect(await update({ mobile: '9000000000', name: 'Anika' })).toMatchObject({
    code: 'mobileFixed',
  })
  expect(await profile()).toMatchObject({ name: player.name, mobile: player.mobile })
})

test.each([
  [{ name: '' }, 'Full Name cannot be empty'],
  [{ name: '<b>' }, 'Please enter a valid name'],
  [{ name: '\u3164' }, 'Please enter a valid name'],
  [{ email: 'nobody' }, 'Please enter a valid email address'],
])('WORDS-11 %j is refused', async (form, message) => {
  expect(await update(form)).toMatchObject({ code: 'invalidForm', parts: { message } })
})

test('a new address must have been verified by this browser, and is used up', async () => {
  const email = 'new@example.com'
  expect(await update({ email })).toMatchObject({ code: 'emailNotVerified' })
  await verify(email)
  expect(await update({ email: 'another@example.com' })).toMatchObject({ code: 'emailNotVerified' })
  const stranger = { ...caller(), presession: null }
  expect(
    await updateProfile(accounts.deps, { name: 'A', email, mobile: '' }, stranger),
  ).toMatchObject({
    code: 'emailNotVerified',
  })
  expect(await update({ email: 'New@Example.com' })).toMatchObject({ ok: true })
  expect(await profile()).toMatchObject({ email: email })
  const verified = sql`select from players.verified_addresses where email = $1`
  expect(await accounts.owner.rows(verified, [email])).toHaveLength(0)
  expect(browser.cookies.has('presession')).toBe(false)
})

test('an address can become another one of the same mailbox, which no one else can have', async () => {
  const email = player.email.replace('@', '+games@')
  await sendCode(accounts.deps, { email, name: '' }, accounts.browser())
  expect(accounts.mails()[0]?.subject).toBe('You already have a Pipkin account')
  await verify(email)
  expect(await update({ email })).toMatchObject({ ok: true })
  expect(await profile()).toMatchObject({ email })
})

test('SESSION-17 a new address asks for a confirmed session, a new name does not', async () => {
  await verify('new@example.com')
  session = { ...session, confirmedUntil: null }
  expect(await update({ email: 'new@example.com' })).toMatchObject({
    code: 'confirmFirst',
    data: { confirm: ['mail'] },
  })
  expect(await update({ name: 'Anika' })).toMatchObject({ ok: true })
})

test('SIGNUP-04 an address with which another account was opened meanwhile is taken', async () => {
  const email = 'wanted@example.com'
  await verify(email)
  const { id } = await accounts.newPlayer()
  await accounts.owner.rows(sql`update players.accounts set email = $2 where player_id = $1`, [
    id,
    email,
  ])
  expect(await update({ email, name: 'Anika' })).toMatchObject({ code: 'emailTaken' })
  expect(await profile()).toMatchObject({ name: player.name, email: player.email })
})

test('another address holds the ways out of the account, and the same one does not', async () => {
  const held = () =>
    accounts.owner.rows(
      sql`select ways_out_held_after as after,
            ways_out_held_until between now() + interval '23 hours' and now() + interval '1 day'
              as for_a_day
          from ledger.wallets where player_id = $1`,
      [player.id],
    )
  expect(await update({ email: player.email, name: 'Anika Rao' })).toMatchObject({ ok: true })
  expect(await held()).toEqual([{ after: null, for_a_day: null }])
  await verify('new@example.com')
  expect(await update({ email: 'new@example.com' })).toMatchObject({ ok: true })
  expect(await held()).toEqual([{ after: 'email', for_a_day: true }])
})
