import { createHmac, randomBytes } from 'node:crypto'
import { againHeader } from '@pipkin/contract/desk'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { borrowDatabaseForTest } from '../../test/database/borrowed-database.ts'
import type { TestDatabase } from '../../test/database/fresh-database.ts'
import { untilWaiting } from '../../test/database/until-waiting.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { type DeskBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import { wrongCode } from '../../test/players/app-codes.ts'
import { type Authenticator, softAuthenticator } from '../../test/players/authenticator.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import { createFactorKeys } from '../players/factors/factor-keys.ts'

let db: TestDatabase
let desk: RunningDesk
const reason = 'a new colleague'

beforeEach(async () => {
  db = await borrowDatabaseForTest()
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
  expect(await browser.post('confirmTotp', { code: await desk.code(secret) })).toMatchObject({
    Status: true,
  })
  // As if half a minute had passed since: the present code can be used.
  await db.owner.rows(sql`update desk.operators set last_step = last_step - 1 where email = $1`, [
    email.toLowerCase(),
  ])
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

test('DESK-01 a link without its factor opens nothing but the factor', async () => {
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
  expect(await browser.post('confirmTotp', { code: wrongCode(secret) })).toMatchObject({
    Status: false,
  })
  expect(await browser.post('confirmTotp', { code: await desk.code(secret) })).toMatchObject({
    Status: true,
  })
  // The secret can't be taken in place of the confirmed one by the same session.
  expect((await browser.post('startTotp')).status).toBe(403)
})

test('one invites until a second could approve, then two; who is invited gives the address', async () => {
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
  // A cashier couldn't approve, so the one admin still invites the other.
  const carol = { ...invitation, name: 'Carol', email: 'c@pipkin.example', role: 'admin' }
  const second = (await asha.post('inviteOperator', carol)).Data
  await comeIn(desk.browser(), new URL(String(second.link)).hash.slice(1), carol.email, 'Carol')
  const dan = { ...invitation, name: 'Dan', email: 'd@pipkin.example' }
  const third = await asha.post('inviteOperator', dan)
  expect(third.Data).toMatchObject({ link: null, proposal: expect.any(String) })
  expect((await asha.get('listOperators')).Data).toHaveLength(3)
})

test('DESK-61 a restore brings back no session, link, code or proposal of the lost time', async () => {
  const [asha, email] = [desk.browser(), 'asha@pipkin.example']
  const secret = await comeIn(asha, await desk.firstToken(), email)
  const ben = await desk.operator('admin', 'Ben')
  const link = randomBytes(32)
  await db.owner.rows(sql`insert into desk.invitations (token_hash, operator_id) values ($1, $2)`, [
    tokenHash(link),
    ben.id,
  ])
  const { proposal } = (await asha.post('closeOperator', { operator: ben.id, reason })).Data
  const code = await desk.code(secret)

  await db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of noon')`)
  for (const browser of [asha, ben]) expect((await browser.get('readMe')).status).toBe(401)
  const links = sql`select from desk.invitations`
  expect(await db.owner.rows(links)).toEqual([])
  expect(await asha.post('logIn', { email, code })).toMatchObject({ Status: false })
  const cleo = await desk.operator('admin', 'Cleo')
  expect(await cleo.post('approveProposal', { proposal, reason })).toMatchObject({
    Status: false,
    Message: expect.stringContaining('24 hours'),
  })
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
    Message: expect.stringContaining('That code was not right'),
  })
  const { Data } = await browser.get('listActs')
  expect(Data.acts.map(({ act }: { act: string }) => act)).toEqual(['logIn', 'enter'])
  // Another log-in in the same browser ends the session before it: a copy of it is worthless.
  const before = desk.browser()
  before.cookies.set('desk', browser.cookies.get('desk') ?? '')
  const next = await desk.code(secret, 1)
  expect(await browser.post('logIn', { email: 'asha@pipkin.example', code: next })).toMatchObject({
    Status: true,
  })
  expect((await before.get('readNow')).status).toBe(401)
  expect((await browser.get('readNow')).status).toBe(200)
})

