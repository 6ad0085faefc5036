import { fkr } from '@pipkin/money'
import { expect, onTestFinished, test } from 'vitest'
import { type Player, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { firstId } from './chain-worker.ts'
import { type Operation, requestedOperations } from './operation.ts'
import { tick } from './tick.ts'

test('CASH-29 two workers that look at the same moment get nowhere twice, and neither raises an alarm', async () => {
  const scene = await setScene()
  onTestFinished(() => scene.close())
  const players: Player[] = []
  for (let made = 0; made < 10; made += 1) {
    const player = await scene.newPlayer(fkr(100))
    await player.link()
    await player.approve(fkr(100))
    must(await player.report(fkr(100)))
    players.push(player)
  }
  const workers = [scene.newWorker(), scene.newWorker(), scene.newWorker()]
  const together = async (kind: Operation['kind']) => {
    const open = await requestedOperations(scene.db.database, kind, firstId, 100)
    // Each begins at another place, so that they meet at the nonce and not only at the operation.
    workers.forEach((worker, at) => {
      worker.memory.after[kind] = open[at * 3]?.id ?? firstId
    })
    for (let look = 0; (await scene.open()) > 0n && look < 60; look += 1) {
      await Promise.all(workers.map(tick))
      await scene.mine(1)
    }
  }
  await together('deposit')
  await Promise.all(players.map((player) => player.withdraw(fkr(60))))
  await together('withdrawal')
  for (const player of players) {
    expect(await player.balance()).toBe(fkr(40))
    expect(await scene.tokens(player.wallet.address)).toBe(54n * 10n ** 18n)
    expect(await player.movements()).toEqual(['deposit', 'withdraw', 'withdraw_paid'])
  }
  expect(await scene.ledgerFaults()).toEqual([])
  expect(await scene.unmatched()).toEqual([])
  expect(scene.alarms).toEqual([])
})
