import { readSolvencyProof as proofCall } from '@pipkin/contract'
import { fkr, hundredths } from '@pipkin/money'
import { checkOwn, checkTree, type OwnProof, type Published } from '@pipkin/solvency'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import {
  confirmations,
  houseSecret,
  type Scene,
  setScene,
} from '../../test/cashier/cashier-scene.ts'
import { freshDatabase } from '../../test/database/fresh-database.ts'
import { setCatalogue } from '../../test/players/player.ts'
import { seeds } from '../../test/seeds.ts'
import { reservesOf } from '../cashier/chain/reserves.ts'
import { tick } from '../cashier/worker/tick.ts'
import { audit } from '../operator/audit/audit.ts'
import { operate } from '../operator/operate.ts'
import { type Database, one, type Statement, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { nodesOf } from './build-tree.ts'
import {
  listSolvency,
  noteSolvencyCheck,
  readSolvencyProof,
  rememberSolvency,
} from './read-solvency.ts'
import { solvencyStatement } from './statement.ts'
import { takeSnapshots } from './take-snapshots.ts'

let scene: Scene
let friend: Awaited<ReturnType<Scene['newPlayer']>>
let player: Awaited<ReturnType<Scene['newPlayer']>>

beforeAll(async () => {
  scene = await setScene()
  await setCatalogue(scene.db)
  player = await scene.newPlayer()
  friend = await scene.newPlayer()
  for (const one of [player, friend]) {
    await one.link()
    await one.fund(fkr(100))
  }
})
afterAll(() => scene.close())

const readList = () => listSolvency({ database: scene.db.database, chain: scene.chainConfig })
const reserves = () => reservesOf({ chain: scene.chainConfig, houseKey: houseSecret })
const deps = () => ({ database: scene.db.worker, reserves: reserves() })

/** A snapshot now, by an operator's request, with blocks as they are needed. */
async function snapshot(): Promise<Published & { readonly held: bigint }> {
  await scene.db.operator.rows(sql`select operator.ask_snapshot('Asha', 'the test asks')`)
  // Its name is of another second than that of the last one.
  return publishedOf(await taken())
}

async function taken(): Promise<string> {
  for (;;) {
    const name = await takeSnapshots(deps())
    if (name) return name
    await scene.mine(1)
  }
}

async function publishedOf(name: string) {
  const row = await one(
    scene.db.owner.rows<{
      owed: bigint
      size: number
      players: number
      root: string
      held: bigint
    }>(
      sql`select owed, size, players, held, encode(root, 'hex') as root from solvency.snapshots
        where snapshot = $1`,
      [name],
    ),
  )
  return { snapshot: name, ...row }
}

async function proofOf(id: number): Promise<OwnProof> {
  const proof = await readSolvencyProof(scene.db.database, { player: id })
  if (!proof.ok) throw new Error(proof.code)
  expect(proofCall.answer.encode(proof.answer)).toBeDefined()
  return proof.answer
}

/** What a player finds in the newest snapshot: the six amounts. */
async function ownAmounts(id: number, published: Published) {
  const checked = checkOwn(await proofOf(id), published, String(id))
  expect(checked.wrong).toEqual([])
  return checked.amounts
}

async function treeOf({ snapshot: name }: Published) {
  const rows = await scene.db.owner.rows<{ level: number; nodes: Buffer }>(
    sql`select level, nodes from solvency.nodes where snapshot = $1 order by level, piece`,
    [name],
  )
  const levels: { hash: string; sum: string }[][] = []
  for (const { level, nodes } of rows) levels[level] = [...(levels[level] ?? []), ...nodesOf(nodes)]
  return levels
}

test('a snapshot adds up, holds what the chain says, and is signed by the house', async () => {
  const published = await snapshot()
  expect(published.owed).toBe(20_000n)
  expect(checkTree(await treeOf(published), published)).toEqual({ wrong: [] })
  expect(await ownAmounts(player.id, published)).toEqual([10_000n, 0n, 0n, 0n, 0n, 0n])
  await noteSolvencyCheck(scene.db.database, { player: player.id, snapshot: published.snapshot })
  const { snapshots, chain } = await readList()
  const { chainId, token, house } = scene.chainConfig
  expect(chain).toEqual({ chainId, token, house })
  const [newest] = snapshots
  expect(newest).toMatchObject({ owed: fkr(200), held: fkr(1_000_200), players: 2, checked: 1 })
  const message = solvencyStatement({
    snapshot: published.snapshot,
    root: published.root,
    owed: hundredths(published.owed),
    block: BigInt(newest?.block ?? 0),
    held: hundredths(published.held),
  })
  const address = scene.chainConfig.house
  const signature = newest?.signature as `0x${string}`
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  expect(await verifyMessage({ address, message: `${message} `, signature })).toBe(false)
  // The log is given what is owed, and what is held.
  const { snapshot: name, root } = published
  const [owed, held] = [Number(published.owed), Number(published.held)]
  const inLog = await scene.db.owner.rows(
    sql`select kind::int, document from log.waiting
      where kind in (8, 9) and document ->> 'snapshot' = $1 order by kind`,
    [name],
  )
  expect(inLog).toEqual([
    { kind: 8, document: { snapshot: name, root, owed, size: newest?.size } },
    { kind: 9, document: { snapshot: name, block: newest?.block, held, signature } },
  ])
  // To read one's proof is no check; to check it twice counts once.
  await proofOf(friend.id)
  await noteSolvencyCheck(scene.db.database, { player: player.id, snapshot: name })
  await noteSolvencyCheck(scene.db.database, { player: player.id, snapshot: '20200101T000000Z' })
  // Who came later has nothing to check in it.
  const late = await scene.newPlayer()
  await noteSolvencyCheck(scene.db.database, { player: late.id, snapshot: name })
  expect((await readList()).snapshots[0]?.checked).toBe(1)
})

test('the list has a snapshot as soon as its proofs are given, though it was read just before', async () => {
  const deps = { database: scene.db.database, chain: scene.chainConfig }
  const list = rememberSolvency(deps, () => 0)
  await list()
  const { snapshot: name } = await snapshot()
  expect((await proofOf(player.id)).snapshot).toBe(name)
  expect((await list()).snapshots[0]?.snapshot).toBe(name)
  expect(await list()).toBe(await list())
})

describe('together with', () => {
  test('a withdrawal on its way: owed until its tokens have arrived', async () => {
    const before = await scene.db.owner.rows(sql`select from cashier.operations`)
    expect(before.length).toBeGreaterThan(0)
    await player.withdraw(fkr(40))
    const asked = await snapshot()
    expect(await ownAmounts(player.id, asked)).toEqual([6_000n, 0n, 0n, 0n, 0n, 4_000n])
    expect(asked.owed).toBe(20_000n)
    await tick(scene.worker)
    await scene.settle()
    const paid = await snapshot()
    expect(await ownAmounts(player.id, paid)).toEqual([6_000n, 0n, 0n, 0n, 0n, 0n])
    expect(paid.owed).toBe(16_000n)
    expect(paid.held).toBe(asked.held - 3_600n)
  })

  test('a deposit in flight: held by the house before it is owed, never the other way', async () => {
    await friend.sendToHouse(fkr(7))
    const published = await snapshot()
    expect(await ownAmounts(friend.id, published)).toEqual([10_000n, 0n, 0n, 0n, 0n, 0n])
    expect(published.held - published.owed).toBeGreaterThan(0n)
  })

  test.each([
    ['a deposit', 0n, () => friend.fund(fkr(5))],
    [
      'a payout',
      50n,
      async () => {
        await friend.withdraw(fkr(5))
        await scene.settle()
      },
    ],
  ] as const)(
    'OWED-09 %s of a later block that the ledger knows already: another block is announced',
    async (_, fee, move) => {
      const before = await snapshot()
      await announce()
      await move()
      // What the house held before it, and owes after it, would be of two moments.
      expect(await takeSnapshots(deps())).toBeNull()
      const after = await publishedOf(await taken())
      expect(after.held - after.owed).toBe(before.held - before.owed + fee)
    },
  )

  test('OWED-10 a reorg that takes the announced block: what is signed is what the chain goes on to say', async () => {
    await begin()
    // The announced block has the second one.
    await friend.sendToHouse(fkr(3))
    await friend.sendToHouse(fkr(4))
    const early = await takeSnapshots(deps())
    await scene.forget(1)
    await scene.mine(1)
    const { snapshot, held } = await publishedOf(early ?? (await taken()))
    const { block } = await one(
      scene.db.owner.rows<{ block: bigint }>(
        sql`select block from solvency.snapshots where snapshot = $1`,
        [snapshot],
      ),
    )
    expect(await reserves().heldAt(block)).toBe(held)
  })

  test('an open stake: owed as a stake, and not twice', async () => {
    await scene.db.database.rows(
      sql`select ledger.place_bet($1, gen_random_uuid(), 3::smallint, 1000, 'seed', null, null,
        null, null, false, p_seed_keys => $2::jsonb)`,
      [friend.id, seeds.ofPlayer(friend.id)],
    )
    const published = await snapshot()
    expect(await ownAmounts(friend.id, published)).toEqual([9_000n, 0n, 0n, 0n, 1_000n, 0n])
    expect(published.owed).toBe(16_000n)
  })

  test('locked money, and frozen and closed accounts: all of it is owed', async () => {
    await scene.db.owner.rows(
      sql`select ledger.post($1, gen_random_uuid(), 'referral_earning', referral => 500::bigint,
        promotions => -500::bigint)`,
      [friend.id],
    )
    await scene.db.owner.rows(sql`update ledger.wallets set frozen = true where player_id = $1`, [
      friend.id,
    ])
    await scene.db.owner.rows(sql`update ledger.wallets set closed = true where player_id = $1`, [
      player.id,
    ])
    const published = await snapshot()
    expect(await ownAmounts(friend.id, published)).toEqual([9_000n, 0n, 0n, 500n, 1_000n, 0n])
    expect(await ownAmounts(player.id, published)).toEqual([6_000n, 0n, 0n, 0n, 0n, 0n])
  })

  test('a player who came after it: no leaf, and the check says so', async () => {
    const published = await snapshot()
    const late = await scene.newPlayer()
    await scene.db.owner.rows(sql`insert into solvency.secrets values ($1, sha256('late'))`, [
      late.id,
    ])
    expect(checkOwn(await proofOf(late.id), published, String(late.id)).wrong).toEqual([
      'You were left out: the tree has no leaf of yours.',
    ])
  })

  test('a restore: an announcement from the backup is never taken, a new one is', async () => {
    await scene.db.owner.rows(
      sql`insert into solvency.snapshots (snapshot, block, announced_at)
        values ('20200101T000000Z', 1, now() - interval '1 day')`,
    )
    const published = await snapshot()
    expect(published.snapshot).not.toBe('20200101T000000Z')
    const announced = sql`select from solvency.snapshots where taken_at is null`
    expect(await scene.db.owner.rows(announced)).toEqual([])
    // Nor after a quick one: it may have been taken under its name, with another root.
    await scene.db.owner.rows(
      sql`insert into solvency.snapshots (snapshot, block) values ('20200101T000000Z', 1)`,
    )
    await scene.db.operator.rows(sql`select operator.after_restore('Asha', 'the last backup')`)
    expect(await scene.db.owner.rows(announced)).toEqual([])
  })

  test('a node that has lost the announced block: another one is taken, as was asked', async () => {
    await scene.db.operator.rows(sql`select operator.ask_snapshot('Asha', 'the node is new')`)
    const announced = () =>
      scene.db.owner.rows(sql`select from solvency.snapshots where taken_at is null`)
    while ((await announced()).length === 0) await takeSnapshots(deps())
    await scene.mine(2 + confirmations)
    const { reserves, ...others } = deps()
    const heldAt = async () => null
    expect(await takeSnapshots({ ...others, reserves: { ...reserves, heldAt } })).toBeNull()
    expect(await announced()).toEqual([])
    await taken()
  })

  /** One that is announced, and whose block is deep enough. */
  async function announce() {
    await begin()
    await scene.mine(2 + confirmations)
  }

  /** One that is announced. */
  async function begin() {
    await scene.db.operator.rows(sql`select operator.ask_snapshot('Asha', 'two of them')`)
    // Two snapshots can't have the name of one second: the second one is announced in the next.
    const announced = () =>
      scene.db.owner.rows(sql`select from solvency.snapshots where taken_at is null`)
    while ((await announced()).length === 0) await takeSnapshots(deps())
  }

  test('two workers: one tree', async () => {
    await announce()
    const taken = await Promise.all([takeSnapshots(deps()), takeSnapshots(deps())])
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('a worker that reads before another takes it and goes on afterwards: one tree', async () => {
    await announce()
    const first: (string | null)[] = []
    const { worker } = scene.db
    const late: Database = {
      ...worker,
      transaction: (work) =>
        worker.transaction((inside) =>
          work({
            async rows<R extends object>(statement: Statement, values?: readonly unknown[]) {
              // The first statement that looks at the snapshot, of a moment that has been chosen.
              if (first.length === 0 && statement.text.includes('solvency.'))
                first.push(await takeSnapshots(deps()))
              return inside.rows<R>(statement, values)
            },
          }),
        ),
    }
    expect(await takeSnapshots({ ...deps(), database: late })).toBe(null)
    expect(first).toEqual([expect.any(String)])
  })
})

test('an operator asks for one and reads what it says', async () => {
  const lines: string[] = []
  const waits = Promise.withResolvers<void>()
  const say = (line: string) => {
    lines.push(line)
    waits.resolve()
  }
  const asked = operate(
    { database: scene.db.operator, say },
    ['solvency-snapshot', '--by', 'Asha', '--reason', 'a journalist asks'],
    undefined,
  )
  await waits.promise
  const announced = sql`
    select from solvency.requests join solvency.snapshots using (snapshot) where taken_at is null`
  let answered = false
  void asked.finally(() => {
    answered = true
  })
  while (!answered) {
    await takeSnapshots(deps())
    if ((await scene.db.owner.rows(announced)).length > 0)
      await vi.waitUntil(() => lines.length > 1, patience)
    await scene.mine(1)
  }
  expect(lines.slice(0, 2)).toEqual([
    'Waiting for the worker, up to 10 minutes.',
    expect.stringMatching(/^The worker takes it at block \d+, once that counts\.$/),
  ])
  expect(await asked).toMatchObject({
    ok: true,
    value: expect.stringMatching(
      /^Snapshot \d{8}T\d{6}Z: 4 players are owed [\d.,]+ fkr, the house holds [\d.,]+ fkr, root [0-9a-f]{64}\.$/,
    ),
  })
})

test('an operator who asks for one before the first player came reads why none is taken', async () => {
  const empty = await freshDatabase()
  onTestFinished(() => empty.close())
  const asked = operate(
    { database: empty.operator },
    ['solvency-snapshot', '--by', 'Asha', '--reason', 'the first day'],
    undefined,
  )
  expect(await asked).toEqual({ ok: false, why: 'There is no player yet, so nothing is owed.' })
})

describe('the audit finds', () => {
  const found = async () =>
    (await audit({ database: scene.db.worker, surroundings: system, seeds }, { full: false }))
      .filter(({ invariant }) => invariant === 17)
      .flatMap((finding) => finding.found)
  const planted = async (statement: string) => {
    await scene.db.owner.rows({ name: `planted ${statement}`, text: statement })
    return await found()
  }

  test('nothing where all is well', async () => {
    expect(await found()).toEqual([])
  })
  test('OWED-06 a leaf of less than a player was owed', async () => {
    expect(
      await planted(`update solvency.leaves set amounts = '{1,0,0,0,0,0}'
        where hash = (select min(hash) from solvency.leaves l join solvency.snapshots s
          using (snapshot) where s.taken_at = (select max(taken_at) from solvency.snapshots))`),
    ).toEqual([expect.stringMatching(/^snapshot \d{8}T\d{6}Z says \d+, its leaves make \d+/)])
  })
  test('a root that was changed', async () => {
    expect(
      (
        await planted(`update solvency.snapshots set root = sha256('x')
        where taken_at = (select min(taken_at) from solvency.snapshots)`)
      ).length,
    ).toBe(2)
  })
  test('a wallet of more than its movements', async () => {
    expect(
      await planted(`update ledger.wallets set deposit = deposit + 1
        where player_id = (select min(player_id) from ledger.wallets)`),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^players are owed \d+, but the movements and open stakes make \d+/),
      ]),
    )
  })
})
