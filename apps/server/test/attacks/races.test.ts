import { canonicalJson } from '@pipkin/games'
import { fkr, hundredths } from '@pipkin/money'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { system } from '../../src/platform/process/clock.ts'
import { linkTokenHash } from '../../src/players/mails/mailed-link.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../calls/http-client.ts'
import { softAuthenticator } from '../players/authenticator.ts'
import { appCode, forgetStep } from '../players/factors.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { balancesOf } from '../players/player.ts'
import { signedIn } from '../players/signed-in.ts'
import { type Around, openAround, type SignedIn } from '../processes/running-server.ts'
import { type Api, startApi } from '../processes/start-apis.ts'
import { placeBet } from '../rounds/play.ts'
import { seeds } from '../seeds.ts'

/** A hundred requests at the same moment, over TCP, to two processes of the API on one database. */

let around: Around
let apis: readonly Api[]

beforeAll(async () => {
  around = await openAround({ LINKED_FOR_HOURS: '0' })
  apis = await Promise.all([startApi(around.env), startApi(around.env)])
})
afterAll(async () => {
  for (const api of apis) await api.kill()
  const found = auditReport(
    await audit({ database: around.db.owner, surroundings: system, seeds }, { full: true }),
  )
  await around.close()
  expect(found).not.toContain('WRONG')
})

/** A player as a browser at each of the processes. */
interface Racer {
  readonly id: SignedIn['id']
  readonly at: readonly HttpClient[]
}

async function racer(deposit = 1_000, win = 0): Promise<Racer> {
  const player = await signedIn(around.db, apis[0]!.url, { deposit: fkr(deposit), win: fkr(win) })
  return { id: player.id, at: apis.map(({ url }) => httpClient(url, new Map(player.cookies))) }
}

const atOnce = (
  { at }: Racer,
  call: string,
  body: (index: number) => object,
  headers: (index: number) => Record<string, string> = () => ({}),
  times = 100,
): Promise<HttpAnswer[]> =>
  Promise.all(
    Array.from({ length: times }, (_, index) =>
      at[index % at.length]!.post(call, body(index), headers(index)),
    ),
  )

const accepted = (answers: readonly HttpAnswer[]) =>
  answers.filter(({ body }) => body.Status === true)
const clear = (answers: readonly HttpAnswer[]) => {
  for (const { status } of answers) expect(status).toBeLessThan(500)
}

/**
 * All answer the same round, though each process signs its facts on its own; only the answer of the
 * move that ended it has the balances.
 */
function expectOneEnd(answers: readonly HttpAnswer[]): void {
  const rounds = answers.map(({ body: { Balances: _, ...round } }) =>
    JSON.stringify(round, (key, value) => (/^(signature|batch)$/.test(key) ? undefined : value)),
  )
  for (const round of rounds) expect(round).toEqual(rounds[0])
  expect(answers.filter(({ body }) => body.Balances !== undefined)).toHaveLength(1)
}

const movementsOf = async (player: number, kind: string) =>
  (
    await one(
      around.db.owner.rows<{ count: number }>(
        sql`select count(*)::int as count from ledger.movements where player_id = $1
          and kind = $2::ledger.movement_kind`,
        [player, kind],
      ),
    )
  ).count

