import { randomUUID } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, hundredths, type Money, moneyToNumber } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { type HttpAnswer, httpClient } from '../calls/http-client.ts'
import { type Scene, setScene } from '../cashier/cashier-scene.ts'
import { makePlayer, setCatalogue } from '../players/player.ts'
import { openAccount, openSession } from '../players/signed-in.ts'
import { until } from '../processes/api-process.ts'
import { freshKeys, type ProfileApis, startProfileApis } from '../processes/start-profile-apis.ts'
import { startWorkerProcess } from '../processes/worker-process.ts'
import { fkrIsOf } from '../rounds/play-rules.ts'
import { seeds } from '../seeds.ts'
import { timesOf } from '../times-of.ts'
import { withinADay } from '../within-a-day.ts'

/**
 * A hundred requests at once against each limit of each profile, over two API processes, of which
 * one is killed each time, and two workers, which know no profile and of which one is killed. A
 * request whose answer is lost is repeated under its key. LIMIT_RACES=20 races, and kills workers,
 * that many times.
 */

const turns = timesOf('LIMIT_RACES', process.env.LIMIT_RACES ?? '1')
const aHundred = Array.from({ length: 100 }, (_, index) => index)
const periods = ['day', 'week', 'month'] as const

let scene: Scene
let apis: readonly ProfileApis[]
beforeAll(async () => {
  scene = await setScene()
  await setCatalogue(scene.db)
  const keys = freshKeys()
  apis = await Promise.all([startProfileApis(scene, keys), startProfileApis(scene, keys)])
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()))
  await scene.close()
})

/** A player who asks one process or the other. */
interface Racer {
  readonly id: PlayerId
  ask(index: number, call: string, body: object): Promise<HttpAnswer>
}

async function newRacer(profile: string, deposit?: Money): Promise<Racer> {
  const id = await makePlayer(scene.db, deposit === undefined ? {} : { deposit })
  await openAccount(scene.db, id)
  const cookies = new Map([['sid', (await openSession(scene.db, id)).toString('hex')]])
  return {
    id,
    async ask(index, call, body) {
      const key = { 'idempotency-key': randomUUID() }
      const by = (turn: number) =>
        httpClient(apis[turn % 2]!.urls[profile]!, cookies).post(call, body, key)
      return by(index).catch(() => by(index + 1))
    },
  }
}

async function setLimit(racer: Racer, kind: string, period: string | null, amount: Money) {
  const limit = { kind, period, amount: moneyToNumber(amount), tz: 'UTC' }
  const { body } = await racer.ask(0, 'setLimit', limit)
  expect(body).toMatchObject({ Status: true })
}

/** Limits of all periods, so that no profile asks for another; one of them is tight. */
async function setDepositLimits(racer: Racer, tight: string, amount: Money) {
  for (const period of periods)
    await setLimit(racer, 'deposit', period, period === tight ? amount : fkr(10_000))
}

const bet = ({ id, ask }: Racer, index: number, stake: number, game: number) =>
  ask(index, 'addTransaction', {
    User_Id: id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id: game,
  })

/** The stakes of a player's bets, as the ledger has them. */
const stakesOf = async ({ id }: Racer) =>
  (
    await scene.db.owner.rows<{ games: bigint }>(
      sql`select games from ledger.movements where player_id = $1 and kind = 'stake'`,
      [id],
    )
  ).map(({ games }) => games)

/** How often each answer came. */
function tally(answers: readonly HttpAnswer[]): Readonly<Record<string, number>> {
  const said: Record<string, number> = {}
  for (const { status, body } of answers) {
    const words = `${status} ${body.Message}`
    said[words] = (said[words] ?? 0) + 1
  }
  return said
}

/** A hundred bets over four games, two of which fit. */
async function raceLosses(profile: string, period: string) {
  const racer = await newRacer(profile, fkr(1_000))
  await setLimit(racer, 'loss', period, hundredths(2_999n))
  const answers = await Promise.all(aHundred.map((index) => bet(racer, index, 10, 1 + (index % 4))))
  expect(await stakesOf(racer), JSON.stringify({ period, said: tally(answers) })).toEqual([
    1_000n,
    1_000n,
  ])
}

/** A hundred bets, half of them above the limit of a round. */
async function raceStakes(profile: string) {
  const racer = await newRacer(profile, fkr(1_000))
  await setLimit(racer, 'stake', null, hundredths(1_999n))
  const stakeOf = (index: number) => (index % 4 < 2 ? 10 : 20)
  await Promise.all(aHundred.map((index) => bet(racer, index, stakeOf(index), 1 + (index % 4))))
  const stakes = await stakesOf(racer)
  expect(stakes.length).toBeGreaterThan(0)
  expect(new Set(stakes)).toEqual(new Set([1_000n]))
}

/** Each has two deposits that wait for a worker. */
const depositors: PlayerId[] = []

/** A hundred deposits from as many wallets, two of which fit. */
async function raceDeposits(profile: string, period: string) {
  const racer = await newRacer(profile)
  await setDepositLimits(racer, period, hundredths(4_999n))
  const wallets = await scene.db.owner.rows<{ address: string }>(
    sql`insert into cashier.addresses (address, player_id)
      select '0x' || encode(substr(sha256(($1::integer || '/' || n)::bytea), 1, 20), 'hex'), $1
      from generate_series(1, 100) n returning address`,
    [racer.id],
  )
  await Promise.all(
    wallets.map(({ address }, index) =>
      racer.ask(index, 'paymentDeposit', {
        transactionData: {
          userId: racer.id,
          fromAdr: address,
          amount: 20,
          Method: 'fkr',
          StatusMsg: 'Deposit',
        },
      }),
    ),
  )
  const taken = await scene.db.owner.rows(
    sql`select amount, state from cashier.operations where player_id = $1`,
    [racer.id],
  )
  const deposit = { amount: fkr(20), state: 'requested' }
  expect({ period, taken }).toEqual({ period, taken: [deposit, deposit] })
  depositors.push(racer.id)
}