/** Enters by a link and adds a passkey. */
async function comeInByPasskey(
  browser: DeskBrowser,
  token: string | null,
  email: string,
  key = softAuthenticator('http://localhost:3001'),
): Promise<Authenticator> {
  await browser.post('enter', { token, name: email.split('@')[0], email })
  const options = (await browser.post('startPasskey')).Data
  expect(options).toMatchObject({ rp: { name: 'Pipkin back office', id: 'localhost' } })
  expect(await browser.post('addPasskey', { attestation: key.make(options) })).toMatchObject({
    Status: true,
  })
  return key
}
const logInBy = async (key: Authenticator, browser = desk.browser()) => {
  const options = (await browser.post('askPasskey')).Data
  return browser.post('logInByPasskey', { assertion: key.sign(options) })
}
const refused = { Status: false, Message: 'That passkey was not taken: try again.' }

test('an operator chooses a passkey in place of the app, and logs in by it', async () => {
  const browser = desk.browser()
  const key = await comeInByPasskey(browser, await desk.firstToken(), 'asha@pipkin.example')
  expect((await browser.get('readMe')).Data).toMatchObject({ role: 'admin', whole: true })
  expect((await browser.get('listOperators')).Data).toMatchObject([{ state: 'active' }])
  expect(await desk.firstToken()).toBeNull()
  // The link is used up, and a whole session adds no second one.
  expect((await browser.post('startPasskey')).status).toBe(403)
  await browser.post('logOut')
  expect(await logInBy(key, browser)).toMatchObject({ Status: true })
  expect((await browser.get('readNow')).status).toBe(200)
  const copy = desk.browser()
  copy.cookies.set('desk', browser.cookies.get('desk') ?? '')
  expect(await logInBy(key, browser)).toMatchObject({ Status: true })
  expect((await copy.get('readNow')).status).toBe(401)
  const { Data } = await browser.get('listActs')
  expect(Data.acts).toMatchObject([
    { act: 'logIn', reason: 'by the passkey' },
    { act: 'logIn', reason: 'by the passkey' },
    { act: 'enter', reason: 'a passkey was added by a link' },
  ])
  // There is no code that opens it.
  expect(
    await desk.browser().post('logIn', { email: 'asha@pipkin.example', code: '000000' }),
  ).toMatchObject({ Status: false })
})

test('DESK-31 an operator with a passkey is a second person: no one is invited by one alone', async () => {
  const asha = desk.browser()
  await comeInByPasskey(asha, await desk.firstToken(), 'asha@pipkin.example')
  const invitation = { name: 'Ben', email: 'ben@pipkin.example', role: 'admin', reason }
  const { link } = (await asha.post('inviteOperator', invitation)).Data
  const token = new URL(link ?? '').hash.slice(1)
  await comeInByPasskey(desk.browser(), token, invitation.email)
  for (const email of ['eve@pipkin.example', invitation.email])
    expect(
      (await asha.post('inviteOperator', { ...invitation, name: email, email })).Data,
    ).toMatchObject({
      link: null,
      proposal: expect.any(String),
    })
  // The one admin can't be given another role, either.
  await db.owner.rows(sql`update desk.operators set role = 'cashier' where operator_id = 2`)
  const own = { ...invitation, email: 'asha@pipkin.example', role: 'auditor' }
  expect(await asha.post('inviteOperator', own)).toMatchObject({
    Message: 'One admin has to stay: make another operator admin first.',
  })
})

test('DESK-63 no name says that another has approved', async () => {
  const token = await desk.firstToken()
  const enter = { token, name: 'Asha, approved by Ben', email: 'asha@pipkin.example' }
  expect((await desk.browser().post('enter', enter)).status).toBe(400)
  expect(await desk.browser().post('enter', { ...enter, name: 'Asha' })).toMatchObject({
    Status: true,
  })
})

test('DESK-67 no two operators have one name: not by an invitation, nor by what one calls oneself', async () => {
  const asha = desk.browser()
  await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const taken = {
    Message: 'Another operator has, or had, this name: take one that tells the two apart.',
  }
  const ben = { name: 'ASHA', email: 'ben@pipkin.example', role: 'cashier', reason }
  expect(await asha.post('inviteOperator', ben)).toMatchObject(taken)
  const { link } = (await asha.post('inviteOperator', { ...ben, name: 'Ben' })).Data
  const token = new URL(String(link)).hash.slice(1)
  const enter = { token, name: 'asha', email: ben.email }
  expect(await desk.browser().post('enter', enter)).toMatchObject(taken)
  const fullWidth = { ...enter, name: '\uff21sha' }
  expect(await desk.browser().post('enter', fullWidth)).toMatchObject(taken)
  // A space without width, a hyphen that doesn't show, two spaces, a break of lines.
  for (const name of ['Asha\u200b', 'As\u00adha', 'Asha  Rao', 'Asha\u2028Rao'])
    expect((await desk.browser().post('enter', { ...enter, name })).status).toBe(400)
  expect(await desk.browser().post('enter', { ...enter, name: 'Ben' })).toMatchObject({
    Status: true,
  })
})

