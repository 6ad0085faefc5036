import { fkr, hundredths } from '@pipkin/money'
import { parseGwei } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})
afterEach(() => scene.close())

const funded = async (): Promise<Player> => {
  const player = await scene.newPlayer(fkr(1_000))
  await player.link()
  await player.fund(fkr(1_000))
  return player
}
/** A chain on which a unit of gas costs at most this. */
const workerAt = (most: bigint) =>
  scene.newWorker({}, { chain: { ...scene.chain, fees: async () => ({ most, tip: most / 10n }) } })
const kinds = () => [...new Set(scene.alarms.map(({ kind }) => kind))]
const smallest = async (player: Player) => must(await scene.api.describeChain({}, player.caller))

describe('the smallest amount', () => {
  test('CASH-48 is 1 fkr for a deposit and a withdrawal, or what the settings say, and is said before', async () => {
    const player = await funded()
    expect(await smallest(player)).toMatchObject({
      smallestDeposit: fkr(1),
      smallestWithdrawal: fkr(1),
    })
    expect(await player.withdraw(hundredths(99n))).toMatchObject({
      code: 'withdrawalTooSmall',
      parts: { n: '1' },
    })
    expect(await player.report(hundredths(99n))).toMatchObject({
      code: 'depositTooSmall',
      parts: { n: '1' },
    })
    expect(await player.withdraw(fkr(1))).toMatchObject({ ok: true })
    expect(await player.report(fkr(1))).toMatchObject({ ok: true })
    await scene.db.owner.rows(
      sql`update cashier.settings set smallest_deposit = 2000, smallest_withdrawal = 3050`,
    )
    expect(await smallest(player)).toMatchObject({
      smallestDeposit: fkr(20),
      smallestWithdrawal: hundredths(3050n),
    })
    expect(await player.withdraw(hundredths(30_49n))).toMatchObject({
      code: 'withdrawalTooSmall',
      parts: { n: '30.50' },
    })
  })

  test('CASH-49 of a withdrawal is the one whose fee pays the gas, to the hundredth', async () => {
    const player = await funded()
    // 65,000 gas at 100 gwei, at 1,000 fkr for a coin: 6.50 fkr.
    await scene.db.owner.rows(sql`update cashier.settings set coin_price = 100000`)
    await tick(workerAt(parseGwei('100')))
    expect(await smallest(player)).toMatchObject({ smallestWithdrawal: hundredths(64_91n) })
    expect(await player.withdraw(hundredths(64_90n))).toMatchObject({
      code: 'withdrawalTooSmall',
      parts: { n: '64.91' },
    })
    const { amountToSend } = must(await player.withdraw(hundredths(64_91n)))
    expect(64_91n - amountToSend).toBe(6_50n)
    // Gas above the ceiling is never paid, so none is asked for.
    await tick(workerAt(parseGwei('100000')))
    expect(await smallest(player)).toMatchObject({ smallestWithdrawal: hundredths(129_91n) })
  })

  test('is learned from the gas that a payout has needed', async () => {
    const player = await funded()
    const hungry = scene.newWorker({}, { chain: { ...scene.chain, tryOut: async () => 200_000n } })
    must(await player.withdraw(fkr(100)))
    await scene.settle(hungry)
    await scene.db.owner.rows(sql`update cashier.settings set coin_price = 100000`)
    await tick(workerAt(parseGwei('100')))
    // 250,000 gas: 25 fkr.
    expect(await smallest(player)).toMatchObject({ smallestWithdrawal: hundredths(249_91n) })
  })
})

describe("the chain's fees", () => {
  test('CASH-50 have a ceiling: above it payouts and pulls wait with an alarm, and go on below it', async () => {
    const [player, other] = [await funded(), await scene.newPlayer(fkr(100))]
    await other.link()
    await other.approve(fkr(100))
    const payout = must(await player.withdraw(fkr(100))).transactionId
    const deposit = must(await other.report(fkr(100))).transactionId
    await tick(workerAt(parseGwei('200') + 1n))
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'requested' })
    expect(await other.deposit(deposit)).toMatchObject({ state: 'requested' })
    expect(kinds()).toEqual(['feesTooHigh'])
    await tick(workerAt(parseGwei('200')))
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'signed' })
    await scene.settle()
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'confirmed' })
    expect(await other.deposit(deposit)).toMatchObject({ state: 'confirmed' })
  })

  test('CASH-51 do not pass the ceiling by replacements either', async () => {
    const player = await funded()
    const payout = must(await player.withdraw(fkr(100))).transactionId
    await scene.anvil.control.setAutomine(false)
    await tick(workerAt(parseGwei('10')))
    await scene.db.owner.rows(sql`update cashier.settings set most_gas_price = 15000000000`)
    const impatient = scene.newWorker({ stuckMs: 0 })
    for (let look = 0; look < 5; look += 1) await tick(impatient)
    const sent = await scene.signedOf(player.id)
    // 10, 12.5; then 15.6 would be beyond 15.
    expect(sent).toHaveLength(2)
    for (const { maxFeePerGas } of sent) expect(maxFeePerGas).toBeLessThanOrEqual(parseGwei('15'))
    expect(kinds().toSorted()).toEqual(['feesTooHigh', 'stuck'])
    await scene.anvil.control.setAutomine(true)
    await scene.settle()
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'confirmed' })
  })

  test('above the ceiling leave a review a review: released, it still waits for its price', async () => {
    const player = await funded()
    await scene.db.owner.rows(sql`update cashier.settings set review_above = 5000`)
    const payout = must(await player.withdraw(fkr(100))).transactionId
    await tick(workerAt(parseGwei('900')))
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'review' })
    await scene.release(player.id)
    await tick(workerAt(parseGwei('900')))
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'requested' })
    await scene.settle()
    expect(await player.withdrawal(payout)).toMatchObject({ state: 'confirmed' })
  })
})
