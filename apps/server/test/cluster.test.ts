import { fkr } from '@pipkin/money'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { audit, auditReport } from '../src/operator/audit/audit.ts'
import { sql } from '../src/platform/database/database.ts'
import { spread } from '../src/platform/database/spread.ts'
import { system } from '../src/platform/process/clock.ts'
import { countAll } from './count-all.ts'
import { freshDatabase, type TestDatabase } from './fresh-database.ts'
import { playOn } from './play-on.ts'
import { balancesOf, bringFriend, makePlayer, setCatalogue } from './player.ts'
import { seeds } from './seeds.ts'

/** A database whose players are spread over two nodes. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

const nodes = () =>
  (inject('postgres').nodes ?? []).map((url) => url.replace('/pipkin?', `/${db.name}?`))

async function onEachNode<R extends object>(query: string): Promise<R[][]> {
  const answers: R[][] = []
  for (const url of nodes()) {
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

test('bets, limits, rewards and sends across the nodes leave the audit clean', async () => {
  const [[ada, ben] = [], [cem, dia] = []] = await playersOfBoth()
  if (!ada || !ben || !cem || !dia) throw new Error('four players')
  await bringFriend(db, ada, cem)
  await bringFriend(db, ben, dia)

  const acknowledged: string[] = []
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
  expect(acknowledged).toHaveLength(88)
  expect(sent.flat().filter(({ sent: { id } }) => id !== undefined)).toHaveLength(12)
  expect((await balancesOf(db, cem)).bonus).toBeGreaterThan(0n)

  const limit = sql`select ledger.set_limit($1, 'loss', 'day', 100000, 'UTC') as answer`
  expect(await db.database.rows(limit, [ada])).toEqual([{ answer: {} }])
  await countAll(db)
  const [figures] = await db.worker.rows<{ counted: number; moved: number }>(sql`
    select (select sum(times)::integer from activity.house where unit = 'day') as counted,
           (select count(*)::integer from ledger.movements) as moved`)
  expect(figures?.counted).toBe(figures?.moved)

  const findings = await audit({ database: db.worker, surroundings: system, seeds }, { full: true })
  expect(auditReport(findings)).not.toMatch(/WRONG/)
  expect(findings.find(({ invariant }) => invariant === 9)?.checked).toBe(88n)
})

test('each node has part of the players, and the roles may do the same on each', async () => {
  const parts = await db.owner.rows<{ shards: number }>(sql`
    select count(*)::integer as shards from citus_shards
    where table_name = 'ledger.wallets'::regclass group by nodename`)
  expect(parts).toEqual([{ shards: 16 }, { shards: 16 }])

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
  for (const rows of onOthers)
    expect(rows.filter((row) => !known.has(`${row.role} ${row.function}`))).toEqual([])

  const writes = `
    select r.role, c.oid::regclass::text as relation, act
    from unnest('{pipkin_app, pipkin_worker, pipkin_operator}'::text[]) r (role),
      unnest('{insert, update, delete, truncate}'::text[]) act,
      pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'ledger' and c.relkind = 'r' and has_table_privilege(r.role, c.oid, act)`
  for (const rows of await onEachNode(writes)) expect(rows).toEqual([])
})

test('a database that is spread stays as it is when it is spread again', async () => {
  const [coordinator = '', ...others] = nodes()
  const before = await onEachNode(
    'select logicalrelid::text, partmethod from pg_dist_partition order by 1',
  )
  expect(await spread(coordinator, others)).toEqual([])
  expect(
    await onEachNode('select logicalrelid::text, partmethod from pg_dist_partition order by 1'),
  ).toEqual(before)
})