test('DESK-60 neither of the two who invite a third comes in as that one', async () => {
  const [asha, ben] = [await desk.operator('admin'), await desk.operator('admin')]
  const email = 'carol@pipkin.example'
  const invitation = { name: 'Carol', email, role: 'admin', reason }
  const { proposal, link, code } = (await asha.post('inviteOperator', invitation)).Data
  expect(link).toBeNull()
  const approved = (await ben.post('approveProposal', { proposal, reason })).Data
  expect(approved).toMatchObject({ code: null, link: expect.any(String) })
  const token = new URL(approved.link ?? '').hash.slice(1)
  const enter = (typed?: string) =>
    desk.browser().post('enter', { token, name: 'Carol', email, ...(typed && { code: typed }) })
  for (const guess of [undefined, token, '0000000000'])
    expect(await enter(guess)).toMatchObject({ Status: false })
  expect(await enter(` ${code?.toUpperCase()} `)).toMatchObject({ Status: true })
})

test('DESK-60 who proposed an invitation gets another code by a repeat, and no one else does', async () => {
  const [asha, ben] = [await desk.operator('admin', 'Asha'), await desk.operator('admin', 'Ben')]
  const email = 'carol@pipkin.example'
  const invitation = { name: 'Carol', email, role: 'admin', reason }
  // As if its answer had been lost.
  const lost = (await asha.post('inviteOperator', invitation)).Data
  expect(await ben.post('inviteOperator', invitation)).toMatchObject({
    Status: false,
    Message: 'This is proposed already: a second person has to approve it.',
  })
  const { proposal, code } = (await asha.post('inviteOperator', invitation)).Data
  expect(proposal).toBe(lost.proposal)
  const { link } = (await ben.post('approveProposal', { proposal, reason })).Data
  const token = new URL(link ?? '').hash.slice(1)
  const enter = (typed: string | null) =>
    desk.browser().post('enter', { token, name: 'Carol', email, code: typed })
  expect(await enter(lost.code)).toMatchObject({ Status: false })
  expect(await enter(code)).toMatchObject({ Status: true })
})

