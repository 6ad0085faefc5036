import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll } from '../../../test/database/count-all.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { bringFriend, fund, makePlayer } from '../../../test/players/player.ts'
import { type RunningServer, startServer } from '../../../test/processes/running-server.ts'
import { placeBet, playSlot } from '../../../test/rounds/play.ts'
import { seeds } from '../../../test/seeds.ts'
import { withinADay } from '../../../test/within-a-day.ts'
import { figureSweep } from '../../activity/counts/count-figures.ts'
import { audit } from '../../operator/audit/audit.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'

/** The screens' sums on a played database, beside the ledger's own. */

let server: RunningServer
let desk: RunningDesk
let asha: OperatorBrowser
const reason = 'ticket 7'
let payer: number

beforeAll(async () => {
  await withinADay()
  server = await startServer()
  desk = await startDesk(server.db)
  asha = await desk.operator('admin', 'Asha')
  const { db } = server
  const sweep = figureSweep(db.worker)
  await sweep()
  await sweep()
  payer = await makePlayer(db)
  await fund(db, payer, { deposit: fkr(500) })
  await bringFriend(db, await makePlayer(db), payer)
  await db.owner.rows(sql`select ledger.send($1, gen_random_uuid(), $2, 1000, 'a', sha256('a'))`, [
    payer,
    await makePlayer(db),
  ])
  // Bets while it is counted.
  const players = await Promise.all([server.player(), server.player(), server.player()])
  const playing = Promise.all(
    players.map(async (player) => {
      for (let n = 0; n < 5; n += 1) await playSlot(player)
    }),
  )
  await sweep()
  await playing
  await payOut()
  await countAll(db)
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

/** A withdrawal of 50 fkr that is signed, mined for 21,000 gas of 1 gwei, and paid. */
async function payOut(): Promise<void> {
  const { owner } = server.db
  const address = `0x${'a'.repeat(40)}`
  await owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    payer,
  ])
  const { id } = await one(
    owner.rows<{ id: string }>(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), 5000, '0', null, null)
            ->> 'id' as id`,
      [payer],
    ),
  )
  const hash = `0x${'b'.repeat(64)}`
  await owner.rows(
    sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
        values (0, 0, $1, $2, $3, '0x00')`,
    [payer, id, hash],
  )
  await owner.rows(
    sql`update cashier.operations set state = 'signed', nonce = 0, signed_at = now()
        where operation_id = $1`,
    [id],
  )
  await owner.rows(sql`select cashier.record_mined($1, $2, $3, 7, 21000000000000)`, [
    payer,
    id,
    hash,
  ])
  await owner.rows(sql`select cashier.pay_withdrawal($1, $2, gen_random_uuid(), $3, 7)`, [
    payer,
    id,
    hash,
  ])
}

/** The same sums over all movements, in fkr. */
const truth = () =>
  one(
    server.db.owner.rows<Record<string, number>>(sql`
      select (count(*) filter (where kind = 'stake'))::int as bets,
        (sum(games) filter (where kind = 'stake') / 100.0)::float8 as stakes,
        (sum(games) / 100.0)::float8 as gross, (sum(fees) / 100.0)::float8 as fees,
        (-sum(promotions) / 100.0)::float8 as rewards,
        (-sum(chain) filter (where kind = 'deposit') / 100.0)::float8 as deposits,
        (sum(chain) filter (where kind = 'withdraw_paid') / 100.0)::float8 as withdrawals
      from ledger.movements`),
  )

test.each(['day', 'month'] as const)('by %s, each sum is the ledger’s', async (by) => {
  const { Data } = await asha.get(`readMoney?by=${by}`)
  const sums = await truth()
  expect(sums.bets).toBe(15)
  expect(Data.all).toMatchObject({ ...sums, gasCoins: '0.000021' })
  expect(Data.periods).toHaveLength(1)
  const period = Data.periods[0]!
  expect(period).toMatchObject(sums)
  // The games add up to it.
  for (const figure of ['bets', 'stakes', 'returns', 'gross'] as const)
    expect(period.games.reduce((all, row) => all + row[figure], 0)).toBeCloseTo(period[figure])
  expect(period.stakes - period.returns).toBeCloseTo(period.gross)
})

test('the audit finds the figures right', async () => {
  const findings = await audit(
    { database: server.db.worker, surroundings: system, seeds },
    { full: false },
  )
  expect(findings.find(({ invariant }) => invariant === 18)).toMatchObject({ found: [] })
})

