import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { listTransactions } from '../../src/activity/list-transactions.ts'
import { atOneMoment } from '../../src/ledger/at-one-moment.ts'
import { playerNodes } from '../../src/ledger/player-nodes.ts'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import {
  connect,
  type Database,
  one,
  type Queryable,
  sql,
} from '../../src/platform/database/database.ts'
import { isDatabaseDown } from '../../src/platform/database/database-failure.ts'
import { spread } from '../../src/platform/database/spread.ts'
import { SessionUnseen } from '../../src/platform/http/call.ts'
import { system } from '../../src/platform/process/clock.ts'
import { roundLedger } from '../../src/rounds/round-ledger.ts'
import { countAll } from '../database/count-all.ts'
import { freshDatabase, slowAnswersMs, type TestDatabase } from '../database/fresh-database.ts'
import { untilWaiting } from '../database/until-waiting.ts'
import { balancesOf, bringFriend, fund, makePlayer, setCatalogue } from '../players/player.ts'
import {
  changes,
  comparable,
  housesOwn,
  ordinary,
  pairs,
  prepare,
  type Scene,
  writtenBy,
} from '../rounds/bet-scenes.ts'
import { playOn } from '../rounds/play-on.ts'
import { betCall, movesCall } from '../rounds/round-calls.ts'
import { seeds } from '../seeds.ts'
import { timesOf } from '../times-of.ts'

/** A database whose players are spread over two nodes. CLUSTER_LOOKS=500 looks that often. */

const looks = timesOf('CLUSTER_LOOKS', process.env.CLUSTER_LOOKS ?? '20')
const raceTurns = Math.ceil(looks / 4)

/** Who waits for the moment that another takes. */
const waiting = sql`
  select pid from pg_locks where not granted and relation = 'pg_dist_transaction'::regclass
    and database = (select oid from pg_database where datname = current_database())`

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

const nodeUrls = () =>
  (inject('postgres').nodes ?? []).map((url) => url.replace('/pipkin?', `/${db.name}?`))

async function onEachNode<R extends object>(query: string): Promise<R[][]> {
  const answers: R[][] = []
  for (const url of nodeUrls()) {
    const client = new pg.Client(url)
    await client.connect()
    answers.push((await client.query<R>(query)).rows)
    await client.end()
  }
  return answers
}

const nodeOf = sql`
  select nodeid::integer as node from pg_dist_shard_placement p
  join pg_dist_node n on n.nodename = p.nodename and n.nodeport = p.nodeport
  where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`

/** Players on both nodes, at least two on each. */
async function playersOfBoth() {
  const byNode = new Map<number, Awaited<ReturnType<typeof makePlayer>>[]>()
  while ([...byNode.values()].filter((players) => players.length >= 2).length < 2) {
    const player = await makePlayer(db, { deposit: fkr(10_000) })
    const [row] = await db.owner.rows<{ node: number }>(nodeOf, [player])
    byNode.set(row?.node ?? 0, [...(byNode.get(row?.node ?? 0) ?? []), player])
  }
  return [...byNode.values()].map((players) => players.slice(0, 2))
}

/** Its last bet was long ago: the next one begins a session. */
const longAgo = sql`
  update ledger.wallets set played_at = now() - interval '2 hours' where player_id = $1`

