import { fkr, hundredths, type Money } from '@pipkin/money'
import { pipkinToken } from '@pipkin/token'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { startWorkerProcess } from '../../../test/processes/worker-process.ts'
import { playRules } from '../../../test/rounds/play-rules.ts'
import { sql } from '../../platform/database/database.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import { cashierCalls } from '../calls.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
afterEach(async () => {
  scene.alarms.splice(0)
  await scene.anvil.control.setAutomine(true)
})

const funded = async (amount: Money): Promise<Player> => {
  const player = await scene.newPlayer(amount)
  await player.link()
  await player.fund(amount)
  return player
}
const idOf = (result: Awaited<ReturnType<Player['withdraw']>>) => must(result).transactionId
const key = (text: string): IdempotencyKey => ({ key: text, inputHash: Buffer.alloc(32, text) })
const kinds = (alarms: Scene['alarms']) => [...new Set(alarms.map((alarm) => alarm.kind))]

test('CASH-65 while payouts are paused none is signed, and afterwards each is', async () => {
  const pause = (paused: boolean) =>
    scene.db.owner.rows(sql`update cashier.settings set payouts_paused = $1`, [paused])
  onTestFinished(async () => void (await pause(false)))
  const player = await funded(fkr(10))
  const { worker, signings } = scene.workerThatSignsAfter(() => pause(true))
  await pause(true)
  must(await player.withdraw(fkr(5)))
  await tick(worker)
  expect(signings()).toBe(0)
  // Nor one that the worker had chosen before.
  await pause(false)
  await tick(worker)
  expect(signings()).toBe(1)
  const states = () =>
    scene.db.owner.rows(
      sql`select state::text from cashier.operations
      where player_id = $1 and kind = 'withdrawal'`,
      [player.id],
    )
  expect(await states()).toEqual([{ state: 'requested' }])
  await pause(false)
  await scene.settle()
  expect(await states()).toEqual([{ state: 'confirmed' }])
})