test('DESK-60 who was invited anew gets no code for what they proposed before', async () => {
  const [asha, ben] = [await desk.operator('admin', 'Asha'), await desk.operator('admin', 'Ben')]
  const cleo = await desk.operator('admin', 'Cleo')
  const carol = { name: 'Carol', email: 'carol@pipkin.example', role: 'admin', reason }
  const { proposal } = (await asha.post('inviteOperator', carol)).Data
  const { name, email, role } = (await asha.get('readMe')).Data
  const { Data } = await ben.post('inviteOperator', { name, email, role, reason })
  expect(await cleo.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
  const again = (await asha.post('inviteOperator', carol)).Data
  expect(again.proposal).not.toBe(proposal)
  expect((await asha.post('inviteOperator', carol)).Data.proposal).toBe(again.proposal)
})

test('DESK-60 who approved an invitation gets another link by a repeat, until it is used', async () => {
  const [asha, ben] = [await desk.operator('admin'), await desk.operator('admin')]
  const email = 'carol@pipkin.example'
  const invitation = { name: 'Carol', email, role: 'admin', reason }
  const { proposal, code } = (await asha.post('inviteOperator', invitation)).Data
  const approve = (by = ben) => by.post('approveProposal', { proposal, reason })
  const enter = (link: string | null, browser = desk.browser()) => {
    const token = new URL(link ?? '').hash.slice(1)
    return browser.post('enter', { token, name: 'Carol', email, code })
  }
  // As if both answers had been lost.
  const lost = [(await approve()).Data.link, (await approve()).Data.link]
  const decided = { Status: false, Message: 'This is decided already.' }
  expect(await approve(await desk.operator('admin'))).toMatchObject(decided)
  expect(await ben.post('refuseProposal', { proposal, reason })).toMatchObject(decided)
  const { link } = (await approve()).Data
  for (const old of lost) expect(await enter(old)).toMatchObject({ Status: false })
  const entered = desk.browser()
  expect(await enter(link, entered)).toMatchObject({ Status: true })
  // Another link ends what this one has opened.
  await approve()
  expect((await entered.post('startTotp')).status).toBe(401)
  // One act, one invitation.
  const acts = sql`select from operator.acts where act = 'inviteOperator' and about = $1`
  expect(await db.owner.rows(acts, [email])).toHaveLength(1)
  await db.owner.rows(sql`delete from desk.invitations`)
  expect(await approve()).toMatchObject(decided)
})

test('DESK-60 an invitation that is decided in the moment of its repeat keeps its code', async () => {
  const asha = await desk.operator('admin', 'Asha')
  await desk.operator('admin', 'Ben')
  const invitation = { name: 'Carol', email: 'carol@pipkin.example', role: 'admin', reason }
  await asha.post('inviteOperator', invitation)
  const kept = () => db.owner.rows(sql`select input from desk.proposals`)
  const before = await kept()
  const decide = sql`
    update desk.proposals set decision = 'approved', decided_at = clock_timestamp(),
      decided_by = (select operator_id from desk.operators where name = 'Ben')`
  const repeated = await waitBehind(
    db,
    { by: db.owner, first: (inside) => inside.rows(decide) },
    () => asha.post('inviteOperator', invitation),
  )
  expect(repeated).toMatchObject({ Status: false })
  expect(await kept()).toEqual(before)
})

test('DESK-13 what a passkey signed opens one session, for the browser that asked, here', async () => {
  const [asha, other] = [desk.browser(), desk.browser()]
  const key = await comeInByPasskey(asha, await desk.firstToken(), 'asha@pipkin.example')
  const options = (await other.post('askPasskey')).Data
  const assertion = key.sign(options)
  // Another browser, with and without a question of its own.
  const thief = desk.browser()
  expect(await thief.post('logInByPasskey', { assertion })).toMatchObject(refused)
  await thief.post('askPasskey')
  expect(await thief.post('logInByPasskey', { assertion })).toMatchObject(refused)
  expect(await other.post('logInByPasskey', { assertion })).toMatchObject({ Status: true })
  expect(await other.post('logInByPasskey', { assertion })).toMatchObject(refused)
  for (const odd of [
    { origin: 'http://localhost:3000' },
    { rpId: 'evil.example' },
    { unverified: true },
    { type: 'webauthn.create' },
    { userHandle: 'AAAA' },
  ] as const) {
    const asked = (await other.post('askPasskey')).Data
    expect(await other.post('logInByPasskey', { assertion: key.sign(asked, odd) })).toMatchObject(
      refused,
    )
  }
  const late = (await other.post('askPasskey')).Data
  await db.owner.rows(
    sql`update desk.passkey_challenges set asked_at = asked_at - interval '5 minutes 1 second'`,
  )
  expect(await other.post('logInByPasskey', { assertion: key.sign(late) })).toMatchObject(refused)
  for (const assertion of [null, {}, 'a text', { ...key.sign(late), id: 'AAAA' }])
    expect(await other.post('logInByPasskey', { assertion })).toMatchObject(refused)
})

test('DESK-15 a network’s calls without a session are limited; an operator’s there aren’t', async () => {
  const asha = await desk.operator('admin')
  const calls = Array.from({ length: 600 }, () => desk.browser().get('readMe'))
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]))
  const { status, headers } = await desk.browser().post('askPasskey')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await asha.get('readMe')).status).toBe(200)
})