test('bets, limits, rewards and sends across the nodes leave the audit clean', async () => {
  const [[ada, ben] = [], [cem, dia] = []] = await playersOfBoth()
  if (!ada || !ben || !cem || !dia) throw new Error('four players')
  await bringFriend(db, ada, cem)
  await bringFriend(db, ben, dia)
  // Each bet is judged, and one of the first warns.
  const warned = sql`
    select ledger.set_limit($1, 'loss', 'day', 100000, 'UTC', '{"warn_percent": 1}')`
  for (const player of [ada, cem]) {
    await db.owner.rows(longAgo, [player])
    await db.database.rows(warned, [player])
  }

  const acknowledged: string[] = []
  const nodes = await nodesOf(db.database)
  const playing = [ada, ben, cem, dia].map(async (player) => {
    const stopping = new AbortController()
    let rounds = 0
    await playOn(
      db.database,
      player,
      (id) => {
        acknowledged.push(id)
        rounds += 1
        if (rounds === 22) stopping.abort()
      },
      stopping.signal,
      nodes,
    )
  })
  // Each sends to each at the same moment, in both directions.
  const sending = [ada, ben, cem, dia].flatMap((from) =>
    [ada, ben, cem, dia]
      .filter((to) => to !== from)
      .map((to) =>
        db.database.rows<{ sent: { id?: string } }>(
          sql`select ledger.send($1, gen_random_uuid(), $2, 1000, null, null) as sent`,
          [from, to],
        ),
      ),
  )
  const sent = await Promise.all(sending)
  await Promise.all(playing)
  await nodes.stop()
  expect(acknowledged).toHaveLength(88)
  expect(sent.flat().filter(({ sent: { id } }) => id !== undefined)).toHaveLength(12)
  expect((await balancesOf(db, cem)).bonus).toBeGreaterThan(0n)

  const told = sql`select count(*)::integer as notices from ledger.limit_notices`
  expect(await db.owner.rows(told)).toEqual([{ notices: 2 }])
  await countAll(db)
  const [figures] = await db.worker.rows<{ counted: number; moved: number }>(sql`
    select (select sum(times)::integer from activity.house where unit = 'day') as counted,
           (select count(*)::integer from ledger.movements) as moved`)
  expect(figures?.counted).toBe(figures?.moved)

  const findings = await audit({ database: db.worker, surroundings: system, seeds }, { full: true })
  expect(auditReport(findings)).not.toMatch(/WRONG/)
  expect(findings.find(({ invariant }) => invariant === 9)?.checked).toBe(88n)
})

/** The API's connections as in production, and what Citus has ended on them. */
function asInProduction() {
  const ended = new Set<string>()
  const database = connect(db.url, {
    connections: 2,
    onError: () => undefined,
    onDeadlock: ({ message }) => ended.add(message),
    slowAnswersMs,
  })
  onTestFinished(() => database.close())
  return { database, ended }
}

const asDeadlock = new Set([
  'canceling the transaction since it was involved in a distributed deadlock',
])

interface Sent {
  readonly id: string
  readonly from: number
  readonly to: number
}

async function send(by: Queryable, from: number, to: number): Promise<Sent> {
  const statement = sql`
    select ledger.send($1, gen_random_uuid(), $2, 1000, null, null) ->> 'id' as id`
  return { ...(await one(by.rows<{ id: string }>(statement, [from, to]))), from, to }
}

/** Each of these was made once, and no other between these players. */
async function expectSent(players: readonly number[], sent: readonly Sent[]): Promise<void> {
  const movements = await db.owner.rows<{ movement: string }>(
    sql`
      select movement_id || ' ' || player_id || ' ' || kind as movement from ledger.movements
      where player_id = any($1) and kind in ('send', 'received')`,
    [players],
  )
  const expected = sent.flatMap(({ id, from, to }) => [
    `${id} ${from} send`,
    `${id} ${to} received`,
  ])
  expect(movements.map(({ movement }) => movement).sort()).toEqual(expected.sort())
}

test('sends that lock in a circle over two nodes are each made once', async () => {
  const [[ada, ben] = [], [cem, dia] = []] = await playersOfBoth()
  if (!ada || !ben || !cem || !dia) throw new Error('four players')
  const { database, ended } = asInProduction()
  const both = Promise.withResolvers<void>()
  let runs = 0
  // A transaction of two sends, of which each is between the players of one node.
  const sendTwice = (first: [number, number], second: [number, number]) =>
    database.transaction(async (inside) => {
      const sent = await send(inside, ...first)
      runs += 1
      if (runs === 2) both.resolve()
      await both.promise
      return [sent, await send(inside, ...second)]
    })
  const sent = await Promise.all([
    sendTwice([ada, ben], [cem, dia]),
    sendTwice([dia, cem], [ben, ada]),
  ])
  expect(ended).toEqual(asDeadlock)
  expect(runs).toBeGreaterThan(2)
  await expectSent([ada, ben, cem, dia], sent.flat())
})

