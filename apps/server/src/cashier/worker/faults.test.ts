import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { startFlakyNode } from '../../../test/outages/flaky-node.ts'
import { connect, type Database, sql } from '../../platform/database/database.ts'
import { ChainDown, ChainRefused } from '../chain/chain.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { openHouse, WrongChain } from './open-house.ts'
import { tick } from './tick.ts'

let scene: Scene
let node: Awaited<ReturnType<typeof startFlakyNode>>
beforeAll(async () => {
  scene = await setScene()
  node = await startFlakyNode(scene.anvil.url)
})
afterAll(async () => {
  await node.close()
  await scene.close()
})
afterEach(() => scene.alarms.splice(0))

/** A silent node is waited for so long. */
const patienceMs = 2_000

describe('the node', () => {
  test.each(['silent', 'gone', 'overloaded'] as const)(
    'CASH-26 is %s: nothing is lost, nothing happens twice, and all goes on when it is back',
    async (mood) => {
      const chain = connectChain(node.url, scene.tokenAddress, patienceMs)
      const flaky = scene.newWorker({}, { chain })
      // On a busy machine also a node that is well may need longer.
      const patient = { ...flaky, chain: connectChain(node.url, scene.tokenAddress) }
      const player = await scene.newPlayer(fkr(100))
      await player.link()
      await player.approve(fkr(100))
      const id = must(await player.report(fkr(100))).transactionId
      node.be(mood)
      await expect(tick(flaky)).rejects.toThrow(ChainDown)
      node.be('well')
      await tick(patient)
      node.be(mood)
      await expect(tick(flaky)).rejects.toThrow(ChainDown)
      node.be('well')
      await scene.settle(patient)
      expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
      expect(await scene.signedOf(player.id)).toHaveLength(1)
    },
  )

  test('leaves the price out of receipts: the deposit is credited, and what it cost is unknown', async () => {
    const worker = scene.newWorker({}, { chain: connectChain(node.url, scene.tokenAddress) })
    const player = await scene.newPlayer(fkr(100))
    await player.link()
    await player.approve(fkr(100))
    const id = must(await player.report(fkr(100))).transactionId
    node.be('unpriced')
    await scene.settle(worker)
    node.be('well')
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
    expect(
      await scene.db.owner.rows(
        sql`select gas from cashier.operations where player_id = $1 and kind = 'deposit'`,
        [player.id],
      ),
    ).toEqual([{ gas: null }])
  })

  test("fails at one operation's questions only: the others go on", async () => {
    const [bad, good] = [await scene.newPlayer(fkr(100)), await scene.newPlayer(fkr(100))]
    const ids = []
    for (const player of [bad, good]) {
      await player.link()
      await player.approve(fkr(100))
      ids.push(must(await player.report(fkr(100))).transactionId)
    }
    const about = bad.wallet.address.slice(2).toLowerCase()
    for (const failure of [
      new ChainDown('no answer'),
      new ChainRefused('no'),
      new Error('a bug'),
    ]) {
      const worker = scene.newWorker(
        {},
        {
          chain: {
            ...scene.chain,
            tryOut: (sender, call) => {
              if (call.data.includes(about)) return Promise.reject(failure)
              return scene.chain.tryOut(sender, call)
            },
          },
        },
      )
      for (let look = 0; look < 4; look += 1) {
        await tick(worker)
        await scene.mine(1)
      }
    }
    expect(await bad.deposit(ids[0]!)).toMatchObject({ state: 'requested' })
    expect(await good.deposit(ids[1]!)).toMatchObject({ state: 'confirmed' })
    expect(new Set(scene.alarms.map((alarm) => alarm.kind))).toEqual(new Set(['operationFailed']))
    await scene.settle()
  })

  test('CASH-25 lists no transfers: nothing is credited, and withdrawals go on', async () => {
    const player = await scene.newPlayer(fkr(200))
    await player.link()
    await player.fund(fkr(100))
    const payment = must(await player.withdraw(fkr(100))).transactionId
    await player.approve(fkr(100))
    const deposit = must(await player.report(fkr(100))).transactionId
    for (const failure of [new ChainDown('no answer'), new ChainRefused('too many blocks')]) {
      const transfers = () => Promise.reject(failure)
      const worker = scene.newWorker({}, { chain: { ...scene.chain, transfers } })
      for (let look = 0; look < 5; look += 1) {
        await tick(worker)
        await scene.mine(1)
      }
    }
    expect(await player.withdrawal(payment)).toMatchObject({ state: 'confirmed' })
    expect(await player.deposit(deposit)).toMatchObject({ state: 'mined' })
    expect(new Set(scene.alarms.map((alarm) => alarm.kind))).toEqual(new Set(['scanFailed']))
    await scene.settle()
    expect(await player.deposit(deposit)).toMatchObject({ state: 'confirmed' })
  })

  test('CASH-24 has a real deposit behind two hundred that were not approved: it comes to its turn', async () => {
    await scene.db.owner.rows(sql`
      insert into cashier.operations (player_id, operation_id, kind, amount, address)
      select 20000000 + n, lpad(to_hex(n), 32, '0')::uuid, 'deposit', 100,
             '0x' || lpad(to_hex(n), 40, '0')
      from generate_series(1, 200) n`)
    const player = await scene.newPlayer(fkr(100))
    await player.link()
    await player.approve(fkr(100))
    const id = must(await player.report(fkr(100))).transactionId
    const worker = scene.newWorker()
    for (let look = 0; look < 8; look += 1) {
      await tick(worker)
      await scene.mine(1)
    }
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
    await scene.db.owner.rows(sql`delete from cashier.operations where player_id > 20000000`)
  })

  test('CASH-37 never gets its URL, which may hold a key, into an error', async () => {
    const chain = connectChain('http://127.0.0.1:1/secret-key', scene.tokenAddress)
    const error: unknown = await chain.head().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ChainDown)
    expect(String((error as Error).stack)).not.toContain('secret-key')
  })
})

