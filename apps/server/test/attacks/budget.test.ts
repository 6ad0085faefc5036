import { randomUUID } from 'node:crypto'
import { rulesHash, toHex } from '@pipkin/games'
import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { fkr, type Money } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { gameReturns } from '../../../../packages/games/src/returns/game-returns.ts'
import { patience } from '../../../../tools/patience.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createPasswords } from '../../src/players/passwords/passwords.ts'
import { firstSettings } from '../../src/rounds/catalogue.ts'
import { setGame } from '../../src/rounds/set-game.ts'
import { type HttpClient, httpClient } from '../calls/http-client.ts'
import { signedIn } from '../players/signed-in.ts'
import { type Around, openAround } from '../processes/running-server.ts'
import { type Api, startApi } from '../processes/start-apis.ts'
import { roundIn, type Shown } from '../rounds/shown-round.ts'
import { seeds } from '../seeds.ts'
import { withinADay } from '../within-a-day.ts'

/**
 * Perfect players with many accounts in the game that best play wins, over TCP, against two
 * processes of the API on one database.
 */

const game = 4
/** Every round is kind: a perfect player wins nearly all of them. */
const rules = { ...ticTacToeRules, winPercentage: 100 }
const inKind = gameReturns(rules).bestPlay(rules)

let around: Around
let apis: readonly Api[]

beforeAll(async () => {
  around = await openAround()
  await setGame(around.db.owner, { ...firstSettings[3]!, rules }, 3)
  apis = await Promise.all([startApi(around.env), startApi(around.env)])
})
afterAll(async () => {
  for (const api of apis) await api.kill()
  await around.close()
})
beforeEach(async () => {
  await withinADay()
  // A new day: what was left of the last one is not today's.
  for (const statement of [
    sql`update ledger.rounds set risk_day = risk_day - 1000 where at_risk > 0`,
    sql`update ledger.loss_parts set day = day - 1000`,
    sql`update ledger.loss_days set day = day - 1000`,
  ])
    await around.db.owner.rows(statement)
})

const setBudget = (budget: Money) =>
  around.db.owner.rows(sql`select operator.change_loss_budget('Asha', 'a test', $1)`, [budget])

/** What the house lost and put at risk today, and what is left of the budget. */
async function today(): Promise<{ used: bigint; left: bigint }> {
  const { day, left } = await one(
    around.db.owner.rows<{ day: string; left: bigint }>(
      sql`select ledger.today()::text as day, ledger.loss_left() as left`,
    ),
  )
  const { used } = await one(
    around.db.owner.rows<{ used: bigint }>(
      sql`select coalesce(sum(case when status = 'pending' then at_risk
                                   else greatest(payout - stake, 0) end), 0)::bigint as used
          from ledger.rounds where risk_day = $1::date`,
      [day],
    ),
  )
  return { used, left }
}

const expectCleanAudit = async () =>
  expect(
    auditReport(
      await audit({ database: around.db.owner, surroundings: system, seeds }, { full: true }),
    ),
  ).not.toContain('WRONG')

const bodyOf = (id: number, stake: number) => ({
  User_Id: id,
  Amount: -stake,
  StatusMsg: 'amtplaced',
  Game_Id: game,
})

/** Bets until the bet is judged, and answers how. */
const bet = (at: HttpClient, body: object, key: string = randomUUID()) =>
  vi.waitUntil(
    async () => {
      const answer = await at.post('addTransaction', body, { 'idempotency-key': key })
      return answer.status === 429 ? null : answer
    },
    { ...patience, interval: 20 },
  )

async function playOut(at: HttpClient, id: number, shown: Shown): Promise<Shown> {
  let round = shown
  while (round.Status === 'Pending') {
    const state = { rules, kind: true, board: round.state.board }
    const played = await at.post('playRound', {
      User_Id: id,
      Transaction_Id: round.Transaction_Id,
      Move: inKind.moveIn(state as never),
    })
    expect(played.status).toBeLessThan(500)
    round = roundIn(played)
  }
  return round
}

