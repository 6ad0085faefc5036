import { fkr } from '@pipkin/money'
import { returnsFalseToken } from '@pipkin/token/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { startWorkerProcess } from '../../../test/processes/worker-process.ts'
import { sql } from '../../platform/database/database.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

const depositor = async (): Promise<Player> => {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.approve(fkr(100))
  must(await player.report(fkr(100)))
  return player
}

/** One credit, one chain transaction, and chain and ledger agree. */
const expectWhole = async (player: Player, movements: string[], inWallet: bigint) => {
  expect(await player.movements()).toEqual(movements)
  expect(await scene.signedOf(player.id)).toHaveLength(1)
  expect(await scene.tokens(player.wallet.address)).toBe(inWallet * 10n ** 18n)
  expect(await scene.ledgerFaults()).toEqual([])
}

describe('a worker that is killed', () => {
  test.each([
    'before record_signed',
    'during record_signed',
    'after record_signed',
    'during eth_sendRawTransaction',
    'after eth_sendRawTransaction',
    'before record_mined',
    'after record_mined',
    'after record_scan',
    'before confirm_deposit',
    'during confirm_deposit',
    'after confirm_deposit',
  ])('CASH-27 %s has made one deposit of it, when another has gone on', async (point) => {
    const player = await depositor()
    expect(await startWorkerProcess(scene, point).ended).toBe('SIGKILL')
    await scene.settle()
    expect(await player.balance()).toBe(fkr(100))
    await expectWhole(player, ['deposit'], 0n)
  })

  test.each([
    'before record_signed',
    'during record_signed',
    'after record_signed',
    'during eth_sendRawTransaction',
    'after eth_sendRawTransaction',
    'after record_mined',
    'before pay_withdrawal',
    'during pay_withdrawal',
    'after pay_withdrawal',
  ])('CASH-28 %s has made one payment of it, when another has gone on', async (point) => {
    const player = await depositor()
    await scene.settle()
    must(await player.withdraw(fkr(50)))
    expect(await startWorkerProcess(scene, point).ended).toBe('SIGKILL')
    await scene.settle()
    expect(await player.balance()).toBe(fkr(50))
    const sent = await scene.tokens(player.wallet.address)
    expect(sent).toBe(45n * 10n ** 18n)
    expect(await player.movements()).toEqual(['deposit', 'withdraw', 'withdraw_paid'])
    expect(await scene.ledgerFaults()).toEqual([])
  })
})

describe('a token that refuses', () => {
  let refusing: Scene
  beforeAll(async () => {
    refusing = await setScene(returnsFalseToken)
  })
  afterAll(() => refusing.close())

  test.each(['before', 'during', 'after'])(
    'a worker that is killed %s refund_withdrawal has given it back once, when another has gone on',
    async (when) => {
      const player = await refusing.newPlayer(fkr(0))
      await player.link()
      await refusing.give(player.id, fkr(50))
      must(await player.withdraw(fkr(50)))
      await refusing.release(player.id)
      await refusing.db.owner.rows(
        sql`update cashier.operations set released_at = released_at - interval '1 hour'`,
      )
      expect(await startWorkerProcess(refusing, `${when} refund_withdrawal`).ended).toBe('SIGKILL')
      await refusing.settle()
      expect(await player.balance()).toBe(fkr(50))
      expect(await player.movements()).toEqual(['referral_earning', 'withdraw', 'withdraw_refund'])
      expect(await refusing.ledgerFaults()).toEqual([])
    },
  )
})

test('two workers on one database do everything once, also what one that died has begun', async () => {
  const players: Player[] = []
  for (let made = 0; made < 8; made += 1) players.push(await depositor())
  await scene.settle()
  for (const player of players) {
    await scene.mint(player.wallet.address, fkr(30))
    await player.approve(fkr(30))
  }
  await Promise.all(players.flatMap((player) => [player.report(fkr(30)), player.withdraw(fkr(50))]))
  // Alone until it dies: beside others it might find everything done.
  expect(await startWorkerProcess(scene, 'after record_signed').ended).toBe('SIGKILL')
  const [other, third] = [startWorkerProcess(scene), startWorkerProcess(scene)]
  await vi.waitFor(async () => expect(await scene.open()).toBe(0n), {
    ...patience,
    interval: 100,
  })
  for (const worker of [other, third]) {
    await vi.waitFor(() => expect(worker.said()).toContain('The worker is at work'), patience)
    worker.stop()
    expect(await worker.ended).toBe(0)
  }
  for (const player of players) {
    expect(await player.balance()).toBe(fkr(80))
    expect(await scene.tokens(player.wallet.address)).toBe(45n * 10n ** 18n)
    expect((await player.movements()).sort()).toEqual([
      'deposit',
      'deposit',
      'withdraw',
      'withdraw_paid',
    ])
  }
  expect(await scene.ledgerFaults()).toEqual([])
  expect(await scene.unmatched()).toEqual([])
})