test('a send that only waits, and that Citus takes for part of a circle, is made once', async () => {
  const [[ada, ben] = [], [cem] = []] = await playersOfBoth()
  if (!ada || !ben || !cem) throw new Error('three players')
  const { database, ended } = asInProduction()
  const { nodes, bet } = await straight()
  onTestFinished(() => nodes.stop())
  const part = nodes.partOf(ben)
  const { group } = await one(
    db.owner.rows<{ group: number }>(
      sql`select groupid::integer as group from pg_dist_placement where shardid = $1`,
      [part],
    ),
  )
  const node = new pg.Client(nodeUrls()[group])
  await node.connect()
  onTestFinished(() => node.end())
  // A call at the node holds the receiver, as a bet does. Another, which Citus takes for the same
  // one, waits for the sender, and another send waits for that.
  await node.query('begin')
  await node.query(`select from ledger.wallets_${part} where player_id = ${ben} for no key update`)
  const first = send(database, ada, ben)
  await untilWaiting(db)
  const placed = bet(ada)
  await untilWaiting(db, { many: 2 })
  const second = send(database, ada, cem)
  await expect.poll(() => ended).toEqual(asDeadlock)
  await node.query('commit')
  await expectSent([ada, ben, cem], await Promise.all([first, second]))
  expect(await placed).toHaveProperty('placed')
})

test('of deposits at the same moment none passes the limit', async () => {
  const request = sql`
    select cashier.request_deposit(player_id, gen_random_uuid(), 10000, address, null, null)
      ->> 'refusal' as refusal
    from cashier.addresses where address = $1`
  for (let turn = 0; turn < raceTurns; turn += 1) {
    const player = await makePlayer(db)
    await db.database.rows(sql`select ledger.set_limit($1, 'deposit', 'day', 29999, 'UTC')`, [
      player,
    ])
    const wallets = await db.owner.rows<{ address: string }>(
      sql`insert into cashier.addresses (address, player_id)
        select '0x' || lpad(to_hex($1::bigint * 1000 + n), 40, '0'), $1
        from generate_series(1, 10) n returning address`,
      [player],
    )
    const answers = await Promise.all(
      wallets.map(({ address }) =>
        one(db.database.rows<{ refusal: string | null }>(request, [address])),
      ),
    )
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(2)
  }
})

test('while a moment is taken bets go on, and what touches several nodes waits', async () => {
  const [[ada, ben] = [], [cem] = []] = await playersOfBoth()
  if (!ada || !ben || !cem) throw new Error('three players')
  const ended: string[] = []
  const send = (to: number) =>
    db.database
      .rows(sql`select ledger.send($1, gen_random_uuid(), $2, 1000, null, null)`, [ada, to])
      .then(() => ended.push('send'))
  const sending = await db.worker.transaction(async (gate) => {
    await gate.rows(sql`select ledger.hold_commits()`)
    const sent = send(cem)
    const stopping = new AbortController()
    await playOn(db.database, ben, () => stopping.abort(), stopping.signal)
    ended.push('bet')
    await expect.poll(() => db.owner.rows(waiting)).not.toEqual([])
    ended.push('moment')
    return { sent }
  })
  await sending.sent
  expect(ended).toEqual(['bet', 'moment', 'send'])
})

test('a house that lives is found whole: audits, and what is owed, while players send', async () => {
  const [[ada, ben] = [], [cem, dia] = []] = await playersOfBoth()
  if (!ada || !ben || !cem || !dia) throw new Error('four players')
  const stopping = new AbortController()
  const everyPair = [ada, ben, cem, dia].flatMap((from) =>
    [ada, ben, cem, dia].filter((to) => to !== from).map((to) => ({ from, to })),
  )
  const sending = [0, 1, 2].map(async (first) => {
    for (let turn = first; !stopping.signal.aborted; turn += 3) {
      const { from, to } = everyPair[turn % everyPair.length]!
      await db.database.rows(sql`select ledger.send($1, gen_random_uuid(), $2, 100, null, null)`, [
        from,
        to,
      ])
    }
  })
  const playing = playOn(db.database, ada, () => undefined, stopping.signal)
  try {
    const wrong = sql`
      select sum(transfers) filter (where transfers <> 0)::text as transfers from ledger.movements`
    for (let look = 0; look < looks; look += 1) {
      const seen = await atOneMoment(db.worker, async (inside) => ({
        transfers: (await one(inside.rows<{ transfers: string | null }>(wrong))).transfers,
        owed: await one(
          inside.rows<{ players: string; ledger: string }>(sql`
            select (select sum(deposit + bonus + win + referral + stakes + payouts)
                    from solvency.liabilities)::text as players,
                   solvency.ledger_owes()::text as ledger`),
        ),
      }))
      expect(seen).toMatchObject({ transfers: '0', owed: { players: seen.owed.ledger } })
    }
    const findings = await audit(
      { database: db.worker, surroundings: system, seeds },
      { full: true },
    )
    expect(auditReport(findings)).not.toMatch(/WRONG/)
  } finally {
    stopping.abort()
    await Promise.all([...sending, playing])
  }
})

