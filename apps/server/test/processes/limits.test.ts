import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailCatcher, startMail } from '../../../local/src/mail/start-mail.ts'
import { sql } from '../../src/platform/database/database.ts'
import { type HttpAnswer, httpClient } from '../calls/http-client.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { setCatalogue } from '../players/player.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import { type ServerProcess, startApiProcess } from './api-process.ts'

/**
 * Limits hold over two API processes, and over a restart of one: attempts are counted in the
 * database.
 */

let db: TestDatabase
let mail: MailCatcher
let apis: ServerProcess[]

const start = () => startApiProcess({ DATABASE_URL: db.url, SMTP_URL: mail.smtpUrl })

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  // On a busy machine a bet that comes too soon may come after more than the usual 2.5 s.
  await db.owner.rows(sql`update ledger.games set min_round_ms = 300000`)
  mail = await startMail()
  apis = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const api of apis) await api.close()
  await mail.stop()
  await db.close()
})

/** The same player at the other process. */
const at = (api: ServerProcess | undefined, player?: SignedIn) =>
  httpClient(api?.url ?? '', new Map(player?.cookies))

type Attempt = (
  client: ReturnType<typeof httpClient>,
  n: number,
  player: SignedIn,
) => Promise<HttpAnswer>

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const limits: [string, number, Attempt][] = [
  [
    'failed log-ins of a number',
    10,
    (client) => client.post('userLogin', { Mobile_No: '9123456780', Password: 'wrong-guess' }),
  ],
  [
    'codes of a browser',
    5,
    async (client, _, { cookies }) => {
      // The same browser at both processes.
      const pre = cookies.get('pre')
      if (pre !== undefined) client.cookies.set('pre', pre)
      // A minute later each time.
      await db.owner.rows(
        sql`update players.email_codes set sent_at = sent_at - interval '61 seconds'`,
      )
      const ask = { email: 'a@example.com', name: 'A', otp: '', regenerate: true }
      const answer = await client.post('accountVerification', ask)
      cookies.set('pre', client.cookies.get('pre') ?? '')
      return answer
    },
  ],
  ['looks at receivers', 60, (client, n) => client.send(`receiver?id=${20_000_000 + n}`, {})],
  [
    'transfers to unknown ids',
    120,
    (client, n, player) =>
      client.post('walletTransfer', {
        senderId: player.id,
        transferAmount: '1',
        receiverId: 20_000_000 + n,
      }),
  ],
  [
    'LIMIT-10 moves to Deposit',
    120,
    (client, _, player) =>
      client.post('internalTransfer', {
        userId: player.id,
        transferAmount: '1',
        transferType: 'Winning',
      }),
  ],
  [
    'LIMIT-10 limits that are set',
    120,
    (client, n) => client.post('setLimit', { kind: 'loss', period: 'day', amount: 500 - n }),
  ],
  [
    'pictures',
    20,
    (client, _, player) => {
      const form = new FormData()
      form.set('id', String(player.id))
      form.set('profilePic', new Blob([pixel], { type: 'image/png' }), 'me.png')
      return client.send('profilePic', { method: 'POST', body: form })
    },
  ],
  [
    'AUTH-25 new passwords',
    10,
    (client, _, player) => client.put(`changePassword?id=${player.id}`, { newPassword: 'x' }),
  ],
  ['FACTOR-39 changes of factors', 60, (client) => client.post('addPasskey', { attestation: {} })],
  [
    'histories taken home',
    20,
    (client, _, player) => client.send(`exportHistory?User_Id=${player.id}&format=proofs`, {}),
  ],
  [
    'bets above human speed',
    1,
    (client, _, player) =>
      client.post('addTransaction', {
        User_Id: player.id,
        Amount: -10,
        StatusMsg: 'amtplaced',
        Game_Id: 3,
      }),
  ],
]