async function linkedWallet(player: number): Promise<string> {
  const address = privateKeyToAccount(generatePrivateKey()).address.toLowerCase()
  await around.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($1, $2)`,
    [address, player],
  )
  return address
}

describe('of a hundred at once over two processes', () => {
  test('RACE-01 exactly the funded sends are made', async () => {
    const [me, friend] = [await racer(), await racer(0)]
    const answers = await atOnce(me, 'walletTransfer', () => ({
      senderId: me.id,
      transferAmount: 30,
      receiverId: friend.id,
    }))
    clear(answers)
    expect(accepted(answers)).toHaveLength(33)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(10))
    expect((await balancesOf(around.db, friend.id)).deposit).toBe(hundredths(33n * 2_940n))
    expect(await movementsOf(me.id, 'send')).toBe(33)
  })

  test('RACE-02 exactly the funded moves from Win are made', async () => {
    const me = await racer(0, 1_000)
    const move = () => ({ userId: me.id, transferAmount: 30, transferType: 'Winning' })
    expect(accepted(await atOnce(me, 'internalTransfer', move))).toHaveLength(33)
    expect(await balancesOf(around.db, me.id)).toMatchObject({ deposit: fkr(990), win: fkr(10) })
  })

  test('RACE-03 exactly the funded withdrawals are taken', async () => {
    const me = await racer()
    await linkedWallet(me.id)
    const answers = await atOnce(me, 'paymentWithdrawal', () => ({
      userId: me.id,
      amount: 30,
      Method: 'fkr',
      StatusMsg: 'Withdraw',
    }))
    clear(answers)
    expect(accepted(answers)).toHaveLength(33)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(10))
    expect(await movementsOf(me.id, 'withdraw')).toBe(33)
  })

  test('RACE-04 sends and withdrawals of one wallet never exceed it together', async () => {
    const [me, friend] = [await racer(), await racer(0)]
    await linkedWallet(me.id)
    const sends = atOnce(me, 'walletTransfer', () => ({
      senderId: me.id,
      transferAmount: 30,
      receiverId: friend.id,
    }))
    const withdrawals = atOnce(me, 'paymentWithdrawal', () => ({
      userId: me.id,
      amount: 30,
      Method: 'fkr',
      StatusMsg: 'Withdraw',
    }))
    const made = [...accepted(await sends), ...accepted(await withdrawals)]
    expect(made).toHaveLength(33)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(10))
  })

  test('RACE-05 bets open one round and debit one stake', async () => {
    const me = await racer()
    const answers = await atOnce(me, 'addTransaction', () => ({
      User_Id: me.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 3,
    }))
    clear(answers)
    expect(new Set(answers.map(({ body }) => body.Transaction_Id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.Resumed !== true)).toHaveLength(1)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(990))
  })

  test('RACE-06 bets in all games never stake more than there is', async () => {
    const me = await racer(25)
    const answers = await atOnce(me, 'addTransaction', (index) => ({
      User_Id: me.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 1 + (index % 4),
    }))
    clear(answers)
    expect(new Set(accepted(answers).map(({ body }) => body.Transaction_Id)).size).toBe(2)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(5))
  })

  test('RACE-07 cash outs pay once', async () => {
    for (;;) {
      const me = await racer()
      const [browser] = me.at
      const bet = await placeBet(Object.assign(browser!, { id: me.id }), 2)
      const move = (Move: object) => ({ User_Id: me.id, Transaction_Id: bet, Move })
      const revealed = await browser!.post('playRound', move({ reveal: 7 }))
      if ((revealed.body.Data as { Status: string }).Status !== 'Pending') continue
      const answers = await atOnce(me, 'playRound', () => move({ cashOut: true }))
      expectOneEnd(answers)
      expect(await movementsOf(me.id, 'win')).toBe(1)
      return
    }
  })

  test('RACE-08 a spin settles its round once', async () => {
    const me = await racer()
    const bet = await placeBet(Object.assign(me.at[0]!, { id: me.id }), 3)
    const answers = await atOnce(me, 'playRound', () => ({
      User_Id: me.id,
      Transaction_Id: bet,
      Move: { spin: true },
    }))
    expectOneEnd(answers)
  })

  test('RACE-09 different choices in one round: one is made, and none changes it', async () => {
    const me = await racer()
    const bet = await placeBet(Object.assign(me.at[0]!, { id: me.id }), 1)
    const choices = [{ choice: 'range', from: 1 }, { choice: 'even' }, { choice: 'odd' }]
    const answers = await atOnce(me, 'playRound', (index) => ({
      User_Id: me.id,
      Transaction_Id: bet,
      Move: choices[index % choices.length],
    }))
    clear(answers)
    // Ignores the order of a move's fields, which differs in the database.
    const moves = accepted(answers).map(({ body }) =>
      canonicalJson((body.Data as { moves: object[] }).moves),
    )
    expect(new Set(moves).size).toBe(1)
  })

  test('RACE-10 one key is one send, answered a hundred times', async () => {
    const [me, friend] = [await racer(), await racer(0)]
    const body = () => ({ senderId: me.id, transferAmount: 30, receiverId: friend.id })
    const answers = await atOnce(me, 'walletTransfer', body, () => ({ 'idempotency-key': 'once' }))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(fkr(970))
  })

  test('RACE-11 one key on a hundred different sends makes one of them', async () => {
    const [me, friend] = [await racer(), await racer(0)]
    const body = (index: number) => ({
      senderId: me.id,
      transferAmount: index + 1,
      receiverId: friend.id,
    })
    const answers = await atOnce(me, 'walletTransfer', body, () => ({ 'idempotency-key': 'once' }))
    expect(accepted(answers)).toHaveLength(1)
    for (const { body, status } of answers)
      expect(body.Status === true || status === 409).toBe(true)
    expect(await movementsOf(me.id, 'send')).toBe(1)
  })

  test('RACE-12 reports of one approval open one deposit', async () => {
    const me = await racer(0)
    const fromAdr = await linkedWallet(me.id)
    const answers = await atOnce(me, 'paymentDeposit', () => ({
      transactionData: { userId: me.id, fromAdr, amount: 500, Method: 'fkr', StatusMsg: 'Deposit' },
    }))
    const ids = answers.map(({ body }) => (body.Data as { Transaction_Id: string }).Transaction_Id)
    expect(new Set(ids).size).toBe(1)
    expect((await balancesOf(around.db, me.id)).deposit).toBe(0n)
  })

  test('RACE-13 reports to support open one case', async () => {
    const me = await racer(0)
    const report = () => ({
      userid: me.id,
      TXHash: `0x${'ab'.repeat(32)}`,
      amount: 5,
      event: 'Deposit',
    })
    const answers = await atOnce(me, 'insertLogs', report)
    expect(new Set(answers.map(({ body }) => (body.Data as { case: number }).case)).size).toBe(1)
  })

  test('RACE-14 rotations end one epoch', async () => {
    const me = await racer()
    await placeBet(Object.assign(me.at[0]!, { id: me.id }), 3)
    clear(await atOnce(me, 'rotateSeed', () => ({ User_Id: me.id })))
    const fairness = await me.at[1]!.send(`fairness?User_Id=${me.id}`, { method: 'GET' })
    expect(fairness.body.Data).toMatchObject({ epoch: 1, nonce: 0 })
  })
})

test('RACE-15 three who send to each other in a circle lose nothing but the fee, and none waits for ever', async () => {
  const ring = [await racer(), await racer(), await racer()]
  const answers = await Promise.all(
    ring.map((me, index) =>
      atOnce(
        me,
        'walletTransfer',
        () => ({ senderId: me.id, transferAmount: 50, receiverId: ring[(index + 1) % 3]!.id }),
        undefined,
        30,
      ),
    ),
  )
  clear(answers.flat())
  const sent = accepted(answers.flat()).length
  const balances = await Promise.all(
    ring.map(async ({ id }) => (await balancesOf(around.db, id)).deposit),
  )
  expect(balances.reduce<bigint>((sum, balance) => sum + balance, 0n)).toBe(
    300_000n - BigInt(sent) * 100n,
  )
})

test('RACE-16 a wallet that two players sign for at once belongs to one of them', async () => {
  const players = [await racer(), await racer()]
  const wallet = privateKeyToAccount(generatePrivateKey())
  const answers = await Promise.all(
    players.map(async ({ at }, index) => {
      const asked = await at[index]!.post('walletChallenge', { address: wallet.address })
      const { message } = asked.body.Data as { message: string }
      return at[index]!.post('linkWallet', {
        message,
        signature: await wallet.signMessage({ message }),
      })
    }),
  )
  expect(accepted(answers)).toHaveLength(1)
})

test('RACE-17 a log-out on one process ends the session on the other', async () => {
  const me = await racer()
  const thief = httpClient(apis[1]!.url, new Map(me.at[1]!.cookies))
  await me.at[0]!.post('logout')
  expect((await thief.send(`openRounds?User_Id=${me.id}`, { method: 'GET' })).status).toBe(401)
})

test('RACE-18 a log-out in the middle of a hundred sends leaves none half made', async () => {
  const [me, friend] = [await racer(), await racer(0)]
  const sends = atOnce(me, 'walletTransfer', () => ({
    senderId: me.id,
    transferAmount: 10,
    receiverId: friend.id,
  }))
  await httpClient(apis[1]!.url, new Map(me.at[1]!.cookies)).post('logout')
  const answers = await sends
  for (const { body, status } of answers) expect(body.Status === true || status === 401).toBe(true)
  expect(await movementsOf(me.id, 'send')).toBe(accepted(answers).length)
  expect(await movementsOf(friend.id, 'received')).toBe(accepted(answers).length)
})

test('RACE-19 a code guessed at both processes at once has five tries', async () => {
  const email = 'guessed@example.com'
  const browser = httpClient(apis[0]!.url)
  await browser.post('accountVerification', { email, name: 'A', regenerate: true })
  const right = mailedCode(around.mail.list(), email)
  const guesses = Array.from({ length: 40 }, (_, index) =>
    String((Number(right) + 1 + index) % 10_000).padStart(4, '0'),
  )
  const both = apis.map(({ url }) => httpClient(url, new Map(browser.cookies)))
  const answers = await Promise.all(
    guesses.map((otp, index) =>
      both[index % 2]!.post('accountVerification', { email, name: 'A', otp }),
    ),
  )
  expect(
    answers.filter(({ body }) => body.message === 'Wrong code. Please try again.'),
  ).toHaveLength(4)
  expect(
    (await both[0]!.post('accountVerification', { email, name: 'A', otp: right })).body.status,
  ).toBe(false)
})

test('RACE-28 withdrawals below every limit wait for an operator once an hour has had its sum', async () => {
  const me = await racer(100_000)
  await linkedWallet(me.id)
  const answers = await atOnce(me, 'paymentWithdrawal', () => ({
    userId: me.id,
    amount: 999,
    Method: 'fkr',
    StatusMsg: 'Withdraw',
  }))
  expect(accepted(answers)).toHaveLength(100)
  const states = answers.map(({ body }) => (body.Data as { state: string }).state)
  expect(states.filter((state) => state === 'requested')).toHaveLength(10)
  expect(states.filter((state) => state === 'review')).toHaveLength(90)
})

test('RACE-20 the same key of two players are two keys', async () => {
  const [me, friend] = [await racer(), await racer()]
  const key = { 'idempotency-key': 'ours' }
  const mine = await me.at[0]!.post(
    'walletTransfer',
    { senderId: me.id, transferAmount: 10, receiverId: friend.id },
    key,
  )
  const theirs = await friend.at[1]!.post(
    'walletTransfer',
    { senderId: friend.id, transferAmount: 10, receiverId: me.id },
    key,
  )
  expect([mine.body.Status, theirs.body.Status]).toEqual([true, true])
})

/** What a player gives once, in a hundred browsers at both processes. */
describe('one use of a hundred over two processes', () => {
  const publicUrl = 'http://localhost:3000'

  /** A hundred browsers in which the player's password was given. */
  async function browsersOf(player: number): Promise<readonly HttpClient[]> {
    const tokens = Array.from({ length: 100 }, () => system.randomBytes(32))
    await around.db.owner.rows(
      sql`insert into players.second_steps (token_hash, player_id, password_digest)
        select unnest($2::bytea[]), player_id, sha256(convert_to(password_hash, 'UTF8'))
        from players.accounts where player_id = $1`,
      [player, tokens.map(tokenHash)],
    )
    return tokens.map((token, index) =>
      httpClient(apis[index % 2]!.url, new Map([['step', token.toString('hex')]])),
    )
  }

  const sessionsOf = async (player: number) =>
    (
      await one(
        around.db.owner.rows<{ count: number }>(
          sql`select count(*)::int as count from players.sessions where player_id = $1`,
          [player],
        ),
      )
    ).count

  /** Exactly one of the answers opened a session. */
  async function expectOneSession(player: number, answers: readonly HttpAnswer[]) {
    clear(answers)
    expect(accepted(answers)).toHaveLength(1)
    expect(await sessionsOf(player)).toBe(2)
  }

  test('RACE-29 a step of the app, then a recovery code, opens one session', async () => {
    const me = await racer(0)
    const started = await me.at[0]!.post('startTotp')
    const { secret } = started.body.Data as { secret: string }
    const code = await appCode(around.db, secret)
    const added = await me.at[1]!.post('confirmTotp', { code })
    const { recoveryCodes } = added.body.Data as { recoveryCodes: string[] }
    await forgetStep(around.db)
    const next = await appCode(around.db, secret)
    const give = async (given: string) =>
      Promise.all(
        (await browsersOf(me.id)).map((browser) => browser.post('secondFactor', { code: given })),
      )
    await expectOneSession(me.id, await give(next))
    await around.db.owner.rows(
      sql`delete from players.sessions where session_id = (
        select session_id from players.sessions where player_id = $1
        order by created_at desc limit 1)`,
      [me.id],
    )
    await expectOneSession(me.id, await give(recoveryCodes[0]!))
  })

  test('RACE-30 an answer to a challenge for a passkey opens one session', async () => {
    const me = await racer(0)
    const key = softAuthenticator(publicUrl)
    const adding = await me.at[0]!.post('passkeyOptions', { for: 'add' })
    const attestation = key.make(adding.body.Data)
    expect((await me.at[1]!.post('addPasskey', { attestation })).body.Status).toBe(true)
    const browser = httpClient(apis[0]!.url)
    const asked = await browser.post('passkeyOptions', { for: 'logIn' })
    const assertion = key.sign(asked.body.Data)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        httpClient(apis[index % 2]!.url, new Map(browser.cookies)).post('secondFactor', {
          assertion,
        }),
      ),
    )
    await expectOneSession(me.id, answers)
  })

  test('RACE-31 a link for a new password sets one', async () => {
    const me = await racer(0)
    const token = system.randomBytes(32).toString('base64url')
    await around.db.owner.rows(
      sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
      [linkTokenHash(token), me.id],
    )
    const answers = await atOnce(me, 'resetPassword', (index) => ({
      token,
      password: `password ${index}`,
    }))
    clear(answers)
    expect(accepted(answers)).toHaveLength(1)
    expect(
      await around.db.owner.rows(sql`select from players.password_changes where player_id = $1`, [
        me.id,
      ]),
    ).toHaveLength(1)
  })
})
