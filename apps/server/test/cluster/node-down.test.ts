import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { tick } from '../../src/cashier/worker/tick.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { type Player, type Scene, setScene } from '../cashier/cashier-scene.ts'
import { atDatabase } from '../database/fresh-database.ts'
import { must } from '../must.ts'
import { setCatalogue } from '../players/player.ts'
import { playOn } from '../rounds/play-on.ts'

/** The cashier of a cluster, one of whose nodes is away. */

const groupOf = sql`
  select groupid::integer as group from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`

const nodeOf = async ({ db }: Scene, { id }: Player): Promise<number> =>
  (await one(db.owner.rows<{ group: number }>(groupOf, [id]))).group

/** A player on each of two nodes, with 500 fkr and a linked wallet. */
async function playersOfBoth(scene: Scene): Promise<readonly [Player, Player]> {
  const byNode = new Map<number, Player>()
  while (byNode.size < 2) {
    const player = await scene.newPlayer()
    byNode.set(await nodeOf(scene, player), player)
  }
  const [first, second] = [...byNode.values()]
  if (!first || !second) throw new Error('two players')
  for (const player of [first, second]) {
    await player.link()
    await player.fund(fkr(500))
  }
  return [first, second]
}

/** Locks everyone out of a node, as if it were down; the answer lets everyone in again. */
async function takeAway(node: number, name: string): Promise<() => Promise<unknown>> {
  // Not at the template that tests copy: a copy ends what is connected there.
  const admin = new pg.Client(atDatabase(inject('postgres').nodes?.[node] ?? '', 'postgres'))
  await admin.connect()
  onTestFinished(() => admin.end())
  const letIn = (isOpen: boolean) =>
    admin.query(`alter database ${name} allow_connections ${isOpen}`)
  await letIn(false)
  await admin.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
    [name],
  )
  return () => letIn(true)
}

test('while a node is down the players of the others play, deposit and withdraw', async () => {
  const scene = await setScene()
  onTestFinished(() => scene.close())
  await setCatalogue(scene.db)
  const [away, here] = await playersOfBoth(scene)
  // Both have operations on their way; those of the node that goes away come first in each sweep.
  const operations: { readonly paid: string; readonly asked: string }[] = []
  for (const player of [away, here]) {
    await player.approve(fkr(100))
    const asked = must(await player.report(fkr(100))).transactionId
    operations.push({ asked, paid: must(await player.withdraw(fkr(50))).transactionId })
  }
  await tick(scene.worker)
  const back = await takeAway(await nodeOf(scene, away), scene.db.name)
  scene.alarms.splice(0)

  const ticks = async () => {
    for (let block = 0; block < 8; block += 1) {
      await scene.mine(1)
      await tick(scene.worker)
    }
  }
  await ticks()
  const [ofAway, ofHere] = operations
  expect(await here.deposit(ofHere!.asked)).toMatchObject({ state: 'confirmed' })
  expect(await here.withdrawal(ofHere!.paid)).toMatchObject({ state: 'confirmed' })
  expect(new Set(scene.alarms.map(({ kind }) => kind))).toEqual(new Set(['operationFailed']))
  expect(scene.alarms.every(({ facts }) => facts.player === away.id)).toBe(true)

  // The same for what is asked for only now.
  await here.approve(fkr(30))
  const later = must(await here.report(fkr(30))).transactionId
  const out = must(await here.withdraw(fkr(20))).transactionId
  await ticks()
  expect(await here.deposit(later)).toMatchObject({ state: 'confirmed' })
  expect(await here.withdrawal(out)).toMatchObject({ state: 'confirmed' })
  const stopping = new AbortController()
  await playOn(scene.db.database, here.id, () => stopping.abort(), stopping.signal)

  await back()
  await scene.settle()
  expect(await away.deposit(ofAway!.asked)).toMatchObject({ state: 'confirmed' })
  expect(await away.withdrawal(ofAway!.paid)).toMatchObject({ state: 'confirmed' })
  expect(await scene.ledgerFaults()).toEqual([])
})
