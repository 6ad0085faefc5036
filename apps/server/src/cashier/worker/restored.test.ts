import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type Scene, setScene } from '../../../test/cashier-scene.ts'
import { auditReport } from '../../operator/audit/audit.ts'
import { sums } from '../../operator/audit/sums.ts'
import { one, sql } from '../../platform/database/database.ts'
import { openHouse } from './open-house.ts'
import { tick } from './tick.ts'

/** A restored database meets the chain, which wasn't restored. */

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

/** Puts the database back to before the last withdrawal was signed, as a restore does. */
async function goBack(player: number): Promise<void> {
  const { owner } = scene.db
  await owner.rows(
    sql`
    with op as (
      update cashier.operations
        set state = 'requested', nonce = null, signed_at = null, mined_hash = null,
            mined_block = null
        where player_id = $1 and kind = 'withdrawal' returning operation_id
    ), unsigned as (
      delete from cashier.signed where operation_id in (select operation_id from op)
    )
    delete from ledger.movements where kind = 'withdraw_paid'
      and operation_id in (select operation_id from op)`,
    [player],
  )
  await owner.rows(sql`
    update cashier.house set next_nonce = (select max(nonce) + 1 from cashier.signed)`)
}

const noncesAreSound = async () => {
  const sum = sums.find(({ says }) => says.startsWith("the house's nonces"))
  if (!sum) throw new Error('the audit has no check of nonces')
  const found = await scene.db.worker.rows<{ found: string }>(sum.find)
  return auditReport([
    {
      invariant: sum.invariant,
      says: sum.says,
      checked: 1n,
      found: found.map((row) => row.found),
    },
  ])
}

test('RESTORE-10 a payout that was sent in the lost time is not sent again, and the worker goes on', async () => {
  // Another waited in the backup, for another reason: it may have been released since.
  const waiting = await scene.newPlayer(fkr(100))
  await waiting.link()
  await waiting.fund(fkr(100))
  must(await waiting.withdraw(fkr(50)))
  await scene.db.owner.rows(
    sql`update cashier.operations set state = 'review', reason = 'overLimit' where player_id = $1
          and kind = 'withdrawal'`,
    [waiting.id],
  )
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  const id = must(await player.withdraw(fkr(50))).transactionId
  await scene.settle()
  const paid = await scene.tokens(player.wallet.address)
  await goBack(player.id)

  const start = () => openHouse(scene.worker, scene.chainConfig)
  await expect(start()).rejects.toThrow('the database is an old copy')
  await tick(scene.worker)
  expect(await scene.tokens(player.wallet.address)).toBe(paid)

  await one(
    scene.db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`),
  )
  await start()
  for (let n = 0; n < 3; n += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
  expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
  for (const { id } of [player, waiting])
    expect(
      await scene.db.owner.rows(
        sql`select state, reason from cashier.operations
            where player_id = $1 and kind = 'withdrawal'`,
        [id],
      ),
    ).toEqual([{ state: 'review', reason: 'restored' }])
  expect(await scene.tokens(player.wallet.address)).toBe(paid)

  const other = await scene.newPlayer(fkr(100))
  await other.link()
  await other.fund(fkr(100))
  must(await other.withdraw(fkr(50)))
  await scene.settle()
  expect(await scene.tokens(other.wallet.address)).toBe(45n * 10n ** 18n)
  expect(await noncesAreSound()).not.toContain('WRONG')
  // Only the first start after the restore takes the chain's nonce.
  await scene.useHouseKeyElsewhere()
  await expect(start()).rejects.toThrow('it is used elsewhere')
})