test('each figure leads to its movements, page by page', async () => {
  const { start } = (await asha.get('readMoney?by=day')).Data.periods[0]!
  const read = (more: string) => asha.get(`listMovements?kind=deposit&by=day&start=${start}${more}`)
  const first = (await read('&limit=3')).Data
  const rest = (await read(`&limit=100&cursor=${first.next}`)).Data
  const rows = [...first.movements, ...rest.movements]
  const { deposits } = await truth()
  const sum = rows.reduce((all, { amount }) => all + amount, 0)
  expect(sum).toBe(deposits)
  expect(rest.next).toBeNull()
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect((await asha.get('listMovements?kind=withdraw_paid')).Data.movements).toMatchObject([
    { player: payer, name: 'Meera Nair' },
  ])
  expect((await asha.get('listMovements?kind=deposit&by=day&start=2025-01-01')).Data).toEqual({
    movements: [],
    next: null,
  })
  for (const wrong of ['kind=stake', 'kind=deposit&start=2026-02-30', 'kind=deposit&cursor=x'])
    expect((await asha.get(`listMovements?${wrong}`)).status).toBe(400)
})

test('stakes and returns lead to their rounds, fees and rewards to their movements', async () => {
  const period = (await asha.get('readMoney?by=day')).Data.periods[0]!
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const rounds = async (of: 'placed' | 'ended') =>
    (await asha.get(`listGameRounds?of=${of}&span=day&since=${period.start}&limit=100`)).Data.rounds
  const placed = await rounds('placed')
  expect(placed).toHaveLength(period.bets)
  expect(sum(placed.map(({ stake }) => stake))).toBeCloseTo(period.stakes)
  expect(sum((await rounds('ended')).map(({ payout }) => payout ?? 0))).toBeCloseTo(period.returns)
  const movements = async (kind: 'fees' | 'rewards') =>
    (await asha.get(`listMovements?kind=${kind}&by=day&start=${period.start}&limit=100`)).Data
      .movements
  expect(sum((await movements('fees')).map(({ fee }) => fee))).toBeCloseTo(period.fees)
  expect(sum((await movements('rewards')).map(({ amount }) => amount))).toBeCloseTo(period.rewards)
})

test('a move between a player’s own wallets is listed with what was moved', async () => {
  const mover = await makePlayer(server.db, { win: fkr(80) })
  await server.db.database.rows(
    sql`select ledger.move_to_deposit(
          $1, gen_random_uuid(), 'winning_transfer', 3050, 'm', sha256('m'))`,
    [mover],
  )
  const { movements } = (await asha.get('listMovements?kind=winning_transfer')).Data
  expect(movements).toMatchObject([{ player: mover, amount: 30.5, fee: 0 }])
})

test('what is under way is listed, and what has ended no more', async () => {
  await server.db.owner.rows(
    sql`select cashier.request_withdrawal($1, gen_random_uuid(), 5000, '0', null, null)`,
    [payer],
  )
  const of = async (kind: string) => (await asha.get(`listUnderWay?kind=${kind}`)).Data
  expect(await of('withdrawal')).toMatchObject({
    operations: [{ player: payer, amount: 50, state: 'requested' }],
    next: null,
  })
  expect((await of('deposit')).operations).toEqual([])
  const { payouts } = (await asha.get('readNow')).Data
  expect(payouts.sum).toBe(50)
})

test('what is in force is read anew, for all that the sums are kept', async () => {
  const none = { payoutsPaused: false, depositsPaused: false }
  const readNow = async () => (await asha.get('readNow')).Data
  expect(await readNow()).toMatchObject(none)
  for (const [act, paused] of [
    ['pausePayouts', { payoutsPaused: true }],
    ['resumePayouts', {}],
    ['pauseDeposits', { depositsPaused: true }],
    ['resumeDeposits', {}],
  ] as const) {
    expect(await asha.post(act, { reason })).toMatchObject({ Status: true })
    expect(await readNow()).toMatchObject({ ...none, ...paused })
  }
})

