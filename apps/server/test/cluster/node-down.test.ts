import { fkr } from '@pipkin/money'
import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { listTransactions } from '../../src/activity/list-transactions.ts'
import { readBalances } from '../../src/activity/read-balances.ts'
import { tick } from '../../src/cashier/worker/tick.ts'
import { playerNodes } from '../../src/ledger/player-nodes.ts'
import { measureWorker } from '../../src/measure-worker.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import { textOf } from '../../src/platform/metrics/metrics.ts'
import { closeAccount } from '../../src/players/accounts/close-account.ts'
import { changePassword } from '../../src/players/passwords/change-password.ts'
import { forgotPassword } from '../../src/players/passwords/forgot-password.ts'
import { resetPassword } from '../../src/players/passwords/reset-password.ts'
import { freezeAccount } from '../../src/players/security/freeze-account.ts'
import { logIn } from '../../src/players/sessions/log-in.ts'
import { roundLedger } from '../../src/rounds/round-ledger.ts'
import { type Player, type Scene, setScene } from '../cashier/cashier-scene.ts'
import { atDatabase, freshDatabaseForTest, type TestDatabase } from '../database/fresh-database.ts'
import { must } from '../must.ts'
import { type Accounts, type NewPlayer, openAccountsForTest } from '../players/accounts.ts'
import { logInTo } from '../players/factors.ts'
import { makePlayer, setCatalogue } from '../players/player.ts'
import { playOn } from '../rounds/play-on.ts'
import { betCall, movesCall } from '../rounds/round-calls.ts'
import { seeds } from '../seeds.ts'

/** A cluster one of whose nodes is away. */

const groupOf = sql`
  select groupid::integer as group from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`

const nodeOf = async ({ owner }: Pick<TestDatabase, 'owner'>, player: number): Promise<number> =>
  (await one(owner.rows<{ group: number }>(groupOf, [player]))).group

