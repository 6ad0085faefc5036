import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAccountsForTest, type TestBrowser } from '../../../test/players/accounts.ts'
import { addApp, logInTo } from '../../../test/players/factors.ts'
import { mailedCode } from '../../../test/players/mailed-code.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import type { AccountDeps } from '../account-deps.ts'
import { giveSecondFactor } from '../sessions/give-second-factor.ts'
import { logIn } from '../sessions/log-in.ts'
import { checkFactorKeys } from './check-factor-keys.ts'
import { confirmSession } from './confirm-session.ts'
import { createFactorKeys } from './factor-keys.ts'
import { findRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import { reencrypt } from './reencrypt.ts'
import { sendConfirmation } from './send-confirmation.ts'

test('FACTOR-31 FACTOR_KEY is changed without anyone noticing, and the old key can be dropped', async () => {
  const accounts = await openAccountsForTest()
  const { deps } = accounts
  const old = deps.config.factorKey
  const fresh = randomBytes(32)
  const other = await accounts.newPlayer()
  const player = await accounts.newPlayer()
  const app = await addApp(accounts, await logInTo(accounts, player))
  const [first = '', second = ''] = app.recoveryCodes
  const keyed = (current: Buffer, ...others: Buffer[]): AccountDeps => ({
    ...deps,
    factorKeys: createFactorKeys(current, others),
  })
  const enter = async (by: AccountDeps, code: string, browser: TestBrowser) => {
    await logIn(by, player, browser)
    return giveSecondFactor(by, { code }, browser)
  }

  // A process that has the new key, beside one that has only the old one: both read.
  const [before, after] = [keyed(old, fresh), keyed(fresh, old)]
  const code = await app.code()
  expect(await enter(after, code, accounts.browser())).toMatchObject({ ok: true })
  expect(await enter(after, first, accounts.browser())).toMatchObject({ ok: true })
  const waiting = await logInTo(accounts, other)
  await sendConfirmation(before, waiting)
  const mailed = mailedCode(accounts.mails(), other.email)
  expect(await confirmSession(after, { code: mailed }, waiting)).toMatchObject({ ok: true })

  expect(await reencrypt(accounts.database, after.factorKeys, system)).toEqual({
    encrypted: 10,
    unreadable: 0,
  })
  expect(await reencrypt(accounts.database, after.factorKeys, system)).toEqual({
    encrypted: 0,
    unreadable: 0,
  })
  // The process that was restarted last reads what is encrypted by now.
  expect(await enter(before, second, accounts.browser())).toMatchObject({ ok: true })
  const alone = keyed(fresh)
  expect(await enter(alone, await app.code(1), accounts.browser())).toMatchObject({ ok: true })
  await expect(enter(keyed(old), first, accounts.browser())).rejects.toThrow('no key of FACTOR_KEY')
})

test('a process whose keys read no app does not start', async () => {
  const accounts = await openAccountsForTest()
  const old = accounts.deps.config.factorKey
  const check = (...keys: [Buffer, ...Buffer[]]) =>
    checkFactorKeys(accounts.database, createFactorKeys(keys[0], keys.slice(1)))
  await check(randomBytes(32))

  await addApp(accounts, await logInTo(accounts, await accounts.newPlayer()))
  await check(old)
  await check(randomBytes(32), old)
  await expect(check(randomBytes(32), randomBytes(32))).rejects.toThrow(
    "FACTOR_KEY is not the one that players' authenticator apps were kept with",
  )

  // One that no key reads keeps the house from nothing.
  const player = await accounts.newPlayer()
  await addApp(accounts, await logInTo(accounts, player))
  const spoil = sql`update players.totp set secret = '\\x00' where player_id = $1`
  await accounts.owner.rows(spoil, [player.id])
  await check(old)
})

test('a recovery code that no key reads takes none of the others along', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const app = await addApp(accounts, await logInTo(accounts, player))
  const [first = ''] = app.recoveryCodes
  const enter = async (code: string) => {
    const browser = accounts.browser()
    await logIn(accounts.deps, player, browser)
    return giveSecondFactor(accounts.deps, { code }, browser)
  }
  const id = await findRecoveryCode(accounts.deps, player.id, readRecoveryCode(first) ?? '')
  await accounts.owner.rows(
    sql`update players.recovery_codes set encrypted = '\\x00'
        where code_id = (select min(code_id::text)::uuid from players.recovery_codes
                         where code_id <> $1)`,
    [id],
  )
  // It may be the damaged one: the log says what to do.
  await expect(enter('7KQ2M-XW9PD-7KQ2M-XW9PD-7KQ2M')).rejects.toThrow('no key of FACTOR_KEY')
  expect(await enter(first)).toMatchObject({ ok: true })
})

test('what no key reads is counted and stays', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  await addApp(accounts, await logInTo(accounts, player))
  const others = createFactorKeys(randomBytes(32), [randomBytes(32)])
  expect(await reencrypt(accounts.database, others, system)).toEqual({
    encrypted: 0,
    unreadable: 11,
  })
  // The log says what to do.
  const { secret } = await one(
    accounts.owner.rows<{ secret: Buffer }>(sql`select secret from players.totp`),
  )
  expect(() => others.decrypt(player.id, secret)).toThrow(
    new RegExp(`factors of ${player.id}: add the one that encrypted them, or reset them`),
  )
  const kept = sql`select from players.recovery_codes`
  expect(await accounts.owner.rows(kept)).toHaveLength(10)
})
