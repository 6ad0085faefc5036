import { beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { wrongCode } from '../../../test/players/app-codes.ts'
import { addApp, addKey, logInTo, type TestApp } from '../../../test/players/factors.ts'
import { sql } from '../../platform/database/database.ts'
import type { AccountDeps } from '../account-deps.ts'
import { closeAccount } from '../accounts/close-account.ts'
import { giveSecondFactor } from '../sessions/give-second-factor.ts'
import { logIn } from '../sessions/log-in.ts'
import { passkeyOptions } from './passkeys.ts'
import { notifyOfLeftSteps } from './second-steps.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

let accounts: Accounts
let player: NewPlayer & { id: number }
let app: TestApp
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  app = await addApp(accounts, await logInTo(accounts, player))
})

async function givePassword(browser = accounts.browser('192.0.2.7', chrome)): Promise<TestBrowser> {
  expect(await logIn(accounts.deps, player, browser)).toMatchObject({
    ok: true,
    answer: { secondFactor: ['totp'] },
  })
  return browser
}
const pass = (minutes: number) =>
  accounts.owner.rows(
    sql`with steps as (
        update players.second_steps set started_at = started_at - $1 * interval '1 minute',
          tried_at = tried_at - $1 * interval '1 minute')
      update players.security_events set at = at - $1 * interval '1 minute'`,
    [minutes],
  )
const sweep = () => notifyOfLeftSteps(accounts.worker)
const told = () =>
  accounts.owner.rows(
    sql`select device from players.security_events where kind = 'factor_missing' order by at`,
  )
const steps = async () => (await accounts.owner.rows(sql`select from players.second_steps`)).length

test('FACTOR-32 the owner hears of a right password that no factor followed, from which device', async () => {
  const browser = await givePassword()
  await giveSecondFactor(accounts.deps, { code: wrongCode(app.secret) }, browser)
  await pass(4)
  await sweep()
  expect([await told(), await steps()]).toEqual([[], 1])
  await pass(2)
  await Promise.all([sweep(), sweep()])
  expect([await told(), await steps()]).toEqual([[{ device: 'Chrome on Linux' }], 0])

  accounts.deps.mails.sendSoon()
  const mailed = () =>
    accounts.mails().find(({ to, text }) => to === player.email && text.includes('no second'))
  await vi.waitUntil(mailed, patience)
  expect(mailed()?.text).toContain('From Chrome on Linux.')
  expect(mailed()?.text).toContain("This wasn't me: ")
})

test('the owner who logs in hears nothing of it, also at a second try in the same browser', async () => {
  const browser = await givePassword()
  await givePassword(browser)
  const given = await giveSecondFactor(accounts.deps, { code: await app.code() }, browser)
  expect(given).toMatchObject({ ok: true })
  await pass(6)
  await sweep()
  expect([await told(), await steps()]).toEqual([[], 0])
})

test('the owner hears of it at most once an hour', async () => {
  for (const minutes of [6, 48, 6]) {
    await givePassword()
    await pass(minutes)
    await sweep()
  }
  expect([await told(), await steps()]).toMatchObject([{ length: 1 }, 0])
  await pass(10)
  await givePassword()
  await pass(6)
  await sweep()
  expect(await told()).toHaveLength(2)
})

test('who begins anew every few minutes can not keep it from the owner', async () => {
  const browser = await givePassword()
  await pass(3)
  await givePassword(browser)
  await pass(3)
  await sweep()
  expect([await told(), await steps()]).toMatchObject([{ length: 1 }, 1])
  // The log-in that was begun last can still go on.
  const given = await giveSecondFactor(accounts.deps, { code: await app.code() }, browser)
  expect(given).toMatchObject({ ok: true })
})

test('FACTOR-35 a log-in by a passkey of the thief’s own leaves the news of the owner’s', async () => {
  const thief = await accounts.newPlayer()
  const key = await addKey(accounts, await logInTo(accounts, thief))
  const [browser, unasked] = [await givePassword(), accounts.browser()]
  // The challenge is of a browser that gave no password, so that any player's passkey answers it.
  const options = await passkeyOptions(accounts.deps, { purpose: 'logIn' }, unasked)
  if (!options.ok) throw new Error(options.code)
  browser.cookies.set('passkeyBrowser', unasked.passkeyBrowser ?? Buffer.alloc(0))
  const given = { assertion: key.sign(options.answer) }
  expect(await giveSecondFactor(accounts.deps, given, browser)).toMatchObject({
    answer: { player: thief.id },
  })
  await pass(6)
  await sweep()
  expect(await told()).toHaveLength(1)
})

test('COMP-27 a log-in that the closing of its account overtakes stops no news of others', async () => {
  const other = await accounts.newPlayer()
  const theirs = await logInTo(accounts, other)
  await addApp(accounts, theirs)
  const passwords: AccountDeps['passwords'] = {
    ...accounts.deps.passwords,
    async matches(hash, password) {
      const matches = await accounts.deps.passwords.matches(hash, password)
      expect(await closeAccount(accounts.deps, theirs)).toMatchObject({ ok: true })
      return matches
    },
  }
  await logIn({ ...accounts.deps, passwords }, other, accounts.browser())
  await givePassword()
  await pass(6)
  await sweep()
  const missing = sql`
    select player_id from players.security_events
    where kind = 'factor_missing' and player_id = $1`
  expect(await accounts.owner.rows(missing, [player.id])).toHaveLength(1)
  expect(await steps()).toBe(0)
})
