import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { one, sql } from '../../platform/database/database.ts'
import { tick } from './tick.ts'

/** A limit or a break that comes between the report of a deposit and its pull. */

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
afterEach(() => scene.alarms.splice(0))

const whole = 100n * 10n ** 18n

async function reported(): Promise<{ player: Player; id: string }> {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.approve(fkr(100))
  return { player, id: must(await player.report(fkr(100), null)).transactionId }
}

const setLimit = ({ id }: Player, amount: bigint) =>
  scene.db.owner.rows(sql`select ledger.set_limit($1, 'deposit', 'day', $2, 'UTC')`, [id, amount])

async function used({ id }: Player): Promise<bigint> {
  const row = await one(
    scene.db.owner.rows<{ used: bigint }>(
      sql`select d.used from ledger.deposits($1, cashier.open_deposits($1), clock_timestamp()) d`,
      [id],
    ),
  )
  return row.used
}

async function lookThrice(): Promise<void> {
  for (let look = 0; look < 3; look += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
}

test('SAFER-10 a deposit beyond a limit that came later is rejected before a token moves, and is not used', async () => {
  const { player, id } = await reported()
  await setLimit(player, 9_999n)
  expect(await used(player)).toBe(10_000n)
  await lookThrice()
  expect(await player.deposit(id)).toMatchObject({
    state: 'rejected',
    reason: 'Your deposit limit stopped it: nothing was taken',
  })
  expect(await scene.tokens(player.wallet.address)).toBe(whole)
  expect(await player.movements()).toEqual([])
  expect(await used(player)).toBe(0n)
})

test('a deposit within it is pulled', async () => {
  const { player, id } = await reported()
  await setLimit(player, 10_000n)
  await scene.settle()
  expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
  expect(await used(player)).toBe(10_000n)
})

test('a break rejects what waits at once; the worker too, should it come to it', async () => {
  for (const undone of [false, true]) {
    const { player, id } = await reported()
    await scene.db.owner.rows(sql`select ledger.take_break($1, 'timeout', interval '24 hours')`, [
      player.id,
    ])
    if (undone)
      await scene.db.owner.rows(
        sql`update cashier.operations set state = 'requested', reason = null where player_id = $1`,
        [player.id],
      )
    await lookThrice()
    expect(await player.deposit(id)).toMatchObject({
      state: 'rejected',
      reason: 'You are on a break: nothing was taken',
    })
    expect(await scene.tokens(player.wallet.address)).toBe(whole)
  }
})

test('a deposit that is signed is credited, even where a limit or a break comes then', async () => {
  const { player, id } = await reported()
  await tick(scene.worker)
  expect((await player.deposit(id)).state).not.toBe('requested')
  await setLimit(player, 100n)
  await scene.db.owner.rows(sql`select ledger.take_break($1, 'exclusion', interval '6 months')`, [
    player.id,
  ])
  await scene.settle()
  expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
})
