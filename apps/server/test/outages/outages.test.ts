import { fileURLToPath } from 'node:url'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMail } from '../../../local/src/mail/start-mail.ts'
import { childrenOf } from '../../../local/src/testing/children-of.ts'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { httpClient } from '../calls/http-client.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import { startApiProcess, until } from '../processes/api-process.ts'
import { placeBet } from '../rounds/play.ts'
import { type OutageScene, startOutageScene, unavailable } from './outage-scene.ts'

/**
 * What the running processes say while something that they need is gone, and that they go on by
 * themselves when it is back.
 */

let scene: OutageScene
let player: SignedIn

beforeAll(async () => {
  scene = await startOutageScene()
  player = scene.player
})
afterAll(() => scene.close())

const wallets = () => player.send(`WalletListByUserId?UserId=${player.id}`, {})
const win = async () => {
  const held = sql`select win from ledger.wallets where player_id = $1`
  return (await one(scene.owner.rows<{ win: bigint }>(held, [player.id]))).win
}
/** How many wait for another's lock. */
const waiting = async () => {
  const blocked = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  return (await one(scene.owner.rows<{ count: number }>(blocked))).count
}
/** How many stakes a worker has counted. */
const stakesCounted = async (by = scene.worker) => {
  const metrics = await (await fetch(by.metricsUrl)).text()
  return Number(/pipkin_movements_total\{kind="stake"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}
/** Moves one fkr from Win to Deposit. */
const move = (key: string, by = player) =>
  by.post(
    'internalTransfer',
    { userId: by.id, transferAmount: 1, transferType: 'Winning' },
    { 'idempotency-key': key },
  )

test('OUT-01 the database is gone, and comes back', async () => {
  expect((await wallets()).status).toBe(200)
  await scene.postgres().stop()
  expect(await wallets()).toMatchObject(unavailable)
  expect(await move('gone')).toMatchObject(unavailable)
  expect(
    await httpClient(scene.api.url).post('userLogin', {
      Mobile_No: '9000000000',
      Password: 'abcd',
    }),
  ).toMatchObject(unavailable)
  // It answers for a second by what it asked the database last.
  await until(async () => !(await scene.isReady()))
  expect((await fetch(`${scene.api.url}/healthz`)).status).toBe(200)
  const alarms = /pipkin_alarms_total\{alarm="databaseDown"\} [1-9]/
  await until(
    async () => alarms.test(await (await fetch(scene.worker.metricsUrl)).text()),
    // A worker that ended says why.
    scene.worker.ended.then((code) => expect.fail(`${code}: ${scene.worker.log()}`)),
  )

  await scene.startPostgres()
  await until(scene.isReady)
  expect((await wallets()).status).toBe(200)
  await placeBet(player, 3)
  await until(async () => (await stakesCounted()) === 1)
})

test('OUT-14 an API that starts while the database is gone waits for it, and then serves', async () => {
  await scene.postgres().stop()
  const DATABASE_URL = scene.urlOf('pipkin_login')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const starting = startApiProcess({ DATABASE_URL, PORT: port })
  await until(async () => (await fetch(`${url}/healthz`)).ok)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect(await httpClient(url).post('userLogin', {})).toMatchObject(unavailable)
  // An API whose settings contradict the database says so as soon as it can know.
  const wrong = startApiProcess({ DATABASE_URL, SEED_KEY: '12'.repeat(32) })
  wrong.catch(() => undefined)

  await scene.startPostgres()
  const late = await starting
  try {
    const same = Object.assign(httpClient(late.url, new Map(player.cookies)), { id: player.id })
    await placeBet(same, 3)
    await expect(wrong).rejects.toThrow(/ended with 1: .*SEED_KEY and OLD_SEED_KEYS lack the key/s)
  } finally {
    await late.close()
  }
})

/** Runs while no process of PostgreSQL does. */
async function whileStopped(pid: number, work: () => Promise<void>): Promise<void> {
  // The server first: it forks no more while they are listed.
  process.kill(pid, 'SIGSTOP')
  const forked = childrenOf(pid)
  for (const each of forked) process.kill(each, 'SIGSTOP')
  try {
    await work()
  } finally {
    for (const each of [...forked, pid]) process.kill(each, 'SIGCONT')
  }
}

test('OUT-08 the database hangs, and goes on', async () => {
  const ending = new AbortController()
  const stream = await fetch(`${scene.api.url}/api/events`, {
    headers: { cookie: `sid=${player.cookies.get('sid')}` },
    signal: ending.signal,
  })
  let told = ''
  const listening = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(text) {
        told += text
      },
    }),
  )
  await scene.owner.transaction(async (held) => {
    await held.rows(sql`select from ledger.wallets where player_id = $1 for update`, [player.id])
    const underWay = move('hangs-1')
    await until(async () => (await waiting()) === 1)
    await whileStopped(scene.postgres().pid, async () => {
      expect(await underWay).toMatchObject(unavailable)
      // It was the watch that answered, not a time that ran out.
      expect(scene.api.log()).toContain('the database hangs')
      expect(scene.api.log()).not.toContain('read timeout')
      const known = scene.api.log().length
      expect(await move('hangs-2')).toMatchObject(unavailable)
      expect(await wallets()).toMatchObject(unavailable)
      // More than there are connections: none waits for one, and none is tried.
      expect(await Promise.all(Array.from({ length: 60 }, scene.isReady))).toEqual(
        Array(60).fill(false),
      )
      expect(scene.api.log().slice(known)).not.toContain('timeout')
      expect((await fetch(`${scene.api.url}/healthz`)).status).toBe(200)
      await until(async () => scene.worker.log().includes('the database hangs'))
    })
  })
  await until(scene.isReady)
  const toldBefore = told.length
  for (const key of ['hangs-1', 'hangs-2']) {
    const answer = await move(key)
    expect(answer).toMatchObject({ status: 200, body: { Status: true } })
    expect((await move(key)).body).toEqual(answer.body)
  }
  // Each was done once: the first by PostgreSQL as it went on, or when it was asked for again.
  expect(await win()).toBe(fkr(998))
  await until(async () => told.slice(toldBefore).includes('balance'))
  const countedBefore = await stakesCounted()
  await placeBet(player, 2)
  await until(async () => (await stakesCounted()) > countedBefore)
  expect(await (await fetch(scene.api.metricsUrl)).text()).toContain('pipkin_event_streams 1\n')
  ending.abort()
  await listening?.catch(() => undefined)
})

