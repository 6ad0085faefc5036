import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { confirmations, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { one, sql } from '../../platform/database/database.ts'
import type { Chain, Hex } from '../chain/chain.ts'
import { tick } from './tick.ts'

/** Behind one address there may be several nodes, and some lag behind the others. */

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())
afterEach(() => scene.alarms.splice(0))

const look = async (times: number, worker = scene.worker) => {
  for (let done = 0; done < times; done += 1) {
    await tick(worker)
    await scene.mine(1)
  }
}
const kinds = () => [...new Set(scene.alarms.map((alarm) => alarm.kind))]
const scannedBlock = async () =>
  (
    await one(
      scene.db.owner.rows<{ block: bigint }>(sql`select scanned_block as block from cashier.house`),
    )
  ).block

/** Some answers of a node that lacks the last blocks. */
function lagging(blocks: number): Pick<Chain, 'hashOf' | 'transfers' | 'receipt'> {
  const { chain } = scene
  const newest = async () => (await chain.head()).number - BigInt(blocks)
  return {
    hashOf: async (block) => (block > (await newest()) ? null : chain.hashOf(block)),
    async transfers(account, from, to) {
      const last = await newest()
      return (await chain.transfers(account, from, to)).filter(({ block }) => block <= last)
    },
    async receipt(hash) {
      const receipt = await chain.receipt(hash)
      return receipt && receipt.block <= (await newest()) ? receipt : null
    },
  }
}

test('CASH-66 a node that lacks the block which was scanned last: no block is read anew', async () => {
  await scene.mine(2 * confirmations)
  await look(3)
  const before = await scannedBlock()
  const { hashOf } = lagging(2 * confirmations)
  await look(3, scene.newWorker({}, { chain: { ...scene.chain, hashOf } }))
  expect(scene.alarms).toEqual([])
  expect(await scannedBlock()).toBe(before)
})

test('CASH-67 a node that leaves the last blocks out of a list of transfers: they are read again, and the deposit is credited', async () => {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.approve(fkr(100))
  const id = must(await player.report(fkr(100))).transactionId
  await tick(scene.worker)
  await scene.mine(confirmations - 1)
  // Once: the deposit is deep enough in this look, and its transfer is left out.
  let lacking = 1
  const { transfers } = lagging(confirmations)
  const worker = scene.newWorker(
    {},
    {
      chain: {
        ...scene.chain,
        transfers: (...asked) => (lacking-- > 0 ? transfers : scene.chain.transfers)(...asked),
      },
    },
  )
  await look(4, worker)
  expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
  expect(kinds()).toEqual(['balanceDiffers'])
  scene.alarms.splice(0)
  await look(2, worker)
  expect(scene.alarms).toEqual([])
  expect(await scene.auditFaults()).toEqual([])
})

test('CASH-68 a node that doesn’t show a receipt yet: the nonce is not used elsewhere', async () => {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  const id = must(await player.withdraw(fkr(50))).transactionId
  await tick(scene.worker)
  const { receipt } = lagging(1)
  await tick(scene.newWorker({ stuckMs: 0 }, { chain: { ...scene.chain, receipt } }))
  expect(kinds()).toEqual([])
  await scene.settle()
  expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
})

test('CASH-69 a node that has pruned its receipts: no token moves twice, and another node ends what waits', async () => {
  const player = await scene.newPlayer(fkr(200))
  await player.link()
  await player.fund(fkr(100))
  const id = must(await player.withdraw(fkr(50))).transactionId
  await tick(scene.worker)
  await scene.mine(3 * confirmations)
  const paid = await scene.tokens(player.wallet.address)
  const pruned = scene.newWorker(
    { stuckMs: 0 },
    { chain: { ...scene.chain, receipt: async () => null } },
  )
  await look(4, pruned)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'signed' })
  expect(kinds()).toEqual(['houseKeyUsedElsewhere'])
  await scene.settle()
  expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
  expect(await scene.tokens(player.wallet.address)).toBe(paid)
  expect(await scene.auditFaults()).toEqual([])
})

test('CASH-68 a nonce that another chain transaction has: an alarm, once that is deep enough', async () => {
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  must(await player.withdraw(fkr(50)))
  const { control } = scene.anvil
  await control.setAutomine(false)
  await tick(scene.worker)
  const [sent] = await scene.db.owner.rows<{ hash: Hex }>(
    sql`select hash from cashier.signed order by nonce desc limit 1`,
  )
  await control.dropTransaction({ hash: sent!.hash })
  await control.setAutomine(true)
  await scene.useHouseKeyElsewhere()
  const impatient = scene.newWorker({ stuckMs: 0 })
  for (let block = 1; block < confirmations; block += 1) {
    await tick(impatient)
    expect(kinds()).toEqual([])
    await scene.mine(1)
  }
  await tick(impatient)
  expect(kinds()).toEqual(['houseKeyUsedElsewhere'])
})
