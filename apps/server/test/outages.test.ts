import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMail } from '../../local/src/mail/start-mail.ts'
import { makeLogins } from '../../local/src/postgres/make-logins.ts'
import { type Postgres, startPostgres } from '../../local/src/postgres/start-postgres.ts'
import { freePort } from '../../local/src/testing/free-port.ts'
import { connect, type Database, one, sql } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate.ts'
import { type ServerProcess, startApiProcess, startWaitingWorker, until } from './api-process.ts'
import { httpClient } from './http-client.ts'
import { placeBet } from './play.ts'
import { setCatalogue } from './player.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

/**
 * What the running processes say while something that they need is gone, and that they go on by themselves when it is back. A
 * PostgreSQL of its own is stopped and started. Its socket is reached by a link that stays.
 */

let dataDir: string
let postgres: Postgres
let owner: Database
let api: ServerProcess
let worker: ServerProcess
let player: SignedIn
let smtpPort: number

const urlOf = (role: string) => `postgres://${role}@/pipkin?host=${join(dataDir, 'postgres', 'sockets')}`

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pipkin-out-'))
  postgres = await startPostgres({ dataDir })
  await migrate(urlOf('pipkin_owner'))
  owner = connect(urlOf('pipkin_owner'), { connections: 2, onError: () => undefined })
  await makeLogins(owner)
  await setCatalogue({ owner })
  smtpPort = await freePort()
  api = await startApiProcess({
    DATABASE_URL: urlOf('pipkin_login'),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  })
  worker = await startWaitingWorker({ DATABASE_URL: urlOf('pipkin_worker_login') })
  player = await signedIn({ owner }, api.url)
})
afterAll(async () => {
  await api.close()
  await worker.close()
  await owner.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const unavailable = { status: 503, body: { Status: false, Message: expect.any(String) } }
const wallets = () => player.send(`WalletListByUserId?UserId=${player.id}`, {})
const isReady = async () => (await fetch(`${api.url}/readyz`)).ok

test('the database is gone, and comes back', async () => {
  expect((await wallets()).status).toBe(200)
  await postgres.stop()
  expect(await wallets()).toMatchObject(unavailable)
  expect(
    await player.post('addTransaction', {
      User_Id: player.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 3,
    }),
  ).toMatchObject(unavailable)
  expect(
    await httpClient(api.url).post('userLogin', { Mobile_No: '9000000000', Password: 'abcd' }),
  ).toMatchObject(unavailable)
  expect(await isReady()).toBe(false)
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  const alarms = /pipkin_alarms_total\{alarm="databaseDown"\} [1-9]/
  await until(async () => alarms.test(await (await fetch(worker.metricsUrl)).text()))

  postgres = await startPostgres({ dataDir })
  await until(isReady)
  expect((await wallets()).status).toBe(200)
  await placeBet(player, 3)
  const counted = /pipkin_movements_total\{kind="stake"\} 1\n/
  await until(async () => counted.test(await (await fetch(worker.metricsUrl)).text()))
})

test('every connection is taken, and is given back', async () => {
  const blocked = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  const move = () =>
    player.post('internalTransfer', { userId: player.id, transferAmount: 1, transferType: 'Winning' })
  let moves: Promise<{ status: number }[]> = Promise.resolve([])
  await owner.transaction(async (held) => {
    await held.rows(sql`select from ledger.wallets where player_id = $1 for update`, [player.id])
    moves = Promise.all(Array.from({ length: 16 }, move))
    await until(async () => (await one(owner.rows<{ count: number }>(blocked))).count === 16)
    expect(await wallets()).toMatchObject(unavailable)
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  })
  expect((await moves).map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await wallets()).status).toBe(200)
})

test('the mail server is gone, and comes back', async () => {
  const ask = { email: 'meera@example.com', name: 'Meera', otp: '', regenerate: true }
  expect(await httpClient(api.url).post('accountVerification', ask)).toMatchObject({
    status: 503,
    body: { status: false },
  })
  const mail = await startMail({ port: smtpPort })
  expect(await httpClient(api.url).post('accountVerification', ask)).toMatchObject({
    status: 200,
    body: { status: true },
  })
  expect(mail.list()[0]).toMatchObject({ to: 'meera@example.com' })
  await mail.stop()
})

test('the chain is gone: wallets, games and withdrawals that are asked for go on', async () => {
  expect((await wallets()).status).toBe(200)
  expect(
    await player.post('paymentWithdrawal', {
      userId: player.id,
      amount: 10,
      Method: 'fkr',
      StatusMsg: 'Withdraw',
    }),
  ).toMatchObject({
    status: 200,
    body: { Message: 'Please link a wallet first' },
  })
})

test.each([
  ['ahead', 86_400_000],
  ['behind', -86_400_000],
])('a process whose clock is a day %s keeps sessions and writes the database’s time', async (_, shiftMs) => {
  const shifted = await startApiProcess({
    DATABASE_URL: urlOf('pipkin_login'),
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))}`,
    SHIFT_CLOCK_MS: String(shiftMs),
  })
  const other = await signedIn({ owner }, shifted.url)
  await placeBet(other, 3)
  const spun = await other.post('playRound', {
    User_Id: other.id,
    Transaction_Id: await placeBet(other, 3),
    Move: { spin: true },
  })
  expect(spun.body.Status).toBe(true)
  const { off } = await one(
    owner.rows<{ off: number }>(
      sql`select max(abs(extract(epoch from now() - t)))::float8 as off from ledger.rounds,
            unnest(array[placed_at, moved_at, settled_at]) t where player_id = $1 and t is not null`,
      [other.id],
    ),
  )
  expect(off).toBeLessThan(3_600)
  await shifted.close()
})