test('OUT-02 every connection is taken, and is given back', async () => {
  // Eight calls of a player run at a time.
  const own = { win: fkr(100) }
  const others = [
    await signedIn(scene, scene.api.url, own),
    await signedIn(scene, scene.api.url, own),
  ]
  let moves: Promise<{ status: number }[]> = Promise.resolve([])
  await scene.owner.transaction(async (held) => {
    await held.rows(
      sql`select from ledger.wallets where player_id = any($1::integer[]) for update`,
      [others.map(({ id }) => id)],
    )
    moves = Promise.all(
      others.flatMap((other) => Array.from({ length: 8 }, (_, n) => move(`taken-${n}`, other))),
    )
    await until(async () => (await waiting()) === 16)
    expect(await wallets()).toMatchObject(unavailable)
    expect((await fetch(`${scene.api.url}/healthz`)).status).toBe(200)
  })
  expect((await moves).map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await wallets()).status).toBe(200)
})

test('OUT-03 the mail server is gone, and comes back', async () => {
  const ask = { email: 'meera@example.com', name: 'Meera', otp: '', regenerate: true }
  expect(await httpClient(scene.api.url).post('accountVerification', ask)).toMatchObject({
    status: 503,
    body: { status: false },
  })
  const mail = await startMail({ port: scene.smtpPort })
  expect(await httpClient(scene.api.url).post('accountVerification', ask)).toMatchObject({
    status: 200,
    body: { status: true },
  })
  expect(mail.list()[0]).toMatchObject({ to: 'meera@example.com' })
  await mail.stop()
})

test('OUT-04 the chain is gone: wallets, games and withdrawals that are asked for go on', async () => {
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
])(
  'OUT-05 a process whose clock is a day %s keeps sessions and writes the database’s time',
  async (_, shiftMs) => {
    const clock = {
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('../processes/shifted-clock.ts', import.meta.url))}`,
      SHIFT_CLOCK_MS: String(shiftMs),
    }
    const shifted = await startApiProcess({ ...clock, DATABASE_URL: scene.urlOf('pipkin_login') })
    const other = await signedIn(scene, shifted.url)
    await placeBet(other, 3)
    const spun = await other.post('playRound', {
      User_Id: other.id,
      Transaction_Id: await placeBet(other, 3),
      Move: { spin: true },
    })
    expect(spun.body.Status).toBe(true)
    const { off } = await one(
      scene.owner.rows<{ off: number }>(
        sql`select max(abs(extract(epoch from now() - t)))::float8 as off from ledger.rounds,
            unnest(array[placed_at, moved_at, settled_at]) t where player_id = $1
              and t is not null`,
        [other.id],
      ),
    )
    expect(off).toBeLessThan(3_600)
    await shifted.close()
  },
)
