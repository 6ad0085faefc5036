import { expect, test } from 'vitest'
import { openAccountsForTest } from '../../../test/players/accounts.ts'
import type { Database } from '../../platform/database/database.ts'
import { findSession } from './find-session.ts'
import { logIn } from './log-in.ts'

/** The database, and how often it was asked. */
function counting(database: Database) {
  let asked = 0
  const counted: Database = {
    ...database,
    rows(statement, values) {
      asked += 1
      return database.rows(statement, values)
    },
  }
  return { database: counted, asked: () => asked }
}

test('a log-in without a second factor asks the database three times beside its limits', async () => {
  const accounts = await openAccountsForTest(false)
  const player = await accounts.newPlayer()
  const { database, asked } = counting(accounts.database)
  const deps = { ...accounts.deps, database }
  const browser = accounts.browser()
  expect(await logIn(deps, player, browser)).toMatchObject({ ok: true })
  expect(asked()).toBe(3)
  // The same browser again: most log-ins are from a known device.
  const device = browser.cookies.get('device') ?? null
  expect(await logIn(deps, player, { ...browser, device })).toMatchObject({ ok: true })
  expect(asked()).toBe(6)
})

test('whether a session is confirmed comes with the session, in one statement', async () => {
  const accounts = await openAccountsForTest(false)
  const player = await accounts.newPlayer()
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  const { session } = await accounts.withSession(browser)
  const { database, asked } = counting(accounts.database)
  const find = findSession(database, accounts.deps.config.session)
  expect(await find(session?.tokenHash ?? Buffer.alloc(0))).toMatchObject({
    confirmedUntil: expect.any(Date),
  })
  expect(asked()).toBe(1)
})
