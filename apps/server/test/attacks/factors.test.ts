import { type CallName, type CallSpec, contract } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { inputsOf, names, sendCall } from '../calls/call-inputs.ts'
import { type HttpClient, httpClient } from '../calls/http-client.ts'
import { appCode, forgetStep } from '../players/factors.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { type RunningServer, startServer } from '../processes/running-server.ts'
import { placeBet } from '../rounds/play.ts'

/** Second factors and confirmations as a thief meets them: over HTTP, with cookies. */

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const expire = ({ id }: { readonly id: number }) =>
  server.db.owner.rows(
    sql`update players.sessions set confirmed_until = now() where player_id = $1`,
    [id],
  )

const specs: Readonly<Record<CallName, CallSpec>> = contract
const confirmed = names.filter((name) => specs[name].confirmed)

test('FACTOR-01 what takes money out, changes who may, or ends the account asks for a confirmation', () => {
  expect(confirmed.toSorted()).toEqual([
    'addPasskey',
    'changePassword',
    'closeAccount',
    'confirmTotp',
    'endOtherSessions',
    'endSession',
    'linkWallet',
    'removePasskey',
    'removeTotp',
    'requestWithdrawal',
    'sendMoney',
    'startTotp',
    'unlinkWallet',
  ])
})

/** All that such a call could change. */
const everything = () =>
  one(
    server.db.owner.rows(sql`
    select (select count(*) from ledger.movements) as movements,
      (select count(*) from ledger.requests) as requests,
      (select count(*) from cashier.operations) as operations,
      (select count(*) from cashier.addresses) as addresses,
      (select count(*) from players.totp) as apps,
      (select count(*) from players.passkeys) as passkeys,
      (select jsonb_agg(to_jsonb(a) order by player_id) from players.accounts a) as accounts`),
  )

test.each(confirmed)(
  'SESSION-16 %s is refused in a session that is not confirmed',
  async (name) => {
    const me = await server.player()
    const other = await server.player()
    const bet = await placeBet(me, 2)
    await expire(me)
    const before = await everything()
    const input =
      name === 'sendMoney'
        ? { senderId: me.id, receiverId: other.id, transferAmount: 5 }
        : inputsOf(me.id, bet)[name]
    const answer = await sendCall(me, name, input)
    expect(answer).toMatchObject({
      status: 403,
      body: {
        Status: false,
        Message: 'Please confirm that it is you',
        Data: { confirm: ['mail'] },
      },
    })
    expect(await everything()).toEqual(before)
  },
)

test('a confirmed session goes on, and a refused request used up no key', async () => {
  const me = await server.player()
  const other = await server.player()
  const send = () =>
    me.post(
      'walletTransfer',
      { senderId: me.id, receiverId: other.id, transferAmount: 5 },
      { 'idempotency-key': 'the-same' },
    )
  await expire(me)
  expect(await send()).toMatchObject({ status: 403 })
  await server.db.owner.rows(
    sql`update players.sessions set confirmed_until = now() + interval '1 minute'`,
  )
  expect(await send()).toMatchObject({ status: 200, body: { Status: true } })
})

let met = 0
const password = 'small-pots-1'
/** A player with a password, and a browser in which it was given. */
async function signedUp() {
  met += 1
  const [email, mobile] = [`owner${met}@example.com`, String(8_100_000_000 + met)]
  const browser = httpClient(server.url)
  const code = { email, name: 'A', regenerate: true, otp: '' }
  await browser.post('accountVerification', code)
  const otp = mailedCode(server.mail.list(), email)
  await browser.post('accountVerification', { ...code, otp, regenerate: false })
  const form = { Name: 'Meera Nair', Mobile_No: mobile, Password: password, Email_Id: email }
  expect(await browser.post('signUp', form)).toMatchObject({ body: { Status: true } })
  await logIn(mobile, browser)
  return { mobile, browser }
}
const logIn = (mobile: string, browser: HttpClient) =>
  browser.post('userLogin', { Mobile_No: mobile, Password: password })

/** Adds an app; answers its present code. */
async function addApp(browser: HttpClient) {
  const { secret } = Object(await browser.post('startTotp')).body.Data
  const code = () => appCode(server.db, secret)
  const added = await browser.post('confirmTotp', { code: await code() })
  expect(added.body).toMatchObject({ Status: true })
  await forgetStep(server.db)
  return code
}

test('with an app the password gives a short cookie and no session, until the code comes', async () => {
  const { mobile, browser } = await signedUp()
  const code = await addApp(browser)

  // A thief planted cookies of their own in the owner's browser.
  const planted = 'ab'.repeat(32)
  const own = httpClient(
    server.url,
    new Map([
      ['sid', planted],
      ['step', planted],
    ]),
  )
  const waiting = await logIn(mobile, own)
  expect(waiting).toMatchObject({
    status: 200,
    body: { Status: true, Data: { secondFactor: ['totp'] } },
  })
  expect(own.setCookies).toEqual([
    expect.stringMatching(/^step=[0-9a-f]{64}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect(own.cookies.get('step')).not.toBe(planted)
  const profile = await own.send('security', {})
  expect(profile.status).toBe(401)

  const thief = httpClient(server.url, new Map([['step', planted]]))
  expect(await thief.post('secondFactor', { code: await code() })).toMatchObject({
    body: { Status: false, Message: 'That took too long. Please start again.' },
  })
  const entered = await own.post('secondFactor', { code: await code() })
  expect(entered.body).toMatchObject({ Status: true, Data: [{ Mobile_No: mobile }] })
  expect(own.cookies.get('sid')).toMatch(/^[0-9a-f]{64}$/)
  expect(own.cookies.get('sid')).not.toBe(planted)
  expect(own.cookies.has('step')).toBe(false)
})

test('SESSION-27 a copy of the cookie from before a confirmation takes no money out, and ends', async () => {
  const { mobile, browser: own } = await signedUp()
  const code = await addApp(own)
  const { me } = await one(
    server.db.owner.rows<{ me: number }>(
      sql`select player_id as me from players.accounts where mobile = $1`,
      [mobile],
    ),
  )
  await expire({ id: me })
  const thief = httpClient(server.url, new Map(own.cookies))
  const send = (by: HttpClient) =>
    by.post('walletTransfer', { senderId: me, transferAmount: 5, receiverId: me })
  expect((await send(thief)).status).toBe(403)
  expect((await own.post('confirm', { code: await code() })).body).toMatchObject({ Status: true })
  expect(own.cookies.get('sid')).not.toBe(thief.cookies.get('sid'))
  expect(own.setCookies.join()).toMatch(/sid=[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly/)
  // The owner goes on; the thief is asked to confirm, as before, and can't.
  expect((await send(own)).status).toBe(200)
  expect((await send(thief)).status).toBe(403)
  expect(thief.setCookies).toEqual([])
  await server.db.owner.rows(sql`update players.sessions set old_until = now()`)
  expect((await send(thief)).status).toBe(401)
  expect((await own.send('security', {})).status).toBe(200)
})

test("another site's page gives no second factor and no confirmation", async () => {
  const { browser } = await signedUp()
  for (const call of ['secondFactor', 'confirm', 'startTotp', 'sendConfirmation', 'passkeyOptions'])
    expect(
      await browser.post(call, { code: '123456' }, { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403, body: { Message: 'Not allowed' } })
})

test('FACTOR-28 the origin and the RP id come from the settings, not from the host that was asked', async () => {
  const response = await fetch(`${server.url}/api/passkeyOptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
    body: JSON.stringify({ for: 'logIn' }),
  })
  expect(await response.json()).toMatchObject({ Data: { rpId: 'localhost' } })
})
