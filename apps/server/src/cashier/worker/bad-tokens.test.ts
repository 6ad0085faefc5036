import { fkr, type Money } from '@pipkin/money'
import * as badTokens from '@pipkin/token/test'
import { expect, onTestFinished, test } from 'vitest'
import { setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import { tick } from './tick.ts'

const sceneWith = async (token: Parameters<typeof setScene>[0], houseHolds: Money = fkr(1_000)) => {
  const scene = await setScene(token, houseHolds)
  onTestFinished(() => scene.close())
  const player = await scene.newPlayer(fkr(1_000))
  await player.link()
  return { scene, player }
}

test('CASH-15 a token with a fee: credited is what arrived', async () => {
  const { scene, player } = await sceneWith(badTokens.feeOnTransferToken)
  await player.fund(fkr(500))
  expect(await player.balance()).toBe(fkr(450))
  const id = must(await player.withdraw(fkr(100))).transactionId
  await scene.settle()
  expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
  expect(await scene.unmatched()).toEqual([])
  expect(scene.alarms).toEqual([])
})

test('CASH-16 a token that returns false: nothing is signed, nothing credited, and a withdrawal is given back', async () => {
  const { scene, player } = await sceneWith(badTokens.returnsFalseToken)
  const impatient = scene.newWorker({ patienceMs: 0 })
  await player.approve(fkr(500))
  const id = must(await player.report(fkr(500))).transactionId
  await scene.settle(impatient)
  expect(await player.deposit(id)).toMatchObject({
    state: 'rejected',
    reason: 'The token refused the transfer',
  })
  await scene.give(player.id, fkr(100))
  const payment = must(await player.withdraw(fkr(100))).transactionId
  await scene.release(player.id)
  await scene.settle(impatient)
  expect(await player.withdrawal(payment)).toMatchObject({ state: 'refunded' })
  expect(await player.balance()).toBe(fkr(100))
})

test('the patience with a token that refuses a withdrawal begins anew with its release', async () => {
  const { scene, player } = await sceneWith(badTokens.returnsFalseToken)
  await scene.give(player.id, fkr(100))
  const payment = must(await player.withdraw(fkr(100))).transactionId
  await scene.db.owner.rows(
    sql`update cashier.operations set at = at - interval '1 day', state = 'review'
      where player_id = $1`,
    [player.id],
  )
  await scene.release(player.id)
  await tick(scene.worker)
  expect(await player.withdrawal(payment)).toMatchObject({ state: 'requested' })
  await scene.db.owner.rows(
    sql`update cashier.operations set released_at = released_at - interval '1 hour'
      where player_id = $1`,
    [player.id],
  )
  await tick(scene.worker)
  expect(await player.withdrawal(payment)).toMatchObject({ state: 'refunded' })
})

test('CASH-18 a token that pays more than it was asked to: the withdrawal waits, and is never given back as well', async () => {
  const { scene, player } = await sceneWith(badTokens.lyingToken)
  await scene.give(player.id, fkr(100))
  const id = must(await player.withdraw(fkr(100))).transactionId
  await scene.release(player.id)
  await scene.settle()
  expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
  await scene.refuse(player.id)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
  expect(await player.balance()).toBe(0n)
})

test('CASH-17 a token that says more than it does: the deposit waits for an operator', async () => {
  const { scene, player } = await sceneWith(badTokens.lyingToken)
  await player.approve(fkr(500))
  const id = must(await player.report(fkr(500))).transactionId
  await scene.settle()
  expect(await player.deposit(id)).toMatchObject({ state: 'review' })
  expect(await player.balance()).toBe(0n)
  // After the operator's refusal, what arrived is still listed until it is explained.
  await scene.refuse(player.id)
  expect(await player.deposit(id)).toMatchObject({ state: 'failed' })
  expect(await scene.unmatched()).toHaveLength(1)
  await scene.db.owner.rows(sql`update cashier.transfers set note = 'lied about'`)
  expect(await scene.unmatched()).toEqual([])
  expect(new Set(scene.alarms.map((alarm) => alarm.kind))).toContain('review')
})