test('each node has part of the players, and the roles may do the same on each', async () => {
  const parts = await db.owner.rows<{ shards: number }>(sql`
    select count(*)::integer as shards from citus_shards
    where table_name = 'ledger.wallets'::regclass group by nodename`)
  expect(parts).toEqual([{ shards: 4 }, { shards: 4 }])

  const rights = `
    select r.role, p.oid::regprocedure::text as function
    from unnest('{public, pipkin_app, pipkin_worker, pipkin_operator}'::text[]) r (role),
      pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('ledger', 'cashier', 'referral', 'activity', 'log')
      and p.prorettype <> 'trigger'::regtype and has_function_privilege(r.role, p.oid, 'execute')`
  const [onCoordinator = [], ...onOthers] = await onEachNode<{ role: string; function: string }>(
    rights,
  )
  const known = new Set(onCoordinator.map((row) => `${row.role} ${row.function}`))
  for (const rows of onOthers) {
    const more = rows.filter((row) => !known.has(`${row.role} ${row.function}`))
    // What is asked there straight, for each of eight parts.
    expect(
      new Set(more.map((row) => `${row.role} ${row.function.replace(/_\d+\(.*/, '')}`)),
    ).toEqual(
      new Set(
        ['place_bets', 'store_moves_of_rounds', 'read_rounds_alone', 'shown_movements_alone'].map(
          (name) => `pipkin_app ledger.${name}`,
        ),
      ),
    )
    expect(more).toHaveLength(32)
  }

  const writes = `
    select r.role, c.oid::regclass::text as relation, act
    from unnest('{pipkin_app, pipkin_worker, pipkin_operator}'::text[]) r (role),
      unnest('{insert, update, delete, truncate}'::text[]) act,
      pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'ledger' and c.relkind = 'r' and has_table_privilege(r.role, c.oid, act)`
  for (const rows of await onEachNode(writes)) expect(rows).toEqual([])
})

/** The nodes as they are now: what moves later isn't noticed. */
async function nodesOf(database: Database) {
  const onError = (error: unknown) => process.stderr.write(`${error}\n`)
  const nodes = playerNodes({ database, url: db.url, onError, everyMs: 600_000 })
  await expect.poll(() => nodes.partOf(1)).toBeDefined()
  return nodes
}

/** Asks the nodes straight, and notes what the coordinator is asked all the same, after `first`. */
async function straight(first?: () => Promise<unknown>) {
  const asked: string[] = []
  const noting: Database = {
    ...db.database,
    async rows(statement, values) {
      asked.push(statement.text)
      await first?.()
      return db.database.rows(statement, values)
    },
  }
  const nodes = await nodesOf(db.database)
  const ledger = roundLedger(noting, seeds, { nodes })
  const pages = listTransactions(noting, nodes)
  const bet = (player: number, game = 1) => ledger.placeBet(betCall(player, { game }))
  const lose = (player: number, round: string | null = null) =>
    ledger.storeMoves(movesCall(player, round, { status: 'loss', payout: 0n }))
  return { asked, nodes, ledger, bet, lose, pages }
}

const roundsOf = async (player: number) =>
  db.owner.rows<{ nonce: number; round: string }>(
    sql`select nonce, round_id as round from ledger.rounds where player_id = $1 order by nonce`,
    [player],
  )

/** All that unlocks a friend's reward. */
const covered = sql`
  update ledger.wallets set deposited = 100000, staked = 200000, contributed = 30000
  where player_id = $1`