/** A player on each of two nodes, with 500 fkr and a linked wallet. */
async function playersOfBoth(scene: Scene): Promise<readonly [Player, Player]> {
  const byNode = new Map<number, Player>()
  while (byNode.size < 2) {
    const player = await scene.newPlayer()
    byNode.set(await nodeOf(scene.db, player.id), player)
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
  const back = await takeAway(await nodeOf(scene.db, away.id), scene.db.name)
  scene.alarms.splice(0)

  // What waits is still measured, as alarms need it; only the left rounds of all nodes aren't.
  const registry = new Registry()
  measureWorker(registry, scene.db.worker)
  const metrics = await textOf(registry)
  expect(metrics).toMatch(/^pipkin_queue_oldest_seconds{.*kind="withdrawal".*} \d/m)
  expect(metrics).toMatch(/^pipkin_queue_length{queue="log".*} \d/m)
  expect(metrics).not.toMatch(/^pipkin_queue_length{queue="rounds"/m)

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

test('while a node is down the players of the others log in, in a new browser and in a shared one', async () => {
  const accounts = await openAccountsForTest()
  const byNode = new Map<number, NewPlayer[]>()
  while (byNode.size < 2 || [...byNode.values()].every((players) => players.length < 2)) {
    const player = await accounts.newPlayer()
    const node = await nodeOf(accounts, player.id)
    byNode.set(node, [...(byNode.get(node) ?? []), player])
  }
  const [[away] = [], [, here = []] = []] = [...byNode].sort(([, a], [, b]) => a.length - b.length)
  const [first, second] = here
  if (!away || !first || !second) throw new Error('two players of a node, and one of the other')
  const shared = accounts.browser()
  for (const player of [first, second]) await logInTo(accounts, player, shared)
  await takeAway(away, accounts.name)

  for (const [player, browser] of [
    [first, accounts.browser()],
    [first, shared],
    [second, shared],
  ] as const)
    expect(await logIn(accounts.deps, player, browser)).toMatchObject({ ok: true })
})

test('while a node is down a player of another changes the password, freezes, resets and closes', async () => {
  const accounts = await openAccountsForTest()
  const byNode = new Map<number, NewPlayer & { readonly id: number }>()
  while (byNode.size < 2) {
    const player = await accounts.newPlayer()
    byNode.set(await nodeOf(accounts, player.id), player)
  }
  const [[away, other] = [], [, player] = []] = [...byNode]
  if (!away || !other || !player) throw new Error('two players')
  // One person: what is done to the one must not wait for the other.
  const shared = accounts.browser()
  await logInTo(accounts, other, shared)
  const laptop = await logInTo(accounts, player, shared)
  await takeAway(away, accounts.name)

  const { deps } = accounts
  expect(await changePassword(deps, 'small-pots-2', laptop)).toMatchObject({ ok: true })
  const notMe = await mailedToken(accounts, player, 'not-me', () => deps.mails.sendSoon())
  expect(await freezeAccount(deps, { token: notMe }, accounts.browser())).toMatchObject({
    ok: true,
  })
  const token = await mailedToken(accounts, player, 'reset-password', () =>
    forgotPassword(deps, { email: player.email }, accounts.browser()),
  )
  const password = 'small-pots-3'
  const reset = await resetPassword(deps, { token, newPassword: password }, accounts.browser())
  expect(reset).toMatchObject({ ok: true })
  const phone = await logInTo(accounts, { ...player, password })
  // As if a mailed code had confirmed it: the reset holds the ways out.
  await accounts.owner.rows(sql`
    update players.sessions set confirmed_until = clock_timestamp() + interval '5 minutes'`)
  expect(await closeAccount(deps, phone)).toMatchObject({ ok: true })
})

/** Does what is mailed about, and answers the token of the mail's link. */
async function mailedToken(
  accounts: Accounts,
  { email }: NewPlayer,
  path: 'not-me' | 'reset-password',
  work: () => unknown,
): Promise<string> {
  await work()
  return vi.waitUntil(
    () =>
      accounts
        .mails()
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => new RegExp(`/${path}#(\\S+)`).exec(text)?.[1] ?? [])[0],
    patience,
  )
}

test('calls of one moment fail for the players of a node that is down, and for no others', async () => {
  const db = await freshDatabaseForTest()
  await setCatalogue(db)
  const byNode = new Map<number, number>()
  while (byNode.size < 2) {
    const player = await makePlayer(db, { deposit: fkr(500) })
    byNode.set(await nodeOf(db, player), player)
  }
  const [first, second] = [...byNode]
  if (!first || !second) throw new Error('two players')
  const [[node, away], [, here]] = [first, second]
  const nodes = playerNodes({ database: db.database, url: db.url, onError: () => undefined })
  onTestFinished(() => nodes.stop())
  await expect.poll(() => nodes.partOf(away)).toBeDefined()
  // The coordinator makes all calls here, as it does those that a node can't make alone.
  const byCoordinator = { ...nodes, partOf: () => undefined }
  const { database } = db
  const ledger = roundLedger(database, seeds, { nodes: byCoordinator })
  const balances = readBalances(database, byCoordinator)
  const pages = listTransactions(database, byCoordinator)
  await takeAway(node, db.name)

  const calls: Readonly<Record<string, (player: number) => Promise<unknown>>> = {
    balances: (player) => balances(player),
    page: (player) => pages({ player, limit: 2, all: true }),
    bet: (player) => ledger.placeBet(betCall(player, { game: 4 })),
    move: (player) => ledger.storeMoves(movesCall(player, null)),
    fairness: (player) => ledger.readFairness(player),
  }
  for (const [name, call] of Object.entries(calls)) {
    const [ofAway, ofHere] = await Promise.allSettled([call(away), call(here)])
    expect({ name, ofHere }).toMatchObject({ ofHere: { status: 'fulfilled' } })
    expect(ofAway.status === 'rejected' && isDatabaseDown(ofAway.reason)).toBe(true)
  }
})
