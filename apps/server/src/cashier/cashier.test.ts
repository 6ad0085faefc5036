import { fkr, hundredths } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmations, type Scene, setScene } from '../../test/cashier/cashier-scene.ts'
import { must } from '../../test/must.ts'
import { tick } from './worker/tick.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

test('a deposit from the wallet to the balance', async () => {
  const player = await scene.newPlayer(fkr(500))
  await player.link()
  await player.approve(fkr(500))
  const answer = must(await player.report(fkr(500)))
  expect(await player.deposit(answer.transactionId)).toEqual({
    state: 'requested',
    amount: fkr(500),
  })

  await tick(scene.worker)
  await tick(scene.worker)
  expect(await player.deposit(answer.transactionId)).toMatchObject({
    state: 'mined',
    confirmations: 1,
  })
  expect(await player.balance()).toBe(0n)
  await scene.mine(confirmations - 1)
  await tick(scene.worker)
  expect(await player.deposit(answer.transactionId)).toMatchObject({
    state: 'confirmed',
    credited: fkr(500),
    confirmations,
  })
  expect(await player.balance()).toBe(fkr(500))
  expect(await player.movements()).toEqual(['deposit'])
})

test('a withdrawal from the balance to the wallet, less a tenth', async () => {
  const player = await scene.newPlayer(fkr(500))
  await player.link()
  await player.approve(fkr(500))
  must(await player.report(fkr(500)))
  await scene.settle()

  const answer = must(await player.withdraw(hundredths(123_45n)))
  expect(answer).toMatchObject({
    amountToSend: 111_10n,
    address: player.wallet.address,
    state: 'requested',
  })
  expect(await player.balance()).toBe(376_55n)
  await scene.settle()
  expect(await player.withdrawal(answer.transactionId)).toMatchObject({ state: 'confirmed' })
  expect(await scene.tokens(player.wallet.address)).toBe(111_10n * 10n ** 16n)
  expect(await player.movements()).toEqual(['deposit', 'withdraw', 'withdraw_paid'])
  expect(scene.alarms).toEqual([])
})