test('plain bets and moves are made at the player’s node, others by the coordinator', async () => {
  const [[ada] = [], [cem] = []] = await playersOfBoth()
  if (!ada || !cem) throw new Error('two players')
  const { asked, nodes, ledger, bet, lose } = await straight()
  for (const player of [ada, cem]) expect(await bet(player, 1)).toHaveProperty('placed.nonce', 0)
  // The nodes have no sessions, so they couldn't look at one that is watched.
  const watched = { isLive: false }
  const session = { id: randomUUID(), player: ada, tokenHash: Buffer.alloc(32) }
  await expect(
    ledger.storeMoves(movesCall(ada, null), { ...session, confirmedUntil: null, watched }),
  ).rejects.toThrow(SessionUnseen)
  const answers = await Promise.all([ada, cem].map((player) => bet(player, 2)))
  expect(answers).toMatchObject([{ placed: { nonce: 1 } }, { placed: { nonce: 1 } }])
  for (const player of [ada, cem]) {
    const before = await balancesOf(db, player)
    const [, open] = await roundsOf(player)
    const end = { status: 'win', payout: 3000n, settlement: randomUUID() }
    const win = movesCall(player, open?.round ?? null, end)
    expect(await ledger.storeMoves(win)).toMatchObject({ stored: true, balances: { win: 3000 } })
    expect(await ledger.storeMoves(win)).toEqual({ conflict: true })
    expect(await balancesOf(db, player)).toEqual({ ...before, win: before.win + 3000n })
  }
  await fund(db, ada, { bonus: fkr(1) })
  expect(await bet(ada, 3)).toMatchObject({ placed: { nonce: 2, split: { bonus: 100 } } })
  // A reward that is locked, and one that has to be judged: the coordinator knows.
  await bringFriend(db, cem, ada)
  const again = async () => {
    const { round } = (await roundsOf(ada)).at(-1) ?? {}
    await lose(ada, round)
    return bet(ada, 2)
  }
  const locked = { bonus: 10_000, locked_bonus: 10_000 }
  expect(await bet(ada, 2)).toMatchObject({ placed: { nonce: 3 }, balances: locked })
  expect(asked).toEqual([])
  await db.owner.rows(covered, [ada])
  const unlocked = { bonus: 9_200, locked_bonus: 0 }
  expect(await again()).toMatchObject({ placed: { nonce: 4 }, balances: unlocked })
  expect(asked).toHaveLength(2)
  // Until a sweep notes that it is unlocked for good.
  await db.worker.rows(sql`select referral.note_unlocked(0, 100)`)
  const freed = { bonus: 8_400, locked_bonus: 0 }
  expect(await again()).toMatchObject({ placed: { nonce: 5 }, balances: freed })
  expect(asked).toHaveLength(2)
  await nodes.stop()
})

/** Asks again as a client does: a busy machine moves a part for longer than a call waits for it. */
async function untilAnswered<R>(ask: () => Promise<R>): Promise<R> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
    }
}

test('a part that moved is asked at its new node, and the old one refuses', async () => {
  const [[ada] = []] = await playersOfBoth()
  if (!ada) throw new Error('a player')
  const { asked, nodes, ledger, bet, lose } = await straight()
  const play = async () => {
    const answer = await bet(ada)
    if (!('placed' in answer)) throw new Error(JSON.stringify(answer))
    const { round } = (await roundsOf(ada)).at(-1) ?? {}
    expect(await lose(ada, round)).toHaveProperty('stored', true)
  }
  for (let times = 0; times < 3; times += 1) await play()
  expect(await bet(ada, 2)).toHaveProperty('placed.nonce', 3)
  expect(asked).toEqual([])

  // A node that copies a part connects to itself, too.
  for (const url of nodeUrls()) {
    const node = new pg.Client(url)
    await node.connect()
    await node.query(`alter system set citus.local_hostname = ${pg.escapeLiteral(node.host)}`)
    await node.query('select pg_reload_conf()')
    await node.end()
  }
  const admin = new pg.Client(nodeUrls()[0])
  await admin.connect()
  onTestFinished(() => admin.end())
  const move = () =>
    admin.query(
      `select citus_move_shard_placement(p.shardid, n.nodename, n.nodeport, o.nodename, o.nodeport,
         'block_writes')
       from pg_dist_placement p join pg_dist_node n using (groupid)
       join pg_dist_node o on o.groupid not in (0, n.groupid)
       where p.shardid = $1`,
      [nodes.partOf(ada)],
    )
  // What isn't plain waits as well, one of it for the whole move or several: an answer is kept at
  // the node that has the part then.
  let isMoving = true
  const moving = move().finally(() => {
    isMoving = false
  })
  const hash = Buffer.alloc(32, 1)
  let kept = 0
  const resumptions = async () => {
    for (; isMoving; kept += 1) {
      const call = betCall(ada, { game: 2, key: `key-${kept}`, inputHash: hash })
      expect(await untilAnswered(() => ledger.placeBet(call))).toHaveProperty('resumed', true)
    }
  }
  const [{ round } = { round: null }] = await roundsOf(ada)
  const reads = async () => {
    const call = { player: ada, round, key: null, inputHash: null }
    while (isMoving)
      expect(await untilAnswered(() => ledger.readRound(call))).toHaveProperty('round.status')
  }
  await Promise.all([moving, resumptions(), reads()])
  const { answers } = await one(
    db.owner.rows<{ answers: bigint }>(
      sql`select count(*) as answers from ledger.requests where player_id = $1`,
      [ada],
    ),
  )
  expect(Number(answers)).toBe(kept)
  await play()
  expect(asked).not.toEqual([])
  await nodes.stop()

  const again = await straight()
  const answer = await again.bet(ada)
  expect(answer).toHaveProperty('placed.nonce', 5)
  expect(again.asked).toEqual([])
  await again.nodes.stop()
  expect(await roundsOf(ada)).toHaveLength(6)
})

