import { contract } from '@pipkin/contract/schemas'
import { fkr, hundredths } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
afterEach(() => scene.alarms.splice(0))

const linked = async (holds = fkr(1_000)): Promise<Player> => {
  const player = await scene.newPlayer(holds)
  await player.link()
  return player
}
const idOf = (result: Awaited<ReturnType<Player['report']>>) => must(result).transactionId
const key = (text: string): IdempotencyKey => ({ key: text, inputHash: Buffer.alloc(32, text) })

describe('a report', () => {
  test('CASH-09 of a wallet that is not linked, or is linked to another player, is refused', async () => {
    const [player, other] = [await linked(), await linked()]
    const stranger = await scene.newPlayer()
    await other.approve(fkr(100))
    expect(await stranger.report(fkr(100))).toMatchObject({ code: 'addressNotLinked' })
    expect(await player.report(fkr(100), null, other.wallet.address)).toMatchObject({
      code: 'addressNotLinked',
    })
  })

  test('of nothing or less is refused', async () => {
    const player = await linked()
    expect(await player.report(fkr(0))).toMatchObject({ code: 'invalidAmount' })
    expect(await player.report(hundredths(-1n))).toMatchObject({ code: 'invalidAmount' })
  })

  test.each([
    '1e3',
    '0x10',
    ' 5',
    true,
    [5],
    1.005,
    '0.0000000000000000001',
    'NaN',
    1_000_000_001,
    '５',
  ])('with the amount %j does not get past the contract', (amount) => {
    const body = {
      userId: 10_000_001,
      fromAdr: `0x${'1'.repeat(40)}`,
      Method: 'fkr',
      StatusMsg: 'Deposit',
    }
    const { call, input } = contract.requestDeposit
    const parse = (value: unknown) =>
      input.parse(call.body.decode({ transactionData: { ...body, amount: value } }))
    expect(parse('12.50')).toMatchObject({ amount: 1250n })
    expect(() => parse(amount)).toThrow()
  })

  test('CASH-10 made twice, or a hundred times at once, is one deposit and one credit', async () => {
    const player = await linked()
    await player.approve(fkr(300))
    const ids = await Promise.all(
      Array.from({ length: 100 }, async () => idOf(await player.report(fkr(300)))),
    )
    expect(new Set(ids).size).toBe(1)
    await scene.settle()
    expect(await player.balance()).toBe(fkr(300))

    // Reported once more, the deposit finds its approval used up.
    const again = idOf(await player.report(fkr(300)))
    await scene.settle(scene.newWorker({ patienceMs: 0 }))
    expect(await player.deposit(again)).toMatchObject({
      state: 'rejected',
      reason: 'The wallet has not approved this amount',
    })
    expect(await player.balance()).toBe(fkr(300))
  })

  test('of another amount waits until the first deposit of that wallet has ended', async () => {
    const player = await linked()
    await player.approve(fkr(300))
    must(await player.report(fkr(300)))
    expect(await player.report(fkr(200))).toMatchObject({ code: 'inProgress' })
    await scene.settle()
    await player.approve(fkr(200))
    must(await player.report(fkr(200)))
    await scene.settle()
    expect(await player.balance()).toBe(fkr(500))
  })

  test('with a key answers the same again, and refuses another input', async () => {
    const player = await linked()
    await player.approve(fkr(50))
    const first = await player.report(fkr(50), key('a'))
    await scene.settle()
    expect(await player.report(fkr(50), key('a'))).toEqual(first)
    expect(
      await player.report(fkr(50), { ...key('a'), inputHash: Buffer.alloc(32, 'b') }),
    ).toMatchObject({
      code: 'keyReused',
    })
    expect(await player.movements()).toEqual(['deposit'])
  })
})

describe('a deposit', () => {
  test('CASH-13 is shown to its player alone', async () => {
    const [player, other] = [await linked(), await linked()]
    const id = idOf(await player.report(fkr(10)))
    const status = (by: Player) => scene.api.readDeposit({ transactionId: id }, by.caller)
    expect(await status(other)).toMatchObject({ code: 'notFound' })
    expect(await scene.api.readWithdrawal({ transactionId: id }, player.caller)).toMatchObject({
      code: 'notFound',
    })
    expect(
      must(await scene.api.listOpenOperations({ player: player.id }, player.caller)),
    ).toMatchObject([{ transactionId: id, kind: 'deposit', amount: fkr(10), state: 'requested' }])
    await scene.settle(scene.newWorker({ patienceMs: 0 }))
  })

  test('waits for an approval that is still on its way', async () => {
    const player = await linked()
    const id = idOf(await player.report(fkr(100)))
    await tick(scene.worker)
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'requested' })
    await player.approve(fkr(100))
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
  })

  test('CASH-11 of more than the wallet holds is rejected at once', async () => {
    const player = await linked(fkr(10))
    await player.approve(fkr(100))
    const id = idOf(await player.report(fkr(100)))
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({
      state: 'rejected',
      reason: 'The wallet holds less than this amount',
    })
  })

  test('CASH-12 fails where the approval is taken back after it was signed, and the next ones go on', async () => {
    const [player, next] = [await linked(), await linked()]
    await player.approve(fkr(100))
    const id = idOf(await player.report(fkr(100)))
    await scene.anvil.control.setAutomine(false)
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'signed' })
    await player.takeBackApproval()
    await scene.mine(1)
    await scene.anvil.control.setAutomine(true)
    await next.approve(fkr(100))
    must(await next.report(fkr(100)))
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({
      state: 'failed',
      reason: 'The chain refused the transfer',
    })
    expect(await player.balance()).toBe(0n)
    expect(await next.balance()).toBe(fkr(100))
  })
})
