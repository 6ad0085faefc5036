import { randomBytes } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { generateSync } from 'otplib'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailCatcher, startMail } from '../../../local/src/mail/start-mail.ts'
import { sql } from '../../src/platform/database/database.ts'
import { httpClient } from '../calls/http-client.ts'
import { openHouse } from '../cashier/open-house.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { untilWaiting } from '../database/until-waiting.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { fund, setCatalogue } from '../players/player.ts'
import { signedIn } from '../players/signed-in.ts'
import { placeBet } from '../rounds/play.ts'
import { mixedSeeds, seedKey, seeds } from '../seeds.ts'
import { type ServerProcess, startApiProcess, startWaitingWorker, until } from './api-process.ts'

/**
 * API and worker as real processes: what they show, how they stop, and what their logs say when all
 * is written down.
 */

const receiptKey = randomBytes(32).toString('hex')
const factorKey = randomBytes(32).toString('hex')
const houseKey = randomBytes(32).toString('hex')
let db: TestDatabase
let mail: MailCatcher
let api: ServerProcess
let worker: ServerProcess

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  // On a busy machine a bet that comes too soon may come after more than the usual 2.5 s.
  await db.owner.rows(sql`update ledger.games set min_round_ms = 300000`)
  mail = await startMail()
  const all = { LOG_LEVEL: 'trace', SMTP_URL: mail.smtpUrl }
  api = await startApiProcess({
    ...all,
    DATABASE_URL: db.url,
    RECEIPT_KEY: receiptKey,
    FACTOR_KEY: factorKey,
  })
  worker = await startWaitingWorker({ ...all, DATABASE_URL: db.workerUrl, HOUSE_KEY: houseKey })
})
afterAll(async () => {
  await api.close()
  await worker.close()
  await mail.stop()
  await db.close()
})

const metricsOf = async (server: ServerProcess) => (await fetch(server.metricsUrl)).text()
const shows = (server: ServerProcess, line: RegExp) =>
  until(async () => line.test(await metricsOf(server)))

/** What must never stand in a log, with what it is. */
const secrets = new Map<string, string>()
const form = {
  name: 'Meera Nair',
  mobile: '9876543210',
  email: 'meera.log@example.com',
  password: 'three-small-pots',
  newPassword: 'four-large-pots',
}

