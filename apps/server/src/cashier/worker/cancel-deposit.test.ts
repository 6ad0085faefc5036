import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { startWorkerProcess } from '../../../test/processes/worker-process.ts'
import { sql } from '../../platform/database/database.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
afterEach(() => scene.alarms.splice(0))

const linked = async (): Promise<Player> => {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  return player
}
const reported = async (player: Player, key: IdempotencyKey | null = null) =>
  must(await player.report(fkr(100), key)).transactionId
const cancel = (player: Player, transactionId: string) =>
  scene.api.cancelDeposit({ transactionId }, player.caller)
const inWallet = (player: Player) => scene.tokens(player.wallet.address)
const whole = 100n * 10n ** 18n

describe('an approval that was lowered in the wallet', () => {
  test('CASH-52 is reported within seconds, not after ten minutes; the next one goes on', async () => {
    const player = await linked()
    await player.approve(fkr(40))
    const id = await reported(player)
    await tick(scene.worker)
    // A node may lag a block behind the wallet's.
    expect(await player.deposit(id)).toMatchObject({ state: 'requested' })
    await scene.db.owner.rows(
      sql`update cashier.operations set at = at - interval '11 seconds' where player_id = $1`,
      [player.id],
    )
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({
      state: 'rejected',
      reason: 'The wallet has approved less than this amount',
    })
    expect(await inWallet(player)).toBe(whole)
    await player.approve(fkr(100))
    const again = await reported(player)
    await scene.settle()
    expect(await player.deposit(again)).toMatchObject({ state: 'confirmed' })
  })
})

describe('a deposit that waits', () => {
  test('CASH-53 is cancelled by its player: a late approval is not pulled, and the wallet is free for another', async () => {
    const player = await linked()
    const id = await reported(player)
    expect(await cancel(player, id)).toMatchObject({ ok: true, answer: { state: 'rejected' } })
    await player.approve(fkr(100))
    for (let look = 0; look < 3; look += 1) {
      await tick(scene.worker)
      await scene.mine(1)
    }
    expect(await player.deposit(id)).toMatchObject({
      state: 'rejected',
      reason: 'You cancelled it',
    })
    expect(await inWallet(player)).toBe(whole)
    expect(await player.movements()).toEqual([])
    const next = await reported(player)
    expect(next).not.toBe(id)
    await scene.settle()
    expect(await player.balance()).toBe(fkr(100))
  })

  test('CASH-54 is cancelled once, however often it is asked for, and is no failure to notify of', async () => {
    const player = await linked()
    const key: IdempotencyKey = { key: 'd', inputHash: Buffer.alloc(32, 'd') }
    const id = await reported(player, key)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(player, id)))
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: true, answer: { state: 'rejected' } })
    // The report that lost its answer comes once more, and opens no second deposit.
    expect(await reported(player, key)).toBe(id)
    await player.approve(fkr(100))
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'rejected' })
    expect(await inWallet(player)).toBe(whole)
    const failures = await scene.db.owner.rows(
      sql`select from cashier.operations where player_id = $1 and failed_at is not null`,
      [player.id],
    )
    expect(failures).toEqual([])
  })

  test('CASH-55 is cancelled by its player alone, and a withdrawal is no deposit', async () => {
    const [player, other] = [await linked(), await linked()]
    const id = await reported(player)
    expect(await cancel(other, id)).toMatchObject({ code: 'notFound' })
    await player.approve(fkr(100))
    await scene.settle()
    const payout = must(await player.withdraw(fkr(50))).transactionId
    expect(await cancel(player, payout)).toMatchObject({ code: 'notFound' })
    await scene.settle()
    expect(await player.balance()).toBe(fkr(50))
  })

  test('CASH-56 is cancelled no more once it is signed, failed, credited or looked at by hand', async () => {
    const player = await linked()
    await player.approve(fkr(100))
    const id = await reported(player)
    await scene.anvil.control.setAutomine(false)
    await tick(scene.worker)
    expect(await cancel(player, id)).toMatchObject({ code: 'depositUnderWay' })
    await scene.anvil.control.setAutomine(true)
    await scene.mine(1)
    await tick(scene.worker)
    expect(await cancel(player, id)).toMatchObject({ code: 'depositUnderWay' })
    await scene.db.owner.rows(
      sql`update cashier.operations set state = 'review' where player_id = $1`,
      [player.id],
    )
    expect(await cancel(player, id)).toMatchObject({ code: 'depositUnderWay' })
    await scene.release(player.id)
    await scene.settle()
    expect(await cancel(player, id)).toMatchObject({ code: 'depositUnderWay' })
    expect(await player.balance()).toBe(fkr(100))
  })
})

describe('cancelled while a worker is about to pull', () => {
  test.each([
    ['before record_signed', 'rejected', 0n],
    ['after record_signed', 'confirmed', fkr(100)],
  ] as const)(
    'CASH-57 a worker that died %s leaves one winner: it is %s',
    async (point, state, balance) => {
      const player = await linked()
      await player.approve(fkr(100))
      const id = await reported(player)
      expect(await startWorkerProcess(scene, point).ended).toBe('SIGKILL')
      expect(await cancel(player, id)).toMatchObject({ ok: state === 'rejected' })
      await scene.settle()
      expect(await player.deposit(id)).toMatchObject({ state })
      expect(await player.balance()).toBe(balance)
      expect(await inWallet(player)).toBe(state === 'rejected' ? whole : 0n)
      expect(await scene.ledgerFaults()).toEqual([])
    },
  )

  test('CASH-58 in thirty deposits against two worker processes exactly one wins each', async () => {
    const race = await setScene()
    try {
      const made: { player: Player; id: string }[] = []
      for (let count = 0; count < 30; count += 1) {
        const player = await race.newPlayer(fkr(100))
        await player.link()
        // The last one can't be pulled: one at least is cancelled, however late the tries come.
        if (count < 29) await player.approve(fkr(100))
        made.push({ player, id: must(await player.report(fkr(100))).transactionId })
      }
      const workers = [startWorkerProcess(race), startWorkerProcess(race)]
      const signing = sql`select from cashier.signed limit 1`
      await vi.waitUntil(async () => (await race.db.owner.rows(signing)).length > 0, {
        ...patience,
        interval: 10,
      })
      const answers = await Promise.all(
        made.toReversed().map(async ({ player, id }) => ({
          player,
          id,
          cancelled: (await race.api.cancelDeposit({ transactionId: id }, player.caller)).ok,
        })),
      )
      await vi.waitUntil(async () => (await race.open()) === 0n, { ...patience, interval: 50 })
      for (const { player, id, cancelled } of answers) {
        expect(await player.deposit(id)).toMatchObject({
          state: cancelled ? 'rejected' : 'confirmed',
        })
        expect(await player.balance()).toBe(cancelled ? 0n : fkr(100))
        expect(await race.tokens(player.wallet.address)).toBe(cancelled ? whole : 0n)
        expect(await race.signedOf(player.id)).toHaveLength(cancelled ? 0 : 1)
      }
      expect(new Set(answers.map(({ cancelled }) => cancelled))).toEqual(new Set([true, false]))
      expect(await race.ledgerFaults()).toEqual([])
      expect(await race.unmatched()).toEqual([])
      for (const worker of workers) {
        worker.stop()
        expect(await worker.ended).toBe(0)
      }
    } finally {
      await race.close()
    }
  })
})
