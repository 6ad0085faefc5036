import { fkr, type Money } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import { ChainRefused } from '../chain/chain.ts'
import { unitsOf } from '../chain/token.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

/** The addresses that are traced to a player, without the linked one. */
async function traced({ id, wallet }: Player): Promise<string[]> {
  const rows = await scene.db.owner.rows<{ address: string }>(
    sql`select '0x' || encode(value, 'hex') as address from referral.traces
      where player_id = $1 and kind = 'address' order by 1`,
    [id],
  )
  const own = wallet.address.toLowerCase()
  return rows.map(({ address }) => address).filter((address) => address !== own)
}

async function reported(player: Player): Promise<void> {
  await player.link()
  await player.approve(fkr(100))
  must(await player.report(fkr(100)))
}

const pay = (from: Player, to: Player, amount: Money) =>
  scene.callToken(from.wallet.address, 'transfer', [to.wallet.address, unitsOf(amount)])

test('notes who funded the wallet of a deposit and whom it paid, but neither house nor minting', async () => {
  const player = await scene.newPlayer(fkr(100))
  const [funder, payee] = [await scene.newPlayer(fkr(50)), await scene.newPlayer(fkr(0))]
  await pay(funder, player, fkr(20))
  await pay(player, payee, fkr(10))
  await reported(player)
  await scene.settle()
  expect(await player.balance()).toBe(fkr(100))
  expect(await traced(player)).toEqual(
    [funder, payee].map(({ wallet }) => wallet.address.toLowerCase()).sort(),
  )
})

test('looks once for an operation, and a node that refuses the look holds up no deposit', async () => {
  const player = await scene.newPlayer(fkr(100))
  let looks = 0
  const worker = scene.newWorker(
    {},
    {
      chain: {
        ...scene.chain,
        transfers(address, from, to) {
          if (address !== scene.house.toLowerCase()) looks += 1
          return address === scene.house.toLowerCase()
            ? scene.chain.transfers(address, from, to)
            : Promise.reject(new ChainRefused('too many blocks'))
        },
      },
    },
  )
  await reported(player)
  await scene.settle(worker)
  expect(await player.balance()).toBe(fkr(100))
  expect([looks, await traced(player)]).toEqual([1, []])
})