/** An account, as a browser at each of the processes. */
async function account() {
  const player = await signedIn(around.db, apis[0]!.url, { deposit: fkr(1_000) })
  return { id: player.id, at: apis.map(({ url }) => httpClient(url, new Map(player.cookies))) }
}

const accounts = (count: number) => Promise.all(Array.from({ length: count }, account))

describe('the budget of losses', () => {
  test('BUDGET-01 forty accounts of a perfect player at once take the budget and not a hundredth more', async () => {
    await setBudget(fkr(150))
    const all = await accounts(40)
    const playAtBoth = async ({ id, at }: (typeof all)[number], i: number) => {
      const stake = [5, 10, 15, 20][i % 4]!
      for (const browser of at) {
        const placed = await bet(browser, bodyOf(id, stake))
        expect(placed.body.Status).toBe(true)
        await playOut(browser, id, roundIn(placed))
      }
    }
    await Promise.all(all.map(playAtBoth))
    // The last ones may have tied: what that gave back is there to be taken, too.
    while ((await today()).left >= fkr(20)) await playAtBoth(all[0]!, 0)
    const { used, left } = await today()
    expect(used + left).toBe(fkr(150))
    expect(left).toBeLessThan(fkr(20))
    await expectCleanAudit()
  })

  test('BUDGET-02 a bet by the ordinary rules, made ready before the budget was used up, takes nothing', async () => {
    await setBudget(fkr(20))
    const [winner, late] = await accounts(2)
    const list = async () => {
      const { body } = await late!.at[1]!.send('gameList', { method: 'GET' })
      return (body.Data as Record<string, unknown>[]).find(({ Id }) => Id === game)!
    }
    const hashOf = async () => toHex(rulesHash((await list()).Rules as never))
    const before = await hashOf()
    // Until a round is won: a perfect player ties some.
    while ((await today()).left > 0n) {
      const placed = await bet(winner!.at[0]!, bodyOf(winner!.id, 20))
      await playOut(winner!.at[0]!, winner!.id, roundIn(placed))
    }

    const stale = await bet(late!.at[1]!, { ...bodyOf(late!.id, 5), Rules_Hash: before })
    expect(stale.body).toMatchObject({ Status: false, Message: 'The rules have changed' })
    const { deposit } = await one(
      around.db.owner.rows<{ deposit: bigint }>(
        sql`select deposit from ledger.wallets where player_id = $1`,
        [late!.id],
      ),
    )
    expect(deposit).toBe(fkr(1_000))
    expect(await list()).toMatchObject({
      WinPercentage: 0,
      Hard_Until: expect.stringMatching(/T00:00:00\.000Z$/),
      Other_Rules: { rules },
    })
    const hard = await bet(late!.at[1]!, {
      ...bodyOf(late!.id, 20),
      Rules_Hash: await hashOf(),
    })
    const round = await playOut(late!.at[1]!, late!.id, roundIn(hard))
    expect(round.Return_Amt).toBeLessThanOrEqual(20)
    expect(await today()).toEqual({ used: fkr(20), left: 0n })
    await expectCleanAudit()
  })

  test('BUDGET-03 a process killed amid bets, asked again under the same keys: each holds the budget once', async () => {
    await setBudget(fkr(500))
    const all = await accounts(12)
    const keys = all.map(() => randomUUID())
    const lost = all.map(({ id, at }, i) =>
      at[0]!
        .post('addTransaction', bodyOf(id, 20), { 'idempotency-key': keys[i]! })
        .catch(() => null),
    )
    await apis[0]!.kill()
    await Promise.all(lost)
    const rounds = await Promise.all(
      all.map(({ id, at }, i) => bet(at[1]!, bodyOf(id, 20), keys[i]!)),
    )
    for (const { body } of rounds) expect(body.Status).toBe(true)
    await apis[0]!.start()
    expect(await today()).toEqual({ used: fkr(240), left: fkr(260) })
    await Promise.all(all.map(({ id, at }, i) => playOut(at[i % 2]!, id, roundIn(rounds[i]!))))
    const { used, left } = await today()
    expect(used).toBeLessThanOrEqual(fkr(240))
    expect(used + left).toBe(fkr(500))
    await expectCleanAudit()
  })

  test('BUDGET-04 open rounds that hold the whole budget: others get hard rounds, never more is lost', async () => {
    await setBudget(fkr(100))
    const all = await accounts(8)
    const placed: Shown[] = []
    for (const { id, at } of all) placed.push(roundIn(await bet(at[0]!, bodyOf(id, 20))))
    expect(await today()).toEqual({ used: fkr(100), left: 0n })
    const ends = await Promise.all(all.map(({ id, at }, i) => playOut(at[1]!, id, placed[i]!)))
    expect(ends.slice(5).filter(({ Return_Amt }) => Return_Amt > 20)).toEqual([])
    const { used, left } = await today()
    expect(used + left).toBe(fkr(100))
    await expectCleanAudit()
  })
})