describe('a request', () => {
  test('CASH-31 needs a linked wallet, enough money, and something left after the fee', async () => {
    const player = await scene.newPlayer(fkr(10))
    expect(await player.withdraw(fkr(1))).toMatchObject({ code: 'linkWalletFirst' })
    await player.link()
    expect(await player.withdraw(fkr(1))).toMatchObject({ code: 'insufficientBalance' })
    await player.fund(fkr(10))
    expect(await player.withdraw(hundredths(10_01n))).toMatchObject({ code: 'insufficientBalance' })
    expect(await player.withdraw(hundredths(99n))).toMatchObject({ code: 'withdrawalTooSmall' })
    for (const amount of [1n, 0n, -5n])
      expect(await player.withdraw(hundredths(amount))).toMatchObject({ code: 'invalidAmount' })
    expect(must(await player.withdraw(hundredths(1_01n)))).toMatchObject({ amountToSend: 90n })
    // Where the operator takes the smallest amounts, the fee must still leave something.
    const smallest = (amount: number, price: number) =>
      scene.db.owner.rows(
        sql`update cashier.settings set smallest_withdrawal = $1, coin_price = $2`,
        [amount, price],
      )
    await smallest(1, 0)
    expect(await player.withdraw(hundredths(1n))).toMatchObject({ code: 'invalidAmount' })
    expect(must(await player.withdraw(hundredths(2n)))).toMatchObject({ amountToSend: 1n })
    await smallest(100, 10_000)
    expect(await player.balance()).toBe(897n)
    await scene.settle()
  })

  test('CASH-32 waits until the wallet has been linked long enough, where the setting says so', async () => {
    const player = await funded(fkr(10))
    const strict = cashierCalls({
      database: scene.db.database,
      surroundings: scene.surroundings,
      config: {
        chain: scene.chainConfig,
        publicUrl: new URL('http://localhost'),
        linkedForMs: 86_400_000,
        profile: playRules('standard'),
      },
      local: false,
    })
    const ask = () =>
      strict.requestWithdrawal(
        { player: player.id, amount: fkr(10) },
        { ...player.caller, key: null },
      )
    expect(await ask()).toMatchObject({ code: 'walletTooNew' })
    const age = sql`
      update cashier.addresses set linked_at = linked_at - interval '24 hours' where player_id = $1`
    await scene.db.owner.rows(age, [player.id])
    expect(await ask()).toMatchObject({ ok: true })
    await scene.settle()
  })

  test('waits while the ways out of the account are held, and says until when', async () => {
    const player = await funded(fkr(10))
    await scene.db.owner.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'reset')`, [
      player.id,
    ])
    const refused = await player.withdraw(fkr(10))
    expect(refused).toMatchObject({ code: 'waysOutHeld' })
    expect('parts' in refused && refused.parts?.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    await scene.db.owner.rows(
      sql`update ledger.wallets set ways_out_held_until = now() where player_id = $1`,
      [player.id],
    )
    expect(await player.withdraw(fkr(10))).toMatchObject({ ok: true })
    await scene.settle()
  })

  test('made a hundred times at once is accepted as often as it is funded', async () => {
    const player = await funded(fkr(100))
    const results = await Promise.all(Array.from({ length: 100 }, () => player.withdraw(fkr(10))))
    expect(results.filter((result) => result.ok)).toHaveLength(10)
    expect(
      results.filter((result) => !result.ok && result.code === 'insufficientBalance'),
    ).toHaveLength(90)
    expect(await player.balance()).toBe(0n)
    await scene.settle()
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(await scene.ledgerFaults()).toEqual([])
  })

  test('with a key is one withdrawal however often it is made', async () => {
    const player = await funded(fkr(100))
    const results = await Promise.all(
      Array.from({ length: 20 }, () => player.withdraw(fkr(10), key('w'))),
    )
    expect(new Set(results.map(idOf)).size).toBe(1)
    expect(await player.balance()).toBe(fkr(90))
    await scene.settle()
    expect(await player.withdraw(fkr(10), key('w'))).toEqual(results[0])
    expect(
      await player.withdraw(fkr(10), { ...key('w'), inputHash: Buffer.alloc(32) }),
    ).toMatchObject({
      code: 'keyReused',
    })
    expect(await player.movements()).toEqual(['deposit', 'withdraw', 'withdraw_paid'])
  })
})

describe('a withdrawal', () => {
  test('is given back in full where the chain refuses it', async () => {
    const player = await funded(fkr(100))
    const id = idOf(await player.withdraw(fkr(100)))
    // The house's tokens are gone just when the block is made that its payment is in.
    const held = await scene.tokens(scene.house)
    await scene.anvil.control.setAutomine(false)
    await tick(scene.worker)
    await scene.setTokens(scene.house, 0n)
    await scene.mine(1)
    await scene.setTokens(scene.house, held)
    await scene.anvil.control.setAutomine(true)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({
      state: 'refunded',
      reason: 'The chain refused the transfer',
    })
    expect(await player.balance()).toBe(fkr(100))
    expect(await player.movements()).toEqual(['deposit', 'withdraw', 'withdraw_refund'])
    expect(scene.alarms).toEqual([])
  })

  test('waits while the house is short of tokens; smaller ones and deposits go on', async () => {
    const poor = await setScene(pipkinToken, fkr(0))
    onTestFinished(() => poor.close())
    const [large, small] = [await poor.newPlayer(), await poor.newPlayer()]
    await large.link()
    await small.link()
    await small.fund(fkr(100))
    await poor.give(large.id, fkr(900))
    const waiting = idOf(await large.withdraw(fkr(900)))
    await poor.release(large.id)
    const paid = idOf(await small.withdraw(fkr(10)))
    for (let look = 0; look < 5; look += 1) {
      await tick(poor.worker)
      await poor.mine(1)
    }
    expect(await large.withdrawal(waiting)).toMatchObject({ state: 'requested' })
    expect(await small.withdrawal(paid)).toMatchObject({ state: 'confirmed' })
    expect(kinds(poor.alarms)).toEqual(['houseShortOfTokens'])

    await small.fund(fkr(1_000))
    expect(await large.withdrawal(waiting)).toMatchObject({ state: 'confirmed' })
    expect(await poor.ledgerFaults()).toEqual([])
  })

  test('waits while the house is short of gas', async () => {
    const player = await funded(fkr(100))
    const coin = await scene.chain.coin(scene.house)
    await scene.anvil.control.setBalance({ address: scene.house, value: 1n })
    const id = idOf(await player.withdraw(fkr(100)))
    await tick(scene.worker)
    await tick(scene.worker)
    expect(kinds(scene.alarms)).toEqual(['houseShortOfGas'])
    expect(await player.withdrawal(id)).toMatchObject({ state: 'requested' })
    await scene.anvil.control.setBalance({ address: scene.house, value: coin })
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
  })

  test('CASH-35 is replaced where it is stuck: same nonce, call and gas limit, a higher fee, one payment', async () => {
    const player = await funded(fkr(100))
    const id = idOf(await player.withdraw(fkr(100)))
    await scene.anvil.control.setAutomine(false)
    const impatient = scene.newWorker({ stuckMs: 0 })
    await tick(impatient)
    await tick(impatient)
    await tick(impatient)
    const sent = await scene.signedOf(player.id)
    expect(sent).toHaveLength(3)
    const [first, second, third] = sent
    expect(second).toMatchObject({
      nonce: first?.nonce,
      to: first?.to,
      data: first?.data,
      gas: first?.gas,
    })
    expect(second!.maxFeePerGas! * 4n).toBeGreaterThanOrEqual(first!.maxFeePerGas! * 5n)
    expect(third!.maxPriorityFeePerGas! * 4n).toBeGreaterThanOrEqual(
      second!.maxPriorityFeePerGas! * 5n,
    )
    await scene.anvil.control.setAutomine(true)
    await scene.mine(1)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(kinds(scene.alarms)).toEqual(['stuck'])
  })
})

describe('review by an operator', () => {
  test("CASH-34 holds what is above the operator's limit until the operator lets it go", async () => {
    const player = await funded(fkr(20_000))
    const id = idOf(await player.withdraw(fkr(10_001)))
    await tick(scene.worker)
    expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
    expect(await player.balance()).toBe(fkr(9_999))
    await expect(scene.release(player.id, scene.db.database)).rejects.toThrow('permission denied')
    await scene.release(player.id)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
  })

  test('CASH-33 holds what comes out of rewards, and gives it back where the operator refuses', async () => {
    const player = await funded(fkr(100))
    await scene.give(player.id, fkr(50))
    const own = idOf(await player.withdraw(fkr(100)))
    const rewards = idOf(await player.withdraw(fkr(50)))
    await scene.settle()
    expect(await player.withdrawal(own)).toMatchObject({ state: 'confirmed' })
    expect(await player.withdrawal(rewards)).toMatchObject({
      state: 'review',
      reason: 'Withdrawals out of rewards are looked at by hand',
    })
    await scene.refuse(player.id)
    expect(await player.withdrawal(rewards)).toMatchObject({ state: 'refunded' })
    expect(await player.balance()).toBe(fkr(50))
  })
})

describe('given back before it is signed', () => {
  test.each([
    ['before record_signed', null, 'refunded'],
    ['after record_signed', 'notInReview', 'confirmed'],
  ] as const)('CASH-72 a worker that died %s leaves one winner', async (point, refusal, state) => {
    const player = await funded(fkr(100))
    const id = idOf(await player.withdraw(fkr(100)))
    expect(await startWorkerProcess(scene, point).ended).toBe('SIGKILL')
    expect(await scene.giveBack(player.id, id)).toBe(refusal)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state })
    const isPaid = state === 'confirmed'
    expect(await player.balance()).toBe(isPaid ? 0n : fkr(100))
    expect(await scene.tokens(player.wallet.address)).toBe(isPaid ? 90n * 10n ** 18n : 0n)
    expect(await scene.giveBack(player.id, id)).toBe('notInReview')
    expect(await scene.ledgerFaults()).toEqual([])
  })

  test('CASH-73 by two operators while workers come back, each withdrawal has one end', async () => {
    const asked: { player: Player; id: string }[] = []
    for (let made = 0; made < 10; made += 1) {
      const player = await funded(fkr(100))
      asked.push({ player, id: idOf(await player.withdraw(fkr(100))) })
    }
    const workers = [scene.newWorker(), scene.newWorker()]
    const ticking = Promise.all(workers.map(tick))
    const given = await Promise.all(
      asked.toReversed().map(async ({ player, id }) => ({
        player,
        id,
        answers: await Promise.all([scene.giveBack(player.id, id), scene.giveBack(player.id, id)]),
      })),
    )
    await ticking
    await scene.settle()
    for (const { player, id, answers } of given) {
      const times = answers.filter((refusal) => refusal === null).length
      expect(times).toBeLessThan(2)
      expect(await player.withdrawal(id)).toMatchObject({
        state: times === 1 ? 'refunded' : 'confirmed',
      })
      expect(await player.balance()).toBe(times === 1 ? fkr(100) : 0n)
      expect(await scene.tokens(player.wallet.address)).toBe(times === 1 ? 0n : 90n * 10n ** 18n)
    }
    expect(await scene.ledgerFaults()).toEqual([])
    expect(await scene.unmatched()).toEqual([])
  })
})