test('DESK-14 a passkey is added by the session that was invited, once, and is gone with its operator', async () => {
  const asha = desk.browser()
  const key = softAuthenticator('http://localhost:3001')
  expect((await asha.post('startPasskey')).status).toBe(401)
  await comeInByPasskey(asha, await desk.firstToken(), 'asha@pipkin.example', key)
  const invite = async (email: string) =>
    new URL(
      (await asha.post('inviteOperator', { name: 'B', email, role: 'support', reason })).Data
        .link ?? '',
    ).hash.slice(1)
  const ben = desk.browser()
  const email = 'ben@pipkin.example'
  const token = await invite(email)
  await ben.post('enter', { token, name: 'Ben', email })
  const bens = softAuthenticator('http://localhost:3001')
  // The same link in another browser: a passkey made for one session isn't added in another.
  const attestation = bens.make((await ben.post('startPasskey')).Data)
  const again = desk.browser()
  await again.post('enter', { token, name: 'Ben', email })
  expect(await again.post('addPasskey', { attestation })).toMatchObject(refused)
  const options = (await again.post('startPasskey')).Data
  expect(await again.post('addPasskey', { attestation: bens.make(options) })).toMatchObject({
    Status: true,
  })
  expect(await logInBy(bens)).toMatchObject({ Status: true })
  await db.owner.rows(sql`update desk.operators set closed_at = now() where email = $1`, [email])
  expect(await logInBy(bens)).toMatchObject(refused)
})

test('an operator decides while logging in by a passkey elsewhere: no deadlock', async () => {
  const asha = desk.browser()
  const key = await comeInByPasskey(asha, await desk.firstToken(), 'asha@pipkin.example')
  const ben = await desk.operator('admin', 'Ben')
  const { proposal } = (await asha.post('closeOperator', { operator: ben.id, reason })).Data
  const elsewhere = desk.browser()
  const assertion = key.sign((await elsewhere.post('askPasskey')).Data)
  // Acts are recorded one after another: both wait to record theirs, the log-in behind.
  const holdActs = sql`select pg_advisory_xact_lock(hashtext('operator.acts'))`
  const logIns: Promise<{ readonly Status: boolean }>[] = []
  const last = async () => {
    logIns.push(elsewhere.post('logInByPasskey', { assertion }))
    await untilWaiting(db, { many: 2 })
  }
  const decided = await waitBehind(
    db,
    { by: db.owner, first: (inside) => inside.rows(holdActs), last },
    () => asha.post('refuseProposal', { proposal, reason }),
  )
  expect(decided).toMatchObject({ Status: true })
  expect(await Promise.all(logIns)).toMatchObject([{ Status: true }])
})

test('who is invited anew chooses again: the factor of before opens nothing more', async () => {
  const browser = desk.browser()
  const email = 'asha@pipkin.example'
  const secret = await comeIn(browser, await desk.firstToken(), email)
  const link = async () => {
    const token = randomBytes(32)
    await db.owner.rows(
      sql`insert into desk.invitations (token_hash, operator_id) values ($1, 1)`,
      [tokenHash(token)],
    )
    return token.toString('base64url')
  }
  const key = await comeInByPasskey(desk.browser(), await link(), email)
  expect(
    await desk.browser().post('logIn', { email, code: await desk.code(secret, 1) }),
  ).toMatchObject({ Status: false })
  expect((await browser.get('readMe')).status).toBe(401)
  await comeIn(desk.browser(), await link(), email)
  expect(await logInBy(key)).toMatchObject(refused)
})

test('DESK-79 a code of the app that is replaced in the moment of the log-in opens nothing', async () => {
  const asha = desk.browser()
  const lost = await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const anew = { name: 'Asha', email: 'asha@pipkin.example', role: 'admin', reason }
  const { link } = (await asha.post('inviteOperator', anew)).Data
  const back = desk.browser()
  await back.post('enter', { ...anew, token: new URL(String(link)).hash.slice(1) })
  const { secret } = (await back.post('startTotp')).Data
  // The thief's code is the next one: its step is not used up by the code that is confirmed.
  const [stolen, code] = [await desk.code(lost, 1), await desk.code(secret)]
  const opened = await waitBehind(
    db,
    {
      by: db.owner,
      // The log-in has found the code right, and waits before it opens the session.
      first: (inside) => inside.rows(sql`lock table desk.proof_key in access exclusive mode`),
      last: () => back.post('confirmTotp', { code }),
    },
    () => desk.browser().post('logIn', { email: anew.email, code: stolen }),
  )
  expect(opened).toMatchObject({ Status: false })
  expect((await back.get('readMe')).status).toBe(200)
  expect(await db.owner.rows(sql`select from desk.sessions`)).toHaveLength(1)
})