describe('the rounds of a day', () => {
  let limited: Api[]
  beforeAll(async () => {
    await around.db.owner.rows(
      sql`update ledger.games set min_round_ms = 0, rounds_a_day = 3 where game = 4`,
    )
    limited = await Promise.all(
      [1, 2].map(() => startApi({ ...around.env, PIPKIN_RATE_LIMITS: 'on' })),
    )
  })
  afterAll(async () => {
    for (const api of limited) await api.kill()
  })

  const password = 'a long enough one'
  const rounds = (ids: readonly number[]) =>
    one(
      around.db.owner.rows<{ count: number }>(
        sql`select count(*)::int as count from ledger.rounds where player_id = any($1)`,
        [ids],
      ),
    ).then(({ count }) => count)

  test('BUDGET-06 the accounts that log in in one browser share them, also at the same moment over two processes', async () => {
    await setBudget(fkr(500))
    const passwordHash = await createPasswords(system).hash(password)
    // One browser, whose sessions are put aside each time.
    const device = new Map<string, string>()
    const people: { id: number; at: HttpClient[] }[] = []
    for (let n = 0; n < 16; n += 1) {
      const { id } = await signedIn(around.db, limited[0]!.url, { deposit: fkr(500) })
      const { mobile } = await one(
        around.db.owner.rows<{ mobile: string }>(
          sql`update players.accounts set password_hash = $2 where player_id = $1
            returning mobile`,
          [id, passwordHash],
        ),
      )
      const jar = new Map(device)
      const logIn = await httpClient(limited[0]!.url, jar).post('userLogin', {
        Mobile_No: mobile,
        Password: password,
      })
      expect(logIn.body.Status).toBe(true)
      device.set('dev', jar.get('dev')!)
      // Each at one process alone: two bets of an account would wait for each other.
      people.push({ id, at: [httpClient(limited[n % 2]!.url, new Map(jar))] })
    }
    const answers = await Promise.all(
      people.flatMap(({ id, at }) =>
        at.map(async (client) => {
          for (let round = 0; round < 3; round += 1) {
            const placed = await bet(client, bodyOf(id, 5))
            if (placed.body.Status !== true) return placed
            await playOut(client, id, roundIn(placed))
          }
          return null
        }),
      ),
    )
    expect(await rounds(people.map(({ id }) => id))).toBe(3)
    for (const answer of answers)
      if (answer)
        expect(answer.body.Message).toBe('You have played all your rounds of today in this game')
    // A stranger has rounds of their own.
    const stranger = await signedIn(around.db, limited[0]!.url, { deposit: fkr(500) })
    expect((await bet(stranger, bodyOf(stranger.id, 5))).body.Status).toBe(true)
  })
})
