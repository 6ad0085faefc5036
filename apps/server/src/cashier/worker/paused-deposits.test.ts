import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  confirmations,
  type Player,
  type Scene,
  setScene,
} from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
beforeEach(() => pause(false))

const pause = (isPaused: boolean) =>
  scene.db.owner.rows(sql`update cashier.settings set deposits_paused = $1`, [isPaused])

/** A player whose linked wallet has approved an amount. */
const approved = async (amount = fkr(100)): Promise<Player> => {
  const player = await scene.newPlayer(fkr(1_000))
  await player.link()
  await player.approve(amount)
  return player
}
const stateOf = async (player: Player, id: string) => (await player.deposit(id)).state

test('CASH-74 while deposits are paused none is taken down, and the same report goes through later', async () => {
  const player = await approved()
  const key: IdempotencyKey = { key: 'a', inputHash: Buffer.alloc(32, 'a') }
  await pause(true)
  expect(await player.report(fkr(100), key)).toMatchObject({ code: 'depositsPaused' })
  expect(must(await scene.api.describeChain({}, player.caller))).toMatchObject({
    depositsPaused: true,
  })
  await pause(false)
  must(await player.report(fkr(100), key))
  await scene.settle()
  expect(await player.balance()).toBe(fkr(100))
})

test('CASH-75 nor is one signed that waits, or that a worker has chosen; a player may cancel it', async () => {
  const [player, other] = [await approved(), await approved()]
  const { transactionId: id } = must(await player.report(fkr(100)))
  const { transactionId: cancelled } = must(await other.report(fkr(100)))
  const { worker, signings } = scene.workerThatSignsAfter(() => pause(true))
  await pause(true)
  await tick(worker)
  expect(signings()).toBe(0)
  await pause(false)
  await tick(worker)
  expect(signings()).toBe(1)
  expect(await stateOf(player, id)).toBe('requested')

  // A report that is repeated finds its deposit.
  expect(must(await player.report(fkr(100)))).toMatchObject({ transactionId: id })
  must(await scene.api.cancelDeposit({ transactionId: cancelled }, other.caller))
  await pause(false)
  await scene.settle()
  expect([await player.balance(), await other.balance()]).toEqual([fkr(100), fkr(0)])
})

test('CASH-76 what arrives while deposits are paused is credited afterwards, and payouts go on', async () => {
  const payee = await approved()
  must(await payee.report(fkr(100)))
  await scene.settle()
  const player = await approved()
  const { transactionId: id } = must(await player.report(fkr(100)))
  await tick(scene.worker)
  expect(await stateOf(player, id)).toBe('signed')
  await pause(true)
  const { transactionId: payout } = must(await payee.withdraw(fkr(10)))
  for (let blocks = 0; blocks <= confirmations; blocks += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
  await tick(scene.worker)
  expect(await stateOf(player, id)).toBe('mined')
  expect(await player.balance()).toBe(0n)
  expect(await payee.withdrawal(payout)).toMatchObject({ state: 'confirmed' })
  // Its money is on the way: the account can't be closed before it arrives.
  expect(
    await scene.db.database.rows(sql`select cashier.close_wallets($1) as closed`, [player.id]),
  ).toEqual([{ closed: false }])
  await pause(false)
  await scene.settle()
  expect(await player.balance()).toBe(fkr(100))
})