test('DESK-78 a link that another replaces ends what it opened: no factor is added', async () => {
  const asha = desk.browser()
  await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const ben = { name: 'Ben', email: 'ben@pipkin.example', role: 'admin', reason }
  const invite = async () =>
    new URL(String((await asha.post('inviteOperator', ben)).Data.link)).hash.slice(1)
  const eve = desk.browser()
  const byLink = { token: await invite(), name: ben.name, email: ben.email }
  expect(await eve.post('enter', byLink)).toMatchObject({ Status: true })
  const token = await invite()
  expect((await eve.post('startTotp')).status).toBe(401)
  await comeIn(desk.browser(), token, ben.email, ben.name)
})

test.each([
  [
    'an app',
    async (eve: DeskBrowser) => {
      const { secret } = (await eve.post('startTotp')).Data
      const code = await desk.code(secret)
      return () => eve.post('confirmTotp', { code })
    },
  ],
  [
    'a passkey',
    async (eve: DeskBrowser) => {
      const key = softAuthenticator('http://localhost:3001')
      const attestation = key.make((await eve.post('startPasskey')).Data)
      return () => eve.post('addPasskey', { attestation })
    },
  ],
])('DESK-78 %s that is added in the moment of the new invitation isn’t', async (_, prepare) => {
  const asha = desk.browser()
  await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const ben = { name: 'Ben', email: 'ben@pipkin.example', role: 'admin' }
  const { link } = (await asha.post('inviteOperator', { ...ben, reason })).Data
  const eve = desk.browser()
  const token = new URL(String(link)).hash.slice(1)
  await eve.post('enter', { token, name: ben.name, email: ben.email })
  const add = await prepare(eve)
  const session = tokenHash(Buffer.from(asha.cookies.get('desk') ?? '', 'hex'))
  const anew = { ...ben, tokenHash: '00'.repeat(32) }
  const invite = sql`select desk.act($1, 'inviteOperator', 'the link leaked', $2) as acted`
  const first = async (inside: Queryable) =>
    expect(await inside.rows(invite, [session, anew])).toEqual([{ acted: {} }])
  expect(await waitBehind(db, { by: db.operator, first }, add)).toMatchObject({ Status: false })
  expect(await db.owner.rows(sql`select from desk.invitations`)).toHaveLength(1)
})

test('DESK-54 who has the operator’s login alone opens no session, and puts no key in place', async () => {
  const asha = desk.browser()
  await comeIn(asha, await desk.firstToken(), 'asha@pipkin.example')
  const ben = { name: 'Ben', email: 'ben@pipkin.example', role: 'cashier', reason }
  const { link } = (await asha.post('inviteOperator', ben)).Data
  await comeInByPasskey(desk.browser(), new URL(String(link)).hash.slice(1), ben.email)
  const [passkey] = await db.owner.rows<{ id: Buffer }>(
    sql`select credential_id as id from desk.passkeys`,
  )
  const [kept] = await db.owner.rows<{ key: Buffer }>(sql`select key from desk.proof_key`)
  const id = passkey!.id
  const [session, other] = [randomBytes(32), randomBytes(32)]
  type Prove = (factor: string) => Buffer | null
  const proving =
    (key: Buffer, of: Buffer): Prove =>
    (factor) =>
      createHmac('sha256', key).update(factor).update(of).digest()
  const [app] = await db.owner.rows<{ secret: Buffer }>(
    sql`select secret from desk.operators where operator_id = 1`,
  )
  const open = (prove: Prove) =>
    db.operator.rows(
      sql`select desk.open_session(1, $7, 99999999, $1, $2) as code,
        desk.open_session_by_passkey($3, 9, $4, $5) as passkey, desk.use_key($6) as key`,
      [
        session,
        prove('code 1 99999999'),
        id,
        session,
        prove(`passkey ${id.toString('hex')}`),
        randomBytes(32),
        app!.secret,
      ],
    )
  const wrong: readonly Prove[] = [
    () => null,
    () => Buffer.alloc(32),
    // Each is valid except for its key, or its session.
    proving(randomBytes(32), session),
    proving(kept!.key, other),
  ]
  for (const prove of wrong)
    expect(await open(prove)).toEqual([{ code: false, passkey: false, key: false }])
  expect(await db.owner.rows(sql`select from desk.sessions`)).toHaveLength(2)
  const right = sql`select desk.open_session(1, $1, 99999999, $2, $3) as opened`
  const proof = proving(kept!.key, session)('code 1 99999999')
  expect(await db.operator.rows(right, [app!.secret, session, proof])).toEqual([{ opened: true }])
})

