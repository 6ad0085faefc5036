import { fkr, hundredths, type Money } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sums } from '../../src/operator/audit/sums/sums.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { placeBet } from '../../src/rounds/place-bet.ts'
import { moveToDeposit } from '../../src/transfers/move-to-deposit.ts'
import { sendMoney } from '../../src/transfers/send-money.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { balancesOf, makePlayer, setCatalogue } from '../players/player.ts'
import { betDeps } from '../rounds/bet-deps.ts'
import { endRounds } from '../rounds/end-rounds.ts'

/** What came by a send can't leave the account for a time (docs/decisions/2026-11-ways-out.md). */

const aDayMs = 86_400_000
const quarterMs = aDayMs / 96

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

type Player = Awaited<ReturnType<typeof makePlayer>>

const send = (player: Player, receiver: Player, amount: Money, holdMs = aDayMs) =>
  sendMoney(
    { database: db.database, surroundings: system, config: { holdMs } },
    { player, receiver, amount },
    null,
  )

const withdraw = async (player: Player, amount: Money) =>
  (
    await one(
      db.database.rows<{ answer: Record<string, unknown> }>(
        sql`select cashier.request_withdrawal(
          $1, gen_random_uuid(), $2, '0', null, null) as answer`,
        [player, amount],
      ),
    )
  ).answer

/** A player with a linked wallet, and with so much that came by a send of this moment. */
async function receiver(received: Money, own: Money = fkr(0)): Promise<Player> {
  const [from, to] = [
    await makePlayer(db, { deposit: fkr(100_000) }),
    await makePlayer(db, { deposit: own }),
  ]
  await db.owner.rows(
    sql`insert into cashier.addresses (address, player_id)
      values ('0x' || lpad($1::integer::text, 40, '0'), $1)`,
    [to],
  )
  // What arrives is 98 % of what is sent.
  if (received > 0n)
    expect(await send(from, to, hundredths((received * 100n) / 98n))).toMatchObject({ ok: true })
  return to
}

interface Part {
  readonly until: Date
  readonly amount: bigint
}
const partsOf = (player: Player) =>
  db.owner.rows<Part>(
    sql`select part.until, part.amount from ledger.wallets cross join lateral unnest(received) part
      where player_id = $1 order by part.until`,
    [player],
  )
const heldOf = async (player: Player) =>
  (await partsOf(player)).reduce((sum, { amount }) => sum + amount, 0n)

/** Bets on Guess Number. The answer ends the round with this payout. */
async function bet(player: Player, stake: Money) {
  const deps = betDeps(db.database)
  const placed = await placeBet(deps, { player, gameId: 1, stake }, null)
  if (!placed.ok) throw new Error(placed.code)
  return (status: 'win' | 'loss' | 'tie', payout: Money) =>
    endRounds(db.owner, player, status, payout)
}

/** What the audit's checks of received money find of a player. */
async function faults(player: Player): Promise<string[]> {
  const checks = sums.filter(({ invariant }) => invariant === 13)
  const found = await Promise.all(checks.map(({ find }) => db.worker.rows<{ found: string }>(find)))
  return found
    .flatMap((rows) => rows.map((row) => row.found))
    .filter((text) => text.includes(`player ${player} `))
}

