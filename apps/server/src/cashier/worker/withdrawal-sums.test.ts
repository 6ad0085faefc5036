import { fkr, type Money } from '@pipkin/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import { tick } from './tick.ts'

/** A scene for each test: what the house has paid counts for all of a day. */
let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})
afterEach(() => scene.close())

const funded = async (amount: Money): Promise<Player> => {
  const player = await scene.newPlayer(amount)
  await player.link()
  await player.fund(amount)
  return player
}
const states = async (...players: readonly Player[]): Promise<Record<string, number>> => {
  const rows = await scene.db.owner.rows<{ state: string; count: number }>(
    sql`select state::text, count(*)::int as count from cashier.operations
      where kind = 'withdrawal' and player_id = any($1::integer[]) group by state`,
    [players.map(({ id }) => id)],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
const age = (player: Player, time: string) =>
  scene.db.owner.rows(
    sql`update cashier.operations set at = at - $2::interval, signed_at = signed_at - $2::interval
      where player_id = $1`,
    [player.id, time],
  )
const stateOf = async (player: Player, amount: Money) => must(await player.withdraw(amount)).state

describe('what one player withdraws', () => {
  test('CASH-39 in a hundred parts below the limit, all at once, waits once the sum of an hour is passed', async () => {
    const player = await funded(fkr(100_000))
    const answers = await Promise.all(Array.from({ length: 100 }, () => player.withdraw(fkr(999))))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await states(player)).toEqual({ requested: 10, review: 90 })
    await scene.settle()
    expect(await states(player)).toEqual({ confirmed: 10, review: 90 })
    expect(await scene.ledgerFaults()).toEqual([])
  })

  test('CASH-40 counts for an hour, and for a day with a limit of its own; the time is the database’s', async () => {
    const player = await funded(fkr(100_000))
    expect(await stateOf(player, fkr(10_000))).toBe('requested')
    expect(await stateOf(player, fkr(1))).toBe('review')
    await scene.refuse(player.id)
    await age(player, '61 minutes')
    expect(await stateOf(player, fkr(10_000))).toBe('requested')
    await age(player, '61 minutes')
    // 20,000 today: the hour is free again, the day isn't.
    expect(await stateOf(player, fkr(1))).toBe('review')
    await scene.refuse(player.id)
    await age(player, '24 hours')
    expect(await stateOf(player, fkr(1))).toBe('requested')
  })

  test('CASH-41 counts while it waits and after its release, and no longer once it was given back', async () => {
    const player = await funded(fkr(100_000))
    expect(await stateOf(player, fkr(10_001))).toBe('review')
    expect(await stateOf(player, fkr(1))).toBe('review')
    await scene.refuse(player.id)
    expect(await stateOf(player, fkr(6_000))).toBe('requested')
    expect(await stateOf(player, fkr(6_000))).toBe('review')
    await scene.release(player.id)
    expect(await states(player)).toEqual({ requested: 2, refunded: 2 })
    expect(await stateOf(player, fkr(1))).toBe('review')
    await scene.refuse(player.id)
    await scene.settle()
    expect(await states(player)).toEqual({ confirmed: 2, refunded: 3 })
  })

  test('is looked at by hand, and the player reads that', async () => {
    const player = await funded(fkr(20_000))
    must(await player.withdraw(fkr(10_000)))
    const { transactionId } = must(await player.withdraw(fkr(10)))
    expect(await player.withdrawal(transactionId)).toMatchObject({
      state: 'review',
      reason: 'Several withdrawals in a short time are looked at by hand',
    })
  })
})

describe('what the house pays', () => {
  /** Five players, each far below a limit of its own. */
  const crowd = async () => {
    const players: Player[] = []
    for (let made = 0; made < 5; made += 1) players.push(await funded(fkr(100)))
    return players
  }
  const limit = (column: 'house_hour' | 'house_day') =>
    scene.db.owner.rows(
      column === 'house_hour'
        ? sql`update cashier.settings set house_hour = 25000`
        : sql`update cashier.settings set house_day = 25000`,
    )

  test.each(['house_hour', 'house_day'] as const)(
    'CASH-42 to all players together stops at %s: the others wait for an operator',
    async (column) => {
      const players = await crowd()
      await limit(column)
      await Promise.all(players.map((player) => player.withdraw(fkr(100))))
      expect(await states(...players)).toEqual({ requested: 5 })
      await scene.settle()
      expect(await states(...players)).toEqual({ confirmed: 2, review: 3 })
      expect(scene.alarms.map(({ kind, facts }) => [kind, facts.reason])).toEqual(
        Array.from({ length: 3 }, () => ['review', 'houseSum']),
      )
      const held = await scene.db.owner.rows<{ nonce: bigint | null }>(
        sql`select nonce from cashier.operations where state = 'review'`,
      )
      expect(held.map(({ nonce }) => nonce)).toEqual([null, null, null])
      expect(await scene.ledgerFaults()).toEqual([])

      // An operator lets them go: they are paid, at any sum.
      for (const player of players) await scene.release(player.id)
      await scene.settle()
      expect(await states(...players)).toEqual({ confirmed: 5 })
      expect(await scene.ledgerFaults()).toEqual([])
    },
  )

  test('CASH-43 is the same limit for three workers that sign at the same moment', async () => {
    const players = await crowd()
    await limit('house_hour')
    await Promise.all(players.map((player) => player.withdraw(fkr(100))))
    const workers = [scene.newWorker(), scene.newWorker(), scene.newWorker()]
    for (let look = 0; (await scene.open()) > 0n && look < 60; look += 1) {
      await Promise.all(workers.map(tick))
      await scene.mine(1)
    }
    expect(await states(...players)).toEqual({ confirmed: 2, review: 3 })
    expect(await scene.ledgerFaults()).toEqual([])
  })

  test('is counted when it is signed: an hour later there is room again', async () => {
    const players = await crowd()
    await limit('house_hour')
    for (const player of players.slice(0, 2)) must(await player.withdraw(fkr(100)))
    await scene.settle()
    for (const player of players.slice(0, 2)) await age(player, '61 minutes')
    for (const player of players.slice(2, 4)) must(await player.withdraw(fkr(100)))
    await scene.settle()
    expect(await states(...players)).toEqual({ confirmed: 4 })
  })

  test('does not count what the chain refused and was given back', async () => {
    const players = await crowd()
    await limit('house_hour')
    for (const player of players.slice(0, 2)) must(await player.withdraw(fkr(100)))
    const held = await scene.tokens(scene.house)
    await scene.anvil.control.setAutomine(false)
    await tick(scene.worker)
    await scene.setTokens(scene.house, 0n)
    await scene.mine(1)
    await scene.setTokens(scene.house, held)
    await scene.anvil.control.setAutomine(true)
    await scene.settle()
    expect(await states(...players)).toEqual({ refunded: 2 })
    for (const player of players.slice(2, 4)) must(await player.withdraw(fkr(100)))
    await scene.settle()
    expect(await states(...players)).toEqual({ refunded: 2, confirmed: 2 })
  })
})