test('DESK-02 five wrong codes close the way in, and no one learns who is an operator', async () => {
  const browser = desk.browser()
  const secret = await comeIn(browser, await desk.firstToken(), 'asha@pipkin.example')
  const wrong = (email: string) => desk.browser().post('logIn', { email, code: wrongCode(secret) })
  const unknown = await wrong('eve@pipkin.example')
  for (let tries = 0; tries < 7; tries += 1) {
    const known = await wrong('asha@pipkin.example')
    expect([known.status, known.Message]).toEqual([unknown.status, unknown.Message])
  }
  const right = { email: 'asha@pipkin.example', code: await desk.code(secret, 1) }
  const closed = await desk.browser().post('logIn', right)
  expect([closed.status, closed.Message]).toEqual([unknown.status, unknown.Message])
  await db.owner.rows(
    sql`update desk.operators set tries_from = tries_from - interval '15 minutes 1 second'`,
  )
  expect(await desk.browser().post('logIn', right)).toMatchObject({ Status: true })
})

test('DESK-02 an app from before a change of FACTOR_KEY is refused as a wrong code is', async () => {
  const email = 'asha@pipkin.example'
  const secret = await comeIn(desk.browser(), await desk.firstToken(), email)
  const encrypted = createFactorKeys(randomBytes(32)).encrypt(1, secret, randomBytes(12))
  await db.owner.rows(sql`update desk.operators set secret = $1`, [encrypted])
  const stranger = await desk.browser().post('logIn', { email: 'no@b.example', code: '000000' })
  const known = await desk.browser().post('logIn', { email, code: await desk.code(secret, 1) })
  // Not their headers, which have the time.
  expect([known.status, known.Message]).toEqual([stranger.status, stranger.Message])
})

test('DESK-03 a session ends after 30 minutes without a call; a screen’s own look is none', async () => {
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
  await ben.get('listActs')
  expect(await seen()).toEqual([{ idle: false }])
  await db.owner.rows(sql`update desk.sessions set created_at = now() - interval '12 hours 1 s'`)
  expect((await ben.get('listActs')).status).toBe(401)
})

test('DESK-03 a page that reads again by itself keeps no session alive', async () => {
  const cleo = await desk.operator('admin')
  const idle = () =>
    db.owner.rows<{ idle: boolean }>(
      sql`select last_seen_at < now() - interval '28 minutes' as idle from desk.sessions
        where operator_id = $1`,
      [cleo.id],
    )
  await db.owner.rows(sql`update desk.sessions set last_seen_at = now() - interval '29 minutes'`)
  expect((await cleo.get('listActs', { [againHeader]: '1' })).status).toBe(200)
  expect(await idle()).toEqual([{ idle: true }])
  expect((await cleo.get('listActs')).status).toBe(200)
  expect(await idle()).toEqual([{ idle: false }])
})

test('a closed operator is out at once; one admin stays', async () => {
  const asha = await desk.operator('admin')
  const ben = await desk.operator('admin')
  const cleo = await desk.operator('cashier')
  const close = async (operator: number) => {
    const { Data } = await asha.post('closeOperator', { operator, reason })
    return ben.post('approveProposal', { ...Data, reason })
  }
  await db.owner.rows(
    sql`insert into desk.passkeys (credential_id, operator_id, public_key, user_handle, counter)
      values ('x', $1, 'x', 'x', 0)`,
    [cleo.id],
  )
  await close(cleo.id)
  expect((await cleo.get('readMe')).status).toBe(401)
  // Who is invited again comes in by the link alone, not by the factor of before.
  expect(
    await db.owner.rows(
      sql`select desk.has_factor(operator_id) as old from desk.operators where operator_id = $1`,
      [cleo.id],
    ),
  ).toEqual([{ old: false }])
  await db.owner.rows(sql`update desk.operators set role = 'cashier' where operator_id = $1`, [
    ben.id,
  ])
  expect(await asha.post('closeOperator', { operator: asha.id, reason })).toMatchObject({
    Message: 'One admin has to stay: make another operator admin first.',
  })
})
