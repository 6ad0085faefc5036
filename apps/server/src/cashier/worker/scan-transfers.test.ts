import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { one, sql } from '../../platform/database/database.ts'
import { unitsOf } from '../chain/token.ts'
import { tick } from './tick.ts'

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
const linked = async (): Promise<Player> => {
  const player = await scene.newPlayer(fkr(1_000))
  await player.link()
  return player
}

describe('the scanner', () => {
  test('CASH-30 raises an alarm for tokens that belong to no operation, credits no player, and is quiet once it is explained', async () => {
    const player = await linked()
    await player.sendToHouse(fkr(50))
    await look(4)
    expect(await player.balance()).toBe(0n)
    expect(new Set(scene.alarms.map((alarm) => alarm.kind))).toEqual(new Set(['unmatched']))
    expect(await scene.unmatched()).toMatchObject([{ sender: player.wallet.address.toLowerCase() }])
    const sender = player.wallet.address.toLowerCase()
    // However long ago it was.
    await scene.db.owner.rows(
      sql`update cashier.transfers set block = block - 100000 where sender = $1`,
      [sender],
    )
    scene.alarms.splice(0)
    await look(1)
    expect(scene.alarms).toMatchObject([{ kind: 'unmatched' }])
    await scene.db.owner.rows(
      sql`update cashier.transfers set block = block + 100000, note = 'a gift' where sender = $1`,
      [sender],
    )
    scene.alarms.splice(0)
    await look(2)
    expect(scene.alarms).toEqual([])
  })

  test('reads on from where it stood, a page at a time, and sees each transfer once', async () => {
    const player = await linked()
    await player.fund(fkr(10))
    await player.fund(fkr(20))
    await scene.mine(25)
    const transfers = () =>
      scene.db.database.rows(sql`select block, log_index from cashier.transfers order by 1, 2`)
    await look(1)
    const before = await transfers()
    // A second worker at the same time, and small pages.
    await player.approve(fkr(30))
    must(await player.report(fkr(30)))
    const [one, two] = [scene.newWorker({ scanBlocks: 2n }), scene.newWorker({ scanBlocks: 3n })]
    for (let times = 0; times < 6; times += 1) {
      await Promise.all([tick(one), tick(two)])
      await scene.mine(1)
    }
    expect(await transfers()).toHaveLength(before.length + 1)
    expect(await player.balance()).toBe(fkr(60))
    expect(scene.alarms).toEqual([])
  })

  test('stops crediting while the token says that the house has another balance than its transfers give', async () => {
    const [player, other] = [await linked(), await linked()]
    const held = await scene.tokens(scene.house)
    await player.approve(fkr(100))
    const id = must(await player.report(fkr(100))).transactionId
    await tick(scene.worker)
    await scene.setTokens(scene.house, held)
    await look(5)
    expect(await player.balance()).toBe(0n)
    expect(await player.deposit(id)).toMatchObject({
      state: 'review',
      reason: 'This is being looked at by hand',
    })
    expect(new Set(scene.alarms.map((alarm) => alarm.kind))).toEqual(
      new Set(['balanceDiffers', 'review']),
    )

    // Put right by the operator: everything goes on, and what was looked at is credited once.
    await scene.setTokens(scene.house, held + unitsOf(fkr(100)))
    await scene.release(player.id)
    await other.fund(fkr(10))
    await look(2)
    expect(await player.balance()).toBe(fkr(100))
    expect(await scene.unmatched()).toEqual([])
  })

  test('one block in which the node contradicts itself puts nothing to review', async () => {
    const player = await linked()
    await player.approve(fkr(100))
    const id = must(await player.report(fkr(100))).transactionId
    let lies = 1
    const worker = scene.newWorker(
      {},
      {
        chain: {
          ...scene.chain,
          tokens: async (account, block) => {
            const count = await scene.chain.tokens(account, block)
            return block !== undefined && lies-- > 0 ? unitsOf(fkr(1)) : count
          },
        },
      },
    )
    await scene.settle(worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
  })

  test('a worker whose head others have scanned past compares nothing', async () => {
    const player = await linked()
    await look(1)
    const { worker: database } = scene.db
    const behind = scene.newWorker(
      {},
      {
        database: {
          ...database,
          async rows(statement, values) {
            const rows = await database.rows(statement, values)
            if (statement.text.includes('cashier.record_scan')) await player.fund(fkr(50))
            return rows as never
          },
        },
      },
    )
    await scene.mine(1)
    await tick(behind)
    expect(scene.alarms).toEqual([])
  })

  test('compares an operation until it agrees with the chain, and again when it changes', async () => {
    const player = await linked()
    await player.fund(fkr(100))
    await scene.settle()
    const agrees = async () => {
      const rows = await scene.db.owner.rows<{ agrees: boolean }>(
        sql`select agrees from cashier.operations where player_id = $1`,
        [player.id],
      )
      return rows.map((row) => row.agrees)
    }
    await look(2)
    expect(await agrees()).toEqual([true])
    await scene.db.owner.rows(
      sql`update cashier.operations set credited = credited - 1 where player_id = $1`,
      [player.id],
    )
    scene.alarms.splice(0)
    await look(2)
    expect(scene.alarms[0]).toMatchObject({ kind: 'unmatched', facts: { player: player.id } })
    await scene.db.owner.rows(
      sql`update cashier.operations set credited = credited + 1 where player_id = $1`,
      [player.id],
    )
    scene.alarms.splice(0)
    await look(2)
    expect(scene.alarms).toEqual([])
    expect(await agrees()).toEqual([true])
    // The scanner goes back to before its block, and reads it again.
    await scene.db.worker.rows(
      sql`select cashier.rewind_scan(scanned_block, opened_block, scanned_hash)
          from cashier.house`,
    )
    expect(await agrees()).toEqual([false])
  })

  test('reads the last 256 blocks again after a deep reorg, and no earlier ones', async () => {
    const player = await linked()
    await scene.mine(550)
    // Without it, blocks that are made anew would have the same hashes.
    await player.approve(fkr(1))
    await scene.mine(50)
    await look(2)
    scene.alarms.splice(0)
    const { block } = await one(
      scene.db.owner.rows<{ block: bigint }>(sql`select scanned_block as block from cashier.house`),
    )
    await scene.forget(100)
    await scene.mine(100)
    await look(2)
    expect(scene.alarms).toMatchObject([
      { kind: 'deepReorg', facts: { block, rereadFrom: block - 256n } },
    ])
    expect(await scene.auditFaults()).toEqual([])
  })
})