describe('what came by a send', () => {
  test('is neither withdrawn nor sent on for the hold, and says until when', async () => {
    const player = await receiver(fkr(98))
    const other = await makePlayer(db)
    const sent = await send(player, other, fkr(50))
    expect(sent).toMatchObject({ ok: false, code: 'receivedHeld' })
    expect('parts' in sent && sent.parts.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    const { refusal, until } = await withdraw(player, fkr(50))
    expect(refusal).toBe('receivedHeld')
    const waits = new Date(String(until)).getTime() - Date.now()
    expect(waits).toBeGreaterThan(aDayMs - 60_000)
    expect(waits).toBeLessThan(aDayMs + quarterMs)
    expect((await balancesOf(db, player)).deposit).toBe(fkr(98))
  })

  test('is said before what the receiver may take, so that no try without money finds it out', async () => {
    const player = await receiver(fkr(98))
    const other = await makePlayer(db)
    await db.database.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [other])
    expect(await send(player, other, fkr(50))).toMatchObject({ ok: false, code: 'receivedHeld' })
  })

  test('leaves the player’s other money free', async () => {
    const player = await receiver(fkr(98), fkr(40))
    expect(await withdraw(player, fkr(41))).toMatchObject({ refusal: 'receivedHeld' })
    expect(await withdraw(player, fkr(40))).toMatchObject({ state: 'requested' })
    expect(await withdraw(player, fkr(10))).toMatchObject({ refusal: 'receivedHeld' })
    expect(await withdraw(player, fkr(99))).toMatchObject({ refusal: 'insufficientBalance' })
  })

  test('is free when its time has passed', async () => {
    const player = await receiver(fkr(98))
    await db.owner.rows(
      sql`update ledger.wallets set received = array[
          row(now(), received[1].amount)::ledger.received_part]
        where player_id = $1`,
      [player],
    )
    expect(await withdraw(player, fkr(98))).toMatchObject({ state: 'requested' })
  })

  test('isn’t held at all by a hold of 0 hours', async () => {
    const [from, to] = [await makePlayer(db, { deposit: fkr(100) }), await receiver(fkr(0))]
    expect(await send(from, to, fkr(100), 0)).toMatchObject({ ok: true })
    expect(await partsOf(to)).toEqual([])
    expect(await withdraw(to, fkr(98))).toMatchObject({ state: 'requested' })
  })

  test('WAY-11 in a stream of small sends shares few parts, and none is held for longer', async () => {
    const player = await receiver(fkr(98))
    const [first] = await partsOf(player)
    const from = await makePlayer(db, { deposit: fkr(1_000) })
    for (let sends = 0; sends < 20; sends += 1) await send(from, player, fkr(1))
    const parts = await partsOf(player)
    expect(parts.length).toBeLessThanOrEqual(2)
    expect(parts[0]).toMatchObject({ until: first!.until })
    expect(parts[0]!.amount).toBeGreaterThanOrEqual(fkr(98))
    expect(await heldOf(player)).toBe(fkr(98) + 20n * 98n)
    // A hundred times at most in a hold, with a send each second.
    const times = await one(
      db.owner.rows<{ times: number }>(
        sql`select cardinality(parts) as times from (
            select ledger.add_received(null, array_agg(row(
              date_bin(interval '15 minutes', now() + n * interval '1 second',
                timestamptz 'epoch') + interval '15 minutes', 1)::ledger.received_part)) as parts
            from generate_series(1, 86400) n) day`,
      ),
    )
    expect(times.times).toBeLessThanOrEqual(97)
  })

  test('can be played with: a stake takes free money first, a lost one ends the hold', async () => {
    const player = await receiver(fkr(98), fkr(10))
    await (await bet(player, fkr(10)))('loss', fkr(0))
    expect(await heldOf(player)).toBe(fkr(98))
    await (await bet(player, fkr(40)))('loss', fkr(0))
    expect(await heldOf(player)).toBe(fkr(58))
    expect((await balancesOf(db, player)).deposit).toBe(fkr(58))
    expect(await faults(player)).toEqual([])
  })

  test('that is staked is paid back held, in its share of the stake, also in Win', async () => {
    const player = await receiver(fkr(98), fkr(10))
    const [{ until } = { until: null }] = await partsOf(player)
    // 10 of the stake are free, 30 are held.
    const settle = await bet(player, fkr(40))
    expect(await heldOf(player)).toBe(fkr(68))
    await settle('win', fkr(80))
    expect(await balancesOf(db, player)).toMatchObject({ deposit: fkr(68), win: fkr(80) })
    expect(await partsOf(player)).toEqual([{ until, amount: fkr(68) + fkr(60) }])
    const moved = await moveToDeposit(
      { database: db.database, surroundings: system },
      { player, from: 'win', amount: fkr(80) },
      null,
    )
    expect(moved).toMatchObject({ ok: true })
    expect(await withdraw(player, fkr(21))).toMatchObject({ refusal: 'receivedHeld' })
    expect(await withdraw(player, fkr(20))).toMatchObject({ state: 'requested' })
    expect(await faults(player)).toEqual([])
  })

  test('that is tied comes back held as it was', async () => {
    const player = await receiver(fkr(98))
    await (await bet(player, fkr(40)))('tie', fkr(40))
    expect(await heldOf(player)).toBe(fkr(98))
    expect(await faults(player)).toEqual([])
  })

  test('that was lost doesn’t hold what is deposited later', async () => {
    const player = await receiver(fkr(98))
    await (await bet(player, fkr(90)))('loss', fkr(0))
    await db.owner.rows(
      sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 5000, chain => -5000,
        own => 5000)`,
      [player],
    )
    expect(await withdraw(player, fkr(50))).toMatchObject({ state: 'requested' })
  })

  test('that a round held beyond its time comes back free', async () => {
    const player = await receiver(fkr(98))
    const settle = await bet(player, fkr(90))
    await db.owner.rows(
      sql`update ledger.rounds set received = array[
          row(now(), received[1].amount)::ledger.received_part]
        where player_id = $1`,
      [player],
    )
    await settle('win', fkr(90))
    expect(await heldOf(player)).toBe(fkr(8))
  })
})

test('the audit finds held money that no send brought, and a hold that was dropped', async () => {
  const player = await receiver(fkr(98))
  expect(await faults(player)).toEqual([])
  await db.owner.rows(sql`update ledger.wallets set received = null where player_id = $1`, [player])
  expect(await faults(player)).toHaveLength(1)
  await db.owner.rows(
    sql`update ledger.wallets set received = array[
        row(now() + interval '1 hour', 20000)::ledger.received_part]
      where player_id = $1`,
    [player],
  )
  expect(await faults(player)).toHaveLength(3)
})
