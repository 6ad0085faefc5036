import { expect, test } from 'vitest'
import { openAccountsForTest } from '../../../test/players/accounts.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

test('SESSION-08 ends this session on the server, and no other', async () => {
  const accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const [own, phone] = [accounts.browser(), accounts.browser()]
  await logIn(accounts.deps, player, own)
  await logIn(accounts.deps, player, phone)
  const copy = { ...own, cookies: new Map(own.cookies) }
  const { session } = await accounts.withSession(own)
  expect(await logOut(accounts.database, { ...own, session: session! })).toMatchObject({ ok: true })
  expect([...own.cookies.keys()]).toEqual(['device'])
  expect((await accounts.withSession(copy)).session).toBeNull()
  expect((await accounts.withSession(phone)).session).not.toBeNull()
})
