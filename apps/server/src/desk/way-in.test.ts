import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type DeskBrowser, type RunningDesk, startDesk } from '../../test/desk.ts'
import { freshDatabaseForTest, type TestDatabase } from '../../test/fresh-database.ts'
import { sql } from '../platform/database/database.ts'

let db: TestDatabase
let desk: RunningDesk
const reason = 'a new colleague'

beforeEach(async () => {
  db = await freshDatabaseForTest()
  desk = await startDesk(db)
  onTestFinished(() => desk.close())
})

/** Enters by a link and adds the app; answers its secret. */
async function comeIn(
  browser: DeskBrowser,
  token: string | null,
  email: string,
  name = 'Asha',
): Promise<string> {
  expect(await browser.post('enter', { token, name, email })).toMatchObject({ Status: true })
  const { secret, uri } = (await browser.post('startTotp')).Data
  expect(uri).toContain('otpauth://totp/')
  expect(await browser.post('confirmTotp', { code: await desk.code(secret, -1) })).toMatchObject({
    Status: true,
  })
  return secret
}

test('the first operator comes in by the link, adds an app, and is an admin; the link is over', async () => {
  const token = await desk.firstToken()
  const browser = desk.browser()
  await comeIn(browser, token, 'Asha@Pipkin.example')
  expect((await browser.get('readMe')).Data).toMatchObject({
    name: 'Asha',
    email: 'asha@pipkin.example',
    role: 'admin',
    whole: true,
  })
  expect(await desk.firstToken()).toBeNull()
  expect(
    await desk.browser().post('enter', { token, name: 'Eve', email: 'asha@pipkin.example' }),
  ).toMatchObject({ Status: false })
})

test('DESK-01: a link without its factor opens nothing but the factor', async () => {
  const browser = desk.browser()
  await browser.post('enter', {
    token: await desk.firstToken(),
    name: 'Asha',
    email: 'a@b.example',
  })
  expect((await browser.get('readMe')).Data).toMatchObject({ whole: false })
  for (const call of ['readNow', 'listOperators', 'listActs', 'searchPlayers?text=a'])
    expect((await browser.get(call)).status).toBe(401)
  expect(
    (
      await browser.post('inviteOperator', {
        name: 'E',
        email: 'e@b.example',
        role: 'admin',
        reason,
      })
    ).status,
  ).toBe(401)
  const { secret } = (await browser.post('startTotp')).Data
  expect(await browser.post('confirmTotp', { code: '000000' })).toMatchObject({ Status: false })
  expect(await browser.post('confirmTotp', { code: await desk.code(secret) })).toMatchObject({
    Status: true,
  })
  // The secret can't be taken in place of the confirmed one by the same session.
  expect((await browser.post('startTotp')).status).toBe(403)
})

test('the first invitation takes one, the next two; who is invited gives the address', async () => {
  const asha = desk.browser()
  await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const invitation = { name: 'Ben', email: 'ben@pipkin.example', role: 'cashier', reason }
  const first = (await asha.post('inviteOperator', invitation)).Data
  expect(first.proposal).toBeNull()
  const token = new URL(String(first.link)).hash.slice(1)
  expect(
    await desk.browser().post('enter', { token, name: 'Eve', email: 'eve@pipkin.example' }),
  ).toMatchObject({ Status: false })
  const ben = desk.browser()
  await comeIn(ben, token, 'ben@pipkin.example', 'Ben')
  expect((await ben.get('readMe')).Data).toMatchObject({ role: 'cashier', whole: true })
  const second = await asha.post('inviteOperator', { ...invitation, email: 'c@pipkin.example' })
  expect(second.Data).toMatchObject({ link: null, proposal: expect.any(String) })
  expect((await asha.get('listOperators')).Data).toHaveLength(2)
})

test('an operator logs in by a code, once for each; log-ins are acts', async () => {
  const browser = desk.browser()
  const secret = await comeIn(browser, await desk.firstToken(), 'asha@pipkin.example')
  await browser.post('logOut')
  expect((await browser.get('readMe')).status).toBe(401)
  const code = await desk.code(secret)
  expect(await browser.post('logIn', { email: 'ASHA@pipkin.example', code })).toMatchObject({
    Status: true,
  })
  expect((await browser.get('readNow')).status).toBe(200)
  expect(await desk.browser().post('logIn', { email: 'asha@pipkin.example', code })).toMatchObject({
    Status: false,
    Message: 'That code was not right: wait for the next one.',
  })
  const { Data } = await browser.get('listActs')
  expect(Data.acts.map(({ act }: { act: string }) => act)).toEqual(['logIn', 'enter'])
})

test('DESK-02: five wrong codes close the way in, and no one learns who is an operator', async () => {
  const browser = desk.browser()
  const secret = await comeIn(browser, await desk.firstToken(), 'asha@pipkin.example')
  const wrong = (email: string) => desk.browser().post('logIn', { email, code: '000000' })
  const known = await wrong('asha@pipkin.example')
  const unknown = await wrong('eve@pipkin.example')
  expect([known.status, known.Message]).toEqual([unknown.status, unknown.Message])
  for (let tries = 1; tries < 5; tries += 1) await wrong('asha@pipkin.example')
  const right = { email: 'asha@pipkin.example', code: await desk.code(secret, 1) }
  expect((await desk.browser().post('logIn', right)).status).toBe(429)
  await db.owner.rows(
    sql`update desk.operators set tries_from = tries_from - interval '15 minutes 1 second'`,
  )
  expect(await desk.browser().post('logIn', right)).toMatchObject({ Status: true })
})

test('DESK-03: a session ends after 30 minutes without a call; a screen’s own look is none', async () => {
  const asha = await desk.operator('admin')
  const idle = (time: string) =>
    db.owner.rows(sql`update desk.sessions set last_seen_at = now() - $1::interval`, [time])
  await idle('29 minutes')
  expect((await asha.get('readNow')).status).toBe(200)
  await idle('30 minutes 1 second')
  expect((await asha.get('readNow')).status).toBe(401)
  // `readNow` didn't count as being there; a list does.
  const ben = await desk.operator('admin')
  await idle('29 minutes')
  await ben.get('readNow')
  const seen = () =>
    db.owner.rows<{ idle: boolean }>(
      sql`select last_seen_at < now() - interval '28 minutes' as idle from desk.sessions
        order by created_at desc limit 1`,
    )
  expect(await seen()).toEqual([{ idle: true }])
  await ben.get('listOperators')
  expect(await seen()).toEqual([{ idle: false }])
  await db.owner.rows(sql`update desk.sessions set created_at = now() - interval '12 hours 1 s'`)
  expect((await ben.get('listOperators')).status).toBe(401)
})

test('a closed operator is out at once; one admin stays', async () => {
  const asha = await desk.operator('admin')
  const ben = await desk.operator('admin')
  const cleo = await desk.operator('cashier')
  const close = async (operator: number) => {
    const { Data } = await asha.post('closeOperator', { operator, reason })
    return ben.post('approveProposal', { ...Data, reason })
  }
  await close(cleo.id)
  expect((await cleo.get('readMe')).status).toBe(401)
  await db.owner.rows(sql`update desk.operators set role = 'cashier' where operator_id = $1`, [
    ben.id,
  ])
  expect(await asha.post('closeOperator', { operator: asha.id, reason })).toMatchObject({
    Message: 'One admin has to stay.',
  })
})