/** A hundred sends from two players, of 4.90 fkr that arrive each. Four fit. */
async function raceSends(profile: string, period: string) {
  const [receiver, ...senders] = await Promise.all([
    newRacer(profile),
    newRacer(profile, fkr(1_000)),
    newRacer(profile, fkr(1_000)),
  ])
  await setDepositLimits(receiver!, period, hundredths(2_449n))
  await Promise.all(
    aHundred.map((index) => {
      const sender = senders[index % 2]!
      return sender.ask(index >> 1, 'walletTransfer', {
        senderId: sender.id,
        receiverId: receiver!.id,
        transferAmount: 5,
      })
    }),
  )
  const { got } = await one(
    scene.db.owner.rows<{ got: bigint }>(
      sql`select deposit as got from ledger.wallets where player_id = $1`,
      [receiver!.id],
    ),
  )
  expect({ period, got }).toEqual({ period, got: 4n * 490n })
}

let kills = 0

/** Kills one process, then the other, once it has answered some of what is going on. */
async function killOne(racing: Promise<unknown>): Promise<void> {
  const victim = kills++ % 2
  const before = await movementsNow()
  await until(async () => (await movementsNow()) > before, racing)
  await apis[victim]!.kill()
  await apis[victim]!.start()
}

const movementsNow = async () =>
  (
    await one(
      scene.db.owner.rows<{ count: bigint }>(sql`select count(*) as count from ledger.movements
        where kind in ('stake', 'send')`),
    )
  ).count

const profiles = Array.from({ length: turns }, () => Object.keys(fkrIsOf)).flat()

test.each(profiles)('SAFER-16 a hundred at once against each limit of %s', async (profile) => {
  // The month of a limit ends at midnight.
  await withinADay()
  const racing = Promise.all([
    raceStakes(profile),
    ...periods.map((period) => raceLosses(profile, period)),
    ...periods.map((period) => raceDeposits(profile, period)),
    ...(profile === 'standard' ? periods.map((period) => raceSends(profile, period)) : []),
  ])
  // Where a race fails, the killed process comes back all the same: the next test needs it.
  const [raced, killed] = await Promise.allSettled([racing, killOne(racing)])
  if (raced.status === 'rejected') throw raced.reason
  if (killed.status === 'rejected') throw killed.reason
})

test(
  'SAFER-16 two workers pull what fits, while one is killed and limits come down',
  async () => {
    const { db } = scene
    const waiting = await db.owner.rows<{ player: PlayerId; address: `0x${string}` }>(
      sql`select player_id as player, address from cashier.operations where state = 'requested'`,
    )
    // In a third of the accounts only one of two deposits still fits.
    const limited = await db.database.rows<{ player: number; zone: string }>(
      sql`select player_id as player, zone from ledger.limits
        where kind = 'deposit' and period = 'week' and amount = 4999 and player_id = any($1)`,
      [depositors],
    )
    expect(limited.length).toBeGreaterThanOrEqual(profiles.length)
    for (const { player, zone } of limited)
      await db.database.rows(sql`select ledger.set_limit($1, 'deposit', 'week', 2999, $2)`, [
        player,
        zone,
      ])
    for (const { address } of waiting) await scene.approveFrom(address, fkr(20))
    const dying = () => startWorkerProcess(scene, 'after record_signed')
    for (let kills = 0; kills < turns; kills += 1) expect(await dying().ended).toBe('SIGKILL')
    // One more dies beside the others, where they leave it something to sign.
    const workers = [dying(), startWorkerProcess(scene), startWorkerProcess(scene)]
    await until(async () => (await scene.open()) === 0n)
    for (const worker of workers) worker.stop()
    await Promise.all(workers.map(({ ended }) => ended))

    const ends = await db.owner.rows(
      sql`select ended, count(*)::int as players from (
        select player_id, string_agg(state || coalesce(' ' || reason, ''), ', ' order by state)
          as ended
        from cashier.operations where player_id = any($1) group by player_id) o
      group by ended order by ended`,
      [depositors],
    )
    expect(ends).toEqual([
      { ended: 'confirmed, confirmed', players: depositors.length - limited.length },
      { ended: 'confirmed, rejected limitReached', players: limited.length },
    ])
    const limits = await db.owner.rows<{ player: PlayerId; period: string; amount: bigint }>(
      sql`select player_id as player, period, amount from ledger.limits where kind = 'deposit'`,
    )
    for (const { player, period, amount } of limits) {
      const { used } = await one(
        db.owner.rows<{ used: bigint }>(
          sql`select used from ledger.deposits($1, 0, clock_timestamp()) where period::text = $2`,
          [player, period],
        ),
      )
      expect(used).toBeLessThanOrEqual(amount)
    }
    expect(await scene.ledgerFaults()).toEqual([])
    const found = await audit({ database: db.owner, surroundings: system, seeds }, { full: true })
    expect(auditReport(found)).not.toContain('WRONG')
  },
  turns * 300_000,
)