test('what is planned while a part moves is planned again', async () => {
  const [[ada] = []] = await playersOfBoth()
  if (!ada) throw new Error('a player')
  const url = nodeUrls()[0] ?? ''
  const admin = connect(url, { connections: 1, onError: () => undefined, slowAnswersMs })
  onTestFinished(() => admin.close())
  let runs = 0
  await admin.transaction(async (inside) => {
    runs += 1
    // A plan reads the places of its tables one after another, and a move commits in between.
    if (runs === 1)
      await inside.rows(
        sql`
          update pg_dist_placement set groupid = 3 - groupid
          where shardid = get_shard_id_for_distribution_column('ledger.rounds', $1::integer)`,
        [ada],
      )
    await inside.rows(
      sql`
        update ledger.wallets w set played_at = now() from ledger.rounds r
        where r.player_id = w.player_id and w.player_id = $1`,
      [ada],
    )
  })
  expect(runs).toBe(2)
})

test('bets of all kinds are answered at the node as by the coordinator', async () => {
  const { asked, nodes, ledger } = await straight()
  const byCoordinator = roundLedger(db.database, seeds)
  await db.owner.rows(sql`update ledger.games set rounds_a_day = 1 where game = 1`)
  const { since } = await one(
    db.owner.rows<{ since: Date }>(sql`select clock_timestamp() as since`),
  )
  const askedFor: Partial<Scene>[] = []
  for (const [place, change] of [...changes, ...pairs].entries()) {
    const scene = { ...ordinary, ...change }
    const there = await prepare(db, scene, String(place))
    const here = await prepare(db, scene, String(place))
    const answer = await ledger.placeBet(there)
    expect({
      change,
      answer: comparable(answer),
      wrote: await writtenBy(db, there, since),
    }).toEqual({
      change,
      answer: comparable(await byCoordinator.placeBet(here)),
      wrote: await writtenBy(db, here, since),
    })
    if (asked.splice(0).length > 0) askedFor.push(change)
  }
  expect(askedFor).toEqual(housesOwn)
  await db.owner.rows(sql`update ledger.games set rounds_a_day = null where game = 1`)
  await nodes.stop()
})

test('rounds are read, moved and ended at the node, but for what the house has', async () => {
  const [[ada, ben] = []] = await playersOfBoth()
  if (!ada || !ben) throw new Error('two players')
  const { asked, nodes, ledger, bet, lose } = await straight()
  const open = async (player: number, game = 1) => {
    await bet(player, game)
    return (await roundsOf(player)).at(-1)?.round ?? null
  }
  const key = { key: 'key', inputHash: Buffer.alloc(32, 1) }
  const move = (player: number, round: string | null) =>
    ledger.storeMoves(movesCall(player, round, { moves: '[1]', ...key }))
  const tie = (player: number, round: string | null) => {
    const end = { after: 1, status: 'tie', payout: 1000n, settlement: randomUUID() }
    return ledger.storeMoves(movesCall(player, round, end))
  }
  const first = await open(ada)
  const read = (player: number) => ledger.readRound({ player, round: first, ...key })
  const waits = { earlier: null, round: { round_id: first, status: 'pending', moves: [] } }
  expect(await read(ada)).toMatchObject(waits)
  expect(await read(ada)).toEqual(
    await roundLedger(db.database, seeds).readRound({ player: ada, round: first, ...key }),
  )
  expect(await read(ben)).toEqual({ earlier: null, round: null })
  expect(await move(ada, first)).toMatchObject({ stored: true })
  expect(await read(ada)).toMatchObject({
    earlier: { answer: { moves: 1 } },
    round: { moves: [1] },
  })
  expect(await tie(ada, first)).toMatchObject({ balances: { deposit: 1_000_000 } })
  expect(asked.splice(0)).toEqual([])

  // A part of the day's budget comes back.
  const atRisk = await open(ada, 4)
  expect(asked.splice(0)).toHaveLength(1)
  expect(await lose(ada, atRisk)).toMatchObject({ stored: true })
  expect(asked.splice(0)).toHaveLength(1)

  // The balances say how much of the Bonus is locked, and a tie gives back what came from it.
  await fund(db, ben, { bonus: fkr(12) })
  const [ended, tied] = [await open(ben, 2), await open(ben, 3)]
  expect(await move(ben, tied)).toMatchObject({ stored: true })
  expect(await balancesOf(db, ben)).toMatchObject({ bonus: 0n })
  await bringFriend(db, ada, ben)
  expect(await tie(ben, tied)).toMatchObject({ balances: { bonus: 10_400, locked_bonus: 10_000 } })
  expect(asked.splice(0)).toEqual([])
  await db.owner.rows(covered, [ben])
  expect(await lose(ben, ended)).toMatchObject({ balances: { bonus: 10_400, locked_bonus: 0 } })
  expect(asked.splice(0)).toHaveLength(1)
  // The node has answered with null, and not failed.
  expect(nodes.partOf(ada)).toBeDefined()
  expect(nodes.partOf(ben)).toBeDefined()
  await nodes.stop()
})