test('OUT-16 a database that only reads from the middle of a tick on ends it, and no operation is blamed', async () => {
  const url = `${scene.db.workerUrl}&options=-c%20default_transaction_read_only%3Don`
  const reading = connect(url, { connections: 1, onError: () => undefined })
  onTestFinished(() => reading.close())
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.approve(fkr(100))
  const id = must(await player.report(fkr(100))).transactionId
  let used = scene.db.worker
  const database: Database = {
    ...used,
    rows: (statement, values) => used.rows(statement, values),
    transaction: (work) => used.transaction(work),
  }
  const tryOut: typeof scene.chain.tryOut = (sender, call) => {
    used = reading
    return scene.chain.tryOut(sender, call)
  }
  const worker = scene.newWorker({}, { database, chain: { ...scene.chain, tryOut } })
  await expect(tick(worker)).rejects.toThrow('read-only transaction')
  expect(scene.alarms).toEqual([])
  await scene.settle()
  expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
})

describe('a start is refused', () => {
  const start = (chain: Partial<Scene['chain']>, config: Partial<Scene['chainConfig']> = {}) =>
    openHouse(scene.newWorker({}, { chain: { ...scene.chain, ...chain } }), {
      ...scene.chainConfig,
      ...config,
    })
  const hash = `0x${'1'.repeat(64)}` as const
  const address = `0x${'1'.repeat(40)}` as const

  test('CASH-22 on another chain, with another first block, token, decimals or house', async () => {
    await expect(start({})).resolves.toBeUndefined()
    await expect(start({ chainId: async () => 1 })).rejects.toThrow(
      'The chain id is 1, but it must be 31337',
    )
    await expect(start({ chainId: async () => 1 }, { chainId: 1 })).rejects.toThrow(WrongChain)
    await expect(start({ genesis: async () => hash })).rejects.toThrow("The chain's first block")
    await expect(start({}, { token: address })).rejects.toThrow('The token is')
    const { token } = connectChain(scene.chainConfig.rpcUrl, address)
    await expect(start({ token })).rejects.toThrow(
      new WrongChain(
        'TOKEN_ADDRESS names no token of this chain (Cannot decode zero data ("0x") with ABI parameters.).',
      ),
    )
    await expect(start({ token: async () => ({ symbol: 'FKR', decimals: 6 }) })).rejects.toThrow(
      'decimals',
    )
    await expect(start({}, { house: address })).rejects.toThrow('The address of HOUSE_KEY')
  })

  test('CASH-23 with a key that has been used elsewhere; while running, nothing is signed with it', async () => {
    const player = await scene.newPlayer(fkr(100))
    await player.link()
    await scene.useHouseKeyElsewhere()
    await expect(start({})).rejects.toThrow('it is used elsewhere')
    await player.approve(fkr(100))
    const id = must(await player.report(fkr(100))).transactionId
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'requested' })
    expect(scene.alarms.map((alarm) => alarm.kind)).toContain('houseKeyUsedElsewhere')
  })
})