const house = `0x${'c'.repeat(40)}`
/** The chain's side of the house, if it isn't there yet. */
const openHouse = () =>
  server.db.owner.rows(
    sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
          opened_block, opened_balance, scanned_block, scanned_hash, balance, head)
        values (1, '0x' || repeat('d', 64), $1, 'FKR', $1, 1, 0, 0, 5, '0x' || repeat('d', 64), 0,
          5)
        on conflict do nothing`,
    [house],
  )

test('snapshots are listed by time, unmatched transfers with their amount until explained', async () => {
  await server.db.owner.rows(
    sql`insert into solvency.snapshots
        (snapshot, announced_at, block, taken_at, owed, ledger_owes, held, root, size, players,
         signature)
        select to_char(day, 'YYYYMMDD"T"HH24MISS"Z"'), day, 1, day, 100, 100, 200, sha256('x'), 1,
          1, '0x' || repeat('a', 130)
        from generate_series(timestamp '2026-01-01', timestamp '2026-01-03', interval '1 day') day`,
  )
  const first = (await asha.get('listSnapshots?limit=2')).Data
  expect(first.snapshots).toMatchObject([{ owed: 1, held: 2 }, {}])
  expect(first.next).toBe('20260102T000000Z')
  expect((await asha.get(`listSnapshots?limit=2&cursor=${first.next}`)).Data).toMatchObject({
    snapshots: [{ snapshot: '20260101T000000Z' }],
    next: null,
  })

  const hash = `0x${'d'.repeat(64)}`
  await openHouse()
  await server.db.owner.rows(
    sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
        values (3, 0, $1, $2, $3, 25::numeric * 1e18)`,
    [hash, house, `0x${'e'.repeat(40)}`],
  )
  const unmatched = async () => (await asha.get('listUnmatched')).Data
  expect(await unmatched()).toMatchObject([{ hash, amount: 25, block: 3, player: null }])
  expect(await asha.post('explainTransfer', { hash, reason })).toMatchObject({ Status: true })
  expect(await unmatched()).toEqual([])
  // A page from before keeps no other words in place of a colleague's; a command may.
  const late = await asha.post('explainTransfer', { hash, reason: 'I know nothing of it' })
  expect(late).toMatchObject({ Status: false, Message: 'It is so already.' })
  const note = sql`select note from cashier.transfers where hash = $1`
  expect(await server.db.owner.rows(note, [hash])).toEqual([{ note: reason }])
  const explain = sql`select operator.explain_transfer('Ben', 'the top-up', $1) as refusal`
  expect(await server.db.operator.rows(explain, [hash])).toEqual([{ refusal: null }])
  expect(await server.db.owner.rows(note, [hash])).toEqual([{ note: 'the top-up' }])
})

test('a transfer that belongs to an operation is not explained', async () => {
  const { id } = await server.player()
  const [hash, from, operation] = [`0x${'7'.repeat(64)}`, `0x${'9'.repeat(40)}`, randomUUID()]
  const { rows } = server.db.owner
  await openHouse()
  await rows(
    sql`
    insert into cashier.operations (player_id, operation_id, kind, state, amount, address, nonce,
      signed_at, mined_hash, mined_block, credited)
    values ($1, $2, 'deposit', 'confirmed', 5000, $3, 7, now(), $4, 4, 5000)`,
    [id, operation, from, hash],
  )
  await rows(
    sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
        values (7, 0, $1, $2, $3, '0x00')`,
    [id, operation, hash],
  )
  await rows(
    sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
        values (4, 0, $1, $2, $3, 50e18)`,
    [hash, from, house],
  )
  const unmatched = async () => (await asha.get('listUnmatched')).Data
  expect(await unmatched()).toEqual([])
  expect(await asha.post('explainTransfer', { hash, reason })).toMatchObject({ Status: false })
  expect(await unmatched()).toEqual([])
})

test('a payout’s card counts all stakes, those that unlock no reward too', async () => {
  const player = await server.player({ deposit: fkr(30_000) })
  await placeBet(player, 4, 20)
  await playSlot(player)
  const address = `0x${'5'.repeat(40)}`
  const { owner } = server.db
  await owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    player.id,
  ])
  await owner.rows(
    sql`select cashier.request_withdrawal($1, gen_random_uuid(), 2000000, '0', null, null)`,
    [player.id],
  )
  const { payouts } = (await asha.get('listPayouts')).Data
  expect(payouts.find((payout) => payout.player === player.id)).toMatchObject({ staked: 30 })
})

test('a day that cost gas alone is listed, so that the days add up', async () => {
  await server.db.owner.rows(
    sql`insert into activity.gas (unit, start, times, units, worth)
        select unit, start, 1, 5e15, 50 from activity.starts_of(now() - interval '3 days')
        on conflict (unit, start) do update
          set units = gas.units + excluded.units, worth = gas.worth + excluded.worth`,
  )
  const { periods, all } = (await asha.get('readMoney?by=day')).Data
  const day = { bets: 0, deposits: 0, gas: 0.5, gasCoins: '0.005', games: [] }
  expect(periods).toMatchObject([{}, day])
  expect(periods.reduce((sum, { gas }) => sum + gas, 0)).toBeCloseTo(all.gas)
})