test('a page of movements comes from the node, but for those of the cashier', async () => {
  const [[ada, ben] = []] = await playersOfBoth()
  if (!ada || !ben) throw new Error('two players')
  const { asked, nodes, bet, pages } = await straight()
  for (const game of [1, 2, 3]) await bet(ada, game)
  await fund(db, ada, { deposit: fkr(1), bonus: fkr(2), win: fkr(3), referral: fkr(4) })
  const byCoordinator = listTransactions(db.database)
  const asks = [
    { player: ada, limit: 20, all: true },
    { player: ada, limit: 2, all: false },
    { player: ben, limit: 20, all: false },
  ]
  const answers = await Promise.all(asks.map((ask) => pages(ask)))
  expect(answers).toEqual(await Promise.all(asks.map((ask) => byCoordinator(ask))))
  expect(answers).toMatchObject([
    { answer: { transactions: Array(5).fill({ player: ada }) } },
    { answer: { transactions: Array(2).fill({ player: ada }), next: expect.any(String) } },
    { answer: { transactions: [{ player: ben }] } },
  ])
  const [, first] = answers
  const cursor = first?.ok ? first.answer.next : undefined
  const second = await pages({ player: ada, limit: 2, all: false, cursor })
  expect(second).toEqual(await byCoordinator({ player: ada, limit: 2, all: false, cursor }))
  expect(second).not.toEqual(first)
  expect(asked).toEqual([])

  await db.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 100, chain => -100,
      operation => gen_random_uuid())`,
    [ben],
  )
  const ask = { player: ben, limit: 20, all: false }
  expect(await pages(ask)).toEqual(await byCoordinator(ask))
  expect(asked).toHaveLength(1)
  await nodes.stop()
})

test('bets of one moment are each made once, at the node or by the coordinator', async () => {
  const [[ada, ben] = []] = await playersOfBoth()
  if (!ada || !ben) throw new Error('two players')
  const { asked, nodes, ledger, bet } = await straight()
  // Two of a player, of which one begins a session, and the same with what the coordinator makes.
  await db.owner.rows(longAgo, [ada])
  expect(await Promise.all([bet(ada, 1), bet(ada, 2)])).toMatchObject([
    { placed: { nonce: 0 } },
    { placed: { nonce: 1 } },
  ])
  expect(asked).toEqual([])
  const answers = await Promise.all([bet(ada, 3), bet(ada, 4), bet(ada, 3)])
  expect(answers).toMatchObject([{ placed: { nonce: 2 } }, { placed: {} }, { resumed: true }])
  expect(asked).toHaveLength(1)

  // The same request twice at once, and later again.
  const twice = () => ledger.placeBet(betCall(ben, { key: 'key', inputHash: Buffer.alloc(32, 1) }))
  asked.splice(0)
  await Promise.all([twice(), twice()])
  const [{ round: first } = {}] = await roundsOf(ben)
  expect(await twice()).toMatchObject({ moves: 0, round: { round_id: first } })
  expect(await roundsOf(ben)).toHaveLength(1)
  expect(asked).toEqual([])
  await nodes.stop()
})

test('a freeze counts at the node, and between the node and the coordinator', async () => {
  const [[ada, ben] = []] = await playersOfBoth()
  if (!ada || !ben) throw new Error('two players')
  const freeze = sql`select ledger.set_frozen($1, true)`
  const { asked, nodes, bet } = await straight(() => db.database.rows(freeze, [ben]))
  await db.owner.rows(longAgo, [ada])
  const waiting = await db.database.transaction(async (inside) => {
    await inside.rows(freeze, [ada])
    const answer = bet(ada)
    await expect
      .poll(() =>
        onEachNode(`select from pg_locks where not granted and locktype = 'transactionid'`),
      )
      .toContainEqual([{}])
    return { answer }
  })
  expect(await waiting.answer).toEqual({ refusal: 'accountFrozen' })
  expect(asked).toEqual([])

  // The next epoch is the coordinator's.
  await db.owner.rows(sql`update ledger.wallets set nonce = 999 where player_id = $1`, [ben])
  expect(await bet(ben)).toEqual({ refusal: 'accountFrozen' })
  expect(asked).toHaveLength(1)
  expect([...(await roundsOf(ada)), ...(await roundsOf(ben))]).toEqual([])
  await nodes.stop()
})

test('received money is held or free, in the moment in which its time ends too', async () => {
  const { asked, nodes, bet } = await straight()
  const held = sql`
    update ledger.wallets set received = array[
      row($2::timestamptz, 700)::ledger.received_part, row('2100-01-01', 300)::ledger.received_part]
    where player_id = $1`
  const left = sql`
    select ledger.sum_received(ledger.add_received(w.received, r.received))::integer as held
    from ledger.wallets w join ledger.rounds r using (player_id) where player_id = $1`
  const sums = new Set<number>()
  for (let turn = 0; turn < looks; turn += 1) {
    const player = await makePlayer(db, { deposit: fkr(10) })
    const { ends } = await one(
      db.owner.rows<{ ends: Date }>(
        sql`select clock_timestamp() + $1 * interval '1 millisecond' as ends`,
        [turn % 10],
      ),
    )
    await db.owner.rows(held, [player, turn === 0 ? '2100-01-01' : ends])
    expect(await bet(player)).toHaveProperty('placed')
    sums.add((await one(db.owner.rows<{ held: number }>(left, [player]))).held)
  }
  expect([...sums].sort()).toEqual([1000, 300])
  expect(asked).toEqual([])
  await nodes.stop()
})

test('a node whose copies a migration has outrun isn’t asked until they are made anew', async () => {
  const [[ada] = []] = await playersOfBoth()
  if (!ada) throw new Error('a player')
  const [coordinator = '', ...others] = nodeUrls()
  const { nodes: before, bet } = await straight()
  expect(await bet(ada)).toHaveProperty('placed')
  await before.stop()

  // As a later migration does: the same function, and the view that one reads, said otherwise.
  const { body, view } = await one(
    db.owner.rows<{ body: string; view: string }>(
      sql`select pg_get_functiondef('ledger.weigh_bet'::regproc) as body,
            rtrim(pg_get_viewdef('ledger.round_records'::regclass), ';') as view`,
    ),
  )
  const later = [
    body.replace(/(?<=\$function\$)\n/, '\n  -- It has changed.\n'),
    `create or replace view ledger.round_records as ${view} where r.stake > 0`,
  ]
  for (const change of later) {
    await db.owner.rows(sql([change]))
    const errors: unknown[] = []
    const nodes = playerNodes({
      database: db.database,
      url: db.url,
      onError: (error) => errors.push(error),
      everyMs: 1,
    })
    await expect.poll(() => errors.length).toBeGreaterThan(2)
    expect(nodes.partOf(ada)).toBeUndefined()
    expect(String(errors[0])).toMatch('run "npm run spread" again')
    await spread(coordinator, others)
    await expect.poll(() => nodes.partOf(ada)).toBeDefined()
    await nodes.stop()
  }
})

test('a database that is spread stays as it is when it is spread again', async () => {
  const [coordinator = '', ...others] = nodeUrls()
  const before = await onEachNode(
    'select logicalrelid::text, partmethod from pg_dist_partition order by 1',
  )
  expect(await spread(coordinator, others)).toEqual([])
  expect(
    await onEachNode('select logicalrelid::text, partmethod from pg_dist_partition order by 1'),
  ).toEqual(before)
})
