import { beforeEach, expect, test } from 'vitest'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/call.ts'
import { logIn } from '../sessions/log-in.ts'
import { changePassword } from './change-password.ts'

let accounts: Accounts
let player: NewPlayer & { id: number }
let own: TestBrowser & { session: Session }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  own = await loggedIn()
})

async function loggedIn(password = player.password): Promise<TestBrowser & { session: Session }> {
  const browser = accounts.browser()
  await logIn(accounts.deps, { ...player, password }, browser)
  const { session } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return { ...browser, session }
}

const change = (password = 'another one') => changePassword(accounts.deps, password, own)
const isIn = async (browser: TestBrowser) => (await accounts.withSession(browser)).session !== null

test('SESSION-09 the new password opens sessions, the old one none; all others end, this one stays', async () => {
  const phone = await loggedIn()
  expect(await change()).toMatchObject({ ok: true, message: 'Your password has been updated.' })
  expect([await isIn(own), await isIn(phone)]).toEqual([true, false])
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject({
    code: 'loginFailed',
  })
  expect(await isIn(await loggedIn('another one'))).toBe(true)
})

test('waits for the hash, and then for no confirmation that has ended meanwhile', async () => {
  // The owner's first factor ends what the other sessions have confirmed.
  await accounts.owner.rows(sql`update players.sessions set confirmed_until = null`)
  expect(await change()).toMatchObject({ code: 'confirmFirst' })
  expect(await isIn(await loggedIn())).toBe(true)
})

test("no other player's sessions end, and the change is noted once", async () => {
  const other = await accounts.newPlayer()
  const browser = accounts.browser()
  await logIn(accounts.deps, other, browser)
  await change()
  expect(await isIn(browser)).toBe(true)
  const rows = await accounts.owner.rows(sql`select player_id from players.password_changes`)
  expect(rows).toEqual([{ player_id: player.id }])
})

test.each(['', 'abc', 'x'.repeat(21)])('%j is no password', async (password) => {
  expect(await change(password)).toMatchObject({
    code: 'invalidForm',
    parts: { message: 'Password must be between 4 and 20 characters.' },
  })
})

test('AUTH-06 a log-in with the old password in the same moment leaves no session', async () => {
  const phone = accounts.browser()
  // The log-in has taken the account's row, and isn't committed when the change begins.
  const first = (inside: Queryable) => {
    const database = { ...accounts.database, ...inside }
    return logIn({ ...accounts.deps, database }, player, phone)
  }
  const changed = waitBehind(accounts, { by: accounts.database, first }, () => change())
  expect(await changed).toMatchObject({ ok: true })
  expect(await isIn(phone)).toBe(false)
})
