import { fkr, hundredths, type Money } from '@pipkin/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { operate } from '../../operator/operate.ts'
import { sql } from '../../platform/database/database.ts'
import { unitsOf } from '../chain/token.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})
afterEach(() => scene.close())

const look = async (times: number) => {
  for (let done = 0; done < times; done += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
}
const linked = async (): Promise<Player> => {
  const player = await scene.newPlayer(fkr(1_000))
  await player.link()
  return player
}
/** Tokens that a stranger sends to the house past the app, many in a block. */
async function sendDust(player: Player, times: number, amount: Money): Promise<void> {
  await scene.anvil.control.setAutomine(false)
  for (let sent = 0; sent < times; sent += 1) await player.throwAtHouse(amount)
  while ((await scene.anvil.control.getTxpoolStatus()).pending > 0) await scene.mine(1)
  await scene.anvil.control.setAutomine(true)
}
const type = (...argv: string[]) =>
  operate({ database: scene.db.operator }, [...argv, '--reason', 'dust of the week'], 'Asha')
const waiting = async () => {
  const outcome = await type('waiting')
  if (!outcome.ok) throw new Error(outcome.why)
  return JSON.parse(outcome.value)
}
const raised = (kind: string) => scene.alarms.filter((alarm) => alarm.kind === kind)

describe('a hundred and twenty grains of dust', () => {
  test('CASH-44 do not hide a payment that the chain knows and the ledger does not: it comes first', async () => {
    const player = await linked()
    await player.fund(fkr(100))
    const thief = await linked()
    await sendDust(thief, 120, hundredths(1n))
    must(await player.withdraw(fkr(50)))
    await scene.settle()
    // The ledger forgets that it paid: the transfer of that operation is unlike its posting.
    await scene.db.owner.rows(
      sql`update cashier.operations set amount = amount - 100, own_part = 0
        where kind = 'withdrawal'`,
    )
    scene.alarms.splice(0)
    await look(2)
    expect(raised('unmatched')[0]?.facts).toMatchObject({ player: player.id })
    expect(new Set(raised('unmatched').map(({ facts }) => facts.player))).toEqual(
      new Set([player.id]),
    )
    expect(raised('dust')[0]?.facts).toMatchObject({ count: 120n, sum: hundredths(120n) })

    const listed = await waiting()
    expect(listed.unmatched).toMatchObject([{ player: player.id }])
    expect(listed.dust).toMatchObject({ count: 120, sum: '1.20' })
  })

  test('CASH-45 do not hide tokens worth a look, nor any that left the house', async () => {
    const stranger = await linked()
    await sendDust(stranger, 120, hundredths(1n))
    await stranger.sendToHouse(fkr(700))
    await stranger.sendToHouse(fkr(1))
    // Another has the house's key: one grain leaves.
    await scene.anvil.control.impersonateAccount({ address: scene.house })
    await scene.callToken(scene.house, 'transfer', [
      stranger.wallet.address,
      unitsOf(hundredths(1n)),
    ])
    await look(4)
    const listed = await waiting()
    expect(listed.unmatched.map(({ units }: { units: string }) => BigInt(units))).toEqual([
      unitsOf(hundredths(1n)),
      unitsOf(fkr(700)),
      unitsOf(fkr(1)),
    ])
    expect(listed.unmatched[0].sender).toBe(scene.house.toLowerCase())
    expect(listed.dust).toMatchObject({ count: 120 })
    expect(new Set(raised('unmatched').map(({ facts }) => facts.hash)).size).toBe(3)
  })

  test('CASH-46 are explained by one act, which touches nothing else', async () => {
    const stranger = await linked()
    await sendDust(stranger, 120, hundredths(99n))
    await stranger.sendToHouse(fkr(1))
    await look(4)
    expect((await type('explain-dust')).ok).toBe(true)
    const [act] = await scene.db.owner.rows<{ act: string; after: object }>(
      sql`select act, after from operator.acts order by at desc limit 1`,
    )
    expect(act).toMatchObject({ act: 'explainDust', after: { count: 120, sum: 11_880 } })
    const listed = await waiting()
    expect(listed.dust).toMatchObject({ count: 0 })
    expect(listed.unmatched).toHaveLength(1)
    scene.alarms.splice(0)
    await look(2)
    expect(raised('dust')).toEqual([])
    expect(raised('unmatched')).not.toEqual([])
    expect(await type('explain-dust')).toEqual({ ok: false, why: 'There is no dust to explain.' })
  })
})

test('CASH-47 a payout is signed at the first look, behind three hundred deposits that were not approved', async () => {
  const player = await linked()
  await player.fund(fkr(100))
  await scene.db.owner.rows(sql`
    insert into cashier.operations (player_id, operation_id, kind, amount, address)
    select 20000000 + n, lpad(to_hex(n), 32, '0')::uuid, 'deposit', 100,
           '0x' || lpad(to_hex(n), 40, '0')
    from generate_series(1, 300) n`)
  const payout = must(await player.withdraw(fkr(50))).transactionId
  await tick(scene.worker)
  expect(await player.withdrawal(payout)).toMatchObject({ state: 'signed' })
})