test('a whole way through the product, with its failures', async () => {
  const browser = httpClient(api.url)
  const keepCookies = () => {
    for (const [name, value] of browser.cookies) secrets.set(value, `the cookie ${name}`)
  }
  const ask = { email: form.email, name: form.name, otp: '', regenerate: true }
  await browser.post('accountVerification', ask)
  keepCookies()
  const mailed = mail.list()[0]?.text ?? ''
  const code = mailedCode(mail.list(), form.email)
  secrets.set(mailed, 'a mail').set(mailed.split('\n')[0] ?? '', 'the beginning of a mail')
  const wrong = code === '0000' ? '1111' : '0000'
  await browser.post('accountVerification', { ...ask, otp: wrong, regenerate: false })
  await browser.post('accountVerification', { ...ask, otp: code, regenerate: false })
  keepCookies()
  const signUp = {
    Name: form.name,
    Mobile_No: form.mobile,
    Email_Id: form.email,
    Password: form.password,
  }
  const signedUp = await browser.post('signUp', { ...signUp, Invite_Code: '' })
  expect(signedUp.body).toMatchObject({ Status: true })
  await browser.post('userLogin', { Mobile_No: form.mobile, Password: 'not-this-one' })
  const loggedIn = await browser.post('userLogin', {
    Mobile_No: form.mobile,
    Password: form.password,
  })
  keepCookies()
  const [{ id }] = loggedIn.body.Data as [{ id: number }]
  await fund(db, id, { deposit: fkr(500) })

  const player = Object.assign(browser, { id: id as never })
  const bet = await placeBet(player, 3)
  await player.post('playRound', { User_Id: id, Transaction_Id: bet, Move: { spin: true } })
  await placeBet(player, 2)
  await player.post('addTransaction', {
    User_Id: id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: 3,
  })

  const wallet = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
  const challenge = await player.post('walletChallenge', { address: wallet.address })
  const { message } = challenge.body.Data as { message: string }
  const signature = await wallet.signMessage({ message })
  secrets.set(signature, 'a signature').set(signature.slice(2), 'a signature')
  expect((await player.post('linkWallet', { message, signature })).body.Status).toBe(true)
  const { secret } = Object(await player.post('startTotp')).body.Data
  const appCode = generateSync({ secret })
  const { recoveryCodes } = Object(await player.post('confirmTotp', { code: appCode })).body.Data
  secrets.set(secret, "an app's secret").set(appCode, "an app's code").set(factorKey, 'a key')
  for (const recoveryCode of recoveryCodes) secrets.set(recoveryCode, 'a recovery code')
  expect(
    (await player.put(`changePassword?id=${id}`, { newPassword: form.newPassword })).body.Status,
  ).toBe(true)
  keepCookies()

  // Failures: what can't be read, a mail server that is gone, a bug in the middle of a sign-up.
  await fetch(`${api.url}/api/userLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `sid=${browser.cookies.get('sid')}` },
    body: `{"Password":"${form.password}"`,
  })
  await db.owner.rows(sql`alter table players.accounts rename column password_hash to hidden`)
  const bug = await browser.post('userLogin', {
    Mobile_No: form.mobile,
    Password: form.newPassword,
  })
  await db.owner.rows(sql`alter table players.accounts rename column hidden to password_hash`)
  expect(bug.status).toBe(500)
  await mail.stop()
  const failed = await httpClient(api.url).post('accountVerification', {
    ...ask,
    email: 'ravi.log@example.com',
  })
  expect(failed.status).toBe(503)

  const kept = await db.owner.rows<{ password_hash: string }>(
    sql`select password_hash from players.accounts where player_id = $1`,
    [id],
  )
  for (const { password_hash } of kept) secrets.set(password_hash, 'a password hash')
  for (const seed of await mixedSeeds(db, Number(id)))
    secrets.set(Buffer.from(seed).toString('hex'), 'an epoch seed')
  for (const key of Object.values(JSON.parse(seeds.ofPlayer(Number(id))) as object))
    secrets.set(String(key), "a player's seed key")
  secrets.set(seedKey, 'the seed key')
  const { body } = await player.send(`roundProof?Transaction_Id=${bet}`, {})
  secrets.set((body.Data as { roundKey: string }).roundKey, 'a round key')
  secrets
    .set(form.password, 'a password')
    .set(form.newPassword, 'a password')
    .set('not-this-one', 'a guess')
  secrets.set(receiptKey, 'the receipt key').set(houseKey, "the house's key").set(code, 'a code')
  secrets.set(form.email, 'an e-mail address').set('ravi.log@example.com', 'an e-mail address')
  secrets.set(form.mobile, 'a phone number')
  expect(secrets.size).toBeGreaterThan(15)
})

test('LOG-02 what happened can be read at /metrics, on a port that the public has not', async () => {
  const shown = await metricsOf(api)
  expect(shown).toMatch(/pipkin_request_seconds_count\{call="logIn",status="200"\} 2\n/)
  expect(shown).toMatch(/pipkin_request_seconds_count\{call="logIn",status="500"\} 1\n/)
  expect(shown).toMatch(/pipkin_request_seconds_bucket\{le="10",call="placeBet",status="200"\} 2\n/)
  expect(shown).toMatch(/pipkin_refusals_total\{call="logIn",refusal="loginFailed"\} 1\n/)
  expect(shown).toMatch(/pipkin_refusals_total\{call="placeBet",refusal="betTooSoon"\} 1\n/)
  expect(shown).toMatch(/pipkin_database_connections\{state="waiting"\} 0\n/)
  expect(shown).toMatch(/pipkin_event_streams 0\n/)
  expect((await fetch(`${api.url}/metrics`)).headers.get('content-type')).not.toMatch(
    /version=0\.0\.4/,
  )
  expect((await fetch(new URL('/', api.metricsUrl))).status).toBe(404)
})

test('the worker shows what waits, the hot wallet, the last audit, bets and alarms', async () => {
  await db.owner.rows(openHouse)
  await db.owner.rows(
    sql`update cashier.house set scanned_block = 7, balance = 1234.5e18, head = 9`,
  )
  await db.owner.rows(sql`
    insert into cashier.operations (player_id, operation_id, kind, state, amount, fee, address, at,
      reason)
    select min(player_id), gen_random_uuid(), 'withdrawal', 'review', 100, 10,
      '0x' || repeat('a', 40),
      clock_timestamp() - interval '1 hour', 'overLimit' from ledger.wallets`)
  await db.owner.rows(sql`
    insert into operator.audits (audit_id, audited_to, replayed, findings, at)
    values (gen_random_uuid(), now(), 5, 2, clock_timestamp() - interval '1 day')`)
  await shows(worker, /pipkin_movements_total\{kind="stake"\} 2\n/)
  await shows(worker, /pipkin_alarms_total\{alarm="chainDown"\} \d/)
  const shown = await metricsOf(worker)
  expect(shown).toMatch(/pipkin_movements_fkr_total\{kind="stake"\} 20\n/)
  expect(shown).toMatch(/pipkin_hot_wallet_fkr 1234\.5\n/)
  expect(shown).toMatch(/pipkin_chain_unscanned_blocks 2\n/)
  expect(shown).toMatch(
    /pipkin_queue_length\{queue="operations",kind="withdrawal",state="review"\} 1\n/,
  )
  expect(shown).toMatch(
    /pipkin_queue_oldest_seconds\{queue="operations",kind="withdrawal",state="review"\} 36\d\d/,
  )
  expect(shown).toMatch(/pipkin_audit_findings 2\n/)
  expect(shown).toMatch(/pipkin_audit_age_seconds 86[45]\d\d/)
})

test('OUT-06 asked to stop, the API accepts nothing new, ends its streams, finishes what it does and goes', async () => {
  const player = await signedIn(db, api.url)
  const stream = await fetch(`${api.url}/api/events`, {
    headers: { cookie: `sid=${player.cookies.get('sid')}` },
  })
  const streamed = stream.text()
  streamed.catch(() => undefined)
  await shows(api, /pipkin_event_streams 1\n/)

  let bet: Promise<string> = Promise.reject(new Error('no bet was made'))
  bet.catch(() => undefined)
  await db.owner.transaction(async (held) => {
    await held.rows(sql`select from ledger.wallets where player_id = $1 for update`, [player.id])
    bet = placeBet(player, 3)
    bet.catch(() => undefined)
    await untilWaiting(db)
    api.signal('SIGTERM')
    expect(await streamed).toMatch(/^retry: \d+\n\n/)
    await until(() =>
      fetch(`${api.url}/healthz`).then(
        (response) => response.status === 503,
        () => true,
      ),
    )
  })
  expect(await bet).toMatch(/^[\w-]{27}$/)
  expect(await api.ended).toBe(0)
})

test('asked to stop, the worker goes, although its chain has never answered', async () => {
  worker.signal('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('LOG-01 nothing in their logs opens an account, a wallet or a round', () => {
  const logged = api.log() + worker.log()
  expect(logged).toMatch(/a request failed by a bug/)
  expect(logged).toMatch(/something outside does not answer/)
  expect(logged).toMatch(/chainDown/)
  // The digits of a code may by chance be those of a process, a time, or a place in a source.
  const withoutPlaces = logged.replace(/"(pid|line)":"?\d+|:\d+:\d+/g, '')
  const found = [...secrets].filter(([secret]) =>
    /^\d{4,6}$/.test(secret)
      ? new RegExp(`\\b${secret}\\b`).test(withoutPlaces)
      : logged.includes(secret),
  )
  expect(found.map(([, what]) => what)).toEqual([])
})