test.each(limits)('%s: %i at both processes together', async (what, most, attempt) => {
  const player = await signedIn(db, apis[0]?.url ?? '')
  const clients = apis.map((api) => at(api, player))
  for (let n = 0; n < most; n += 1) {
    const answer = await attempt(clients[n % 2] as SignedIn, n, player)
    expect([answer.status, answer.body], what).toEqual([200, expect.anything()])
    if (what.startsWith('bets'))
      await clients[1]?.post('playRound', {
        User_Id: player.id,
        Transaction_Id: answer.body.Transaction_Id,
        Move: { spin: true },
      })
  }
  for (const client of clients) {
    const refused = await attempt(client, most, player)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('LIMIT-02 a restart forgets nothing', async () => {
  await apis[0]?.close()
  apis[0] = await start()
  const refused = await at(apis[0]).post('userLogin', {
    Mobile_No: '9123456780',
    Password: 'wrong-guess',
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('SIGNUP-06 of 1,200 numbers that are asked for at sign-up, few are shown to be taken', async () => {
  const mobiles = await db.owner.rows<{ mobile: string }>(
    sql`insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code)
      select 70000000 + n, 'Meera Nair', (7000000000 + n)::text, 'taken' || n || '@example.com', '',
             translate(lpad(n::text, 8, '0'), '01', 'XY')
      from generate_series(1, 1200) n
      returning mobile`,
  )
  const browsers = await Promise.all([0, 1, 2, 3].map((n) => verified(n, `asks${n}@example.com`)))
  const answers: HttpAnswer[] = []
  for (let batch = 0; batch < 24; batch += 1)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const { browser, email } = browsers[n % 4]!
          const Mobile_No = mobiles[batch * 50 + n]?.mobile
          return browser.post('signUp', { ...form(email), Mobile_No })
        }),
      )),
    )
  const shown = answers.filter(({ body }) => String(body.Message).includes('already has'))
  // Some attempts of one moment wait for others that are still counted.
  expect(shown.length).toBeLessThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1_200 - shown.length)
})

const form = (email: string) => ({
  Name: 'Meera',
  Mobile_No: '9123456780',
  Password: 'small-pots-1',
  Email_Id: email,
  Invite_Code: '',
})

/** A browser that has verified an address, at one of the processes. */
async function verified(n: number, email: string) {
  const browser = at(apis[n % 2])
  const ask = { email, name: 'Meera', otp: '', regenerate: true }
  await browser.post('accountVerification', ask)
  const otp = mailedCode(mail.list(), email)
  await browser.post('accountVerification', { ...ask, otp, regenerate: false })
  return { browser, email }
}

test('sign-ups from a network are few', async () => {
  // As many as were allowed are counted for this network already; the next one is refused before
  // any password is hashed.
  await db.owner.rows({
    name: 'fill-limit',
    text: `insert into platform.limits (key, points, expire)
      values ('sign-up network:127.0.0.1', 100,
        extract(epoch from clock_timestamp()) * 1000 + 3600000)`,
  })
  for (const n of apis.keys()) {
    const { browser, email } = await verified(n, `new${n}@example.com`)
    const refused = await browser.post('signUp', { ...form(email), Mobile_No: `912345678${n}` })
    expect(refused).toMatchObject({ status: 429, body: { Status: false } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  }
})

test('LIMIT-03 a flood of writes from one player has to wait, and others go on', async () => {
  const player = await signedIn(db, apis[0]?.url ?? '')
  const other = await signedIn(db, apis[0]?.url ?? '')
  const move = { User_Id: player.id, Transaction_Id: `${player.id}-0`, Move: { spin: true } }
  let refused: HttpAnswer | undefined
  for (let turns = 0; !refused && turns < 20; turns += 1) {
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => player.post('playRound', move)),
    )
    refused = answers.find(({ status }) => status === 429)
  }
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.post('playRound', { ...move, User_Id: other.id })).status).toBe(404)
  expect((await player.send(`WalletListByUserId?UserId=${player.id}`, {})).status).toBe(200)
})

const wallets = (player: SignedIn) => player.send(`WalletListByUserId?UserId=${player.id}`, {})

test('LIMIT-04 a flood of reads from one player has to wait, and others go on', async () => {
  const player = await signedIn(db, apis[0]?.url ?? '')
  const other = await signedIn(db, apis[0]?.url ?? '')
  let answered = 0
  let refused: HttpAnswer | undefined
  for (let turns = 0; !refused && turns < 60; turns += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => wallets(player)))
    answered += answers.filter(({ status }) => status === 200).length
    refused = answers.find(({ status }) => status === 429)
  }
  // Many tabs may read as many.
  expect(answered).toBeGreaterThanOrEqual(600)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await wallets(other)).status).toBe(200)
  const bet = { User_Id: player.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 }
  expect((await player.post('addTransaction', bet)).status).toBe(200)
})
