import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, hundredths } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { type Database, one, sql } from '../platform/database/database.ts'
import { listEarnings } from './list-earnings.ts'
import { listTeam } from './list-team.ts'
import { readInvite } from './read-invite.ts'

/** What a player sees of their team, also where it is ten thousand deep or wide. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

/**
 * Accounts from..from+count−1, each brought by what `referrer` says of its place. The first has
 * none.
 */
const plant = (
  from: number,
  count: number,
  referrer: 'the one before' | 'the first' | 'a third of it',
) =>
  db.owner.rows(
    sql`
    insert into players.accounts
      (player_id, name, mobile, email, password_hash, invite_code, referrer_id)
    select $1 + i, 'Meera ' || chr(65 + i % 26) || 'air', lpad(($1 + i)::text, 10, '9'),
           $1 + i || '@example.com', 'none',
           translate(($1 + i)::text, '01', 'AB'),
           case when i > 0 then $1 + case $3 when 'the one before' then i - 1
             when 'the first' then 0 else (i - 1) / 3 end end
    from generate_series(0, $2 - 1) i`,
    [from, count, referrer],
  )

type Tree = {
  readonly level: number
  readonly player: number
  readonly members: readonly Tree[]
}
const flat = (trees: readonly Tree[]): Tree[] =>
  trees.flatMap((tree) => [tree, ...flat(tree.members)])
const deep = (trees: readonly Tree[]): number =>
  trees.length && 1 + Math.max(...trees.map((tree) => deep(tree.members)))

/** The whole team, page by page; each page holds what it may. */
async function readTeam(player: number, limit = 100): Promise<Tree[]> {
  const members: Tree[] = []
  let cursor: string | undefined
  do {
    const page = await listTeam(db.database, { player: player as PlayerId, cursor, limit })
    if (!page.ok) throw new Error(page.code)
    const found = flat(page.answer.members)
    expect(found.length).toBe(page.answer.next ? limit : found.length)
    expect(deep(page.answer.members)).toBeLessThanOrEqual(20)
    members.push(...found.sort((a, b) => a.level - b.level || a.player - b.player))
    cursor = page.answer.next
  } while (cursor)
  return members
}

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: {
      readonly 'Shared Hit Blocks': number
      readonly 'Shared Read Blocks': number
    }
  }[]
}

/** How many blocks of 8 KiB PostgreSQL reads for a page of this team after a place. */
async function blocksOf(player: number, cursor: string): Promise<number> {
  let blocks = 0
  const explained: Database = {
    ...db.database,
    rows: async ({ text }, values) => {
      const explain = {
        name: 'explained',
        text: `explain (analyze, buffers, format json) ${text}`,
      }
      const { 'QUERY PLAN': plans } = await one(db.database.rows<Explained>(explain, values))
      for (const { Plan } of plans) blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      return []
    },
  }
  await listTeam(explained, { player: player as PlayerId, cursor, limit: 100 })
  return blocks
}

test('a chain of ten thousand comes in pages, complete and in order', async () => {
  await plant(20_000_000, 10_001, 'the one before')
  const team = await readTeam(20_000_000)
  expect(team.map((member) => [member.level, member.player])).toEqual(
    Array.from({ length: 10_000 }, (_, index) => [index + 1, 20_000_001 + index]),
  )
  expect(await readTeam(20_009_990)).toHaveLength(10)
  // The last page descends through all others, from index to index.
  expect(await blocksOf(20_000_000, '0.0')).toBeLessThan(2_000)
  expect(await blocksOf(20_000_000, '9900.20009900')).toBeLessThan(50_000)
})

test('ten thousand friends of one player are read, too', async () => {
  await plant(30_000_000, 10_001, 'the first')
  const team = await readTeam(30_000_000)
  expect(new Set(team.map((member) => member.player)).size).toBe(10_000)
  expect(team.every((member) => member.level === 1)).toBe(true)
  expect(await readTeam(30_000_001)).toEqual([])
  expect(await blocksOf(30_000_000, '0.0')).toBeLessThan(2_000)
  expect(await blocksOf(30_000_000, '1.30009900')).toBeLessThan(50_000)
})

test('a tree of friends is read by level, with pages of any size', async () => {
  await plant(40_000_000, 1_000, 'a third of it')
  const whole = (await readTeam(40_000_000)).map((member) => [member.level, member.player])
  expect(whole).toHaveLength(999)
  expect(whole.map(([level]) => level)).toEqual(
    whole.map(([level]) => level).toSorted((a, b) => a! - b!),
  )
  for (const limit of [1, 7, 99])
    expect(
      (await readTeam(40_000_000, limit)).map((member) => [member.level, member.player]),
    ).toEqual(whole)
})

test('a friend who hides the name stays hidden in team and earnings', async () => {
  const [referrer, friend, theirs] = [45_000_000, 45_000_001, 45_000_002]
  await plant(referrer, 3, 'the one before')
  await db.owner.rows(
    sql`
    with opened as (
      insert into ledger.wallets (player_id) values ($2), ($3)
    ), signed_in as (
      insert into referral.friends (player_id) values ($2), ($3)
    ), earned as (
      insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
        unlock_staked, unlock_contributed, movement_id, at)
      select $1, unnest(array[$2, $3]::int[]), 1, 100, 0, 0, 0, gen_random_uuid(), now()
    )
    update players.accounts set show_name = false where player_id in ($1, $2)`,
    [referrer, friend, theirs],
  )
  const team = await listTeam(db.database, { player: referrer as PlayerId, limit: 9 })
  expect(team).toMatchObject({
    answer: {
      members: [
        {
          name: 'Player ••01',
          // A player sees their own name.
          referrerName: 'Meera A.',
          members: [{ name: 'Meera C.', referrerName: 'Player ••01' }],
        },
      ],
    },
  })
  const earnings = await listEarnings(db.database, { player: referrer as PlayerId, limit: 9 })
  const names = earnings.ok ? earnings.answer.earnings : []
  expect(names.map(({ name, referrerName }) => `${name} by ${referrerName}`).toSorted()).toEqual([
    'Meera C. by Player ••01',
    'Player ••01 by Meera A.',
  ])
})

test('WORDS-10 a cursor that is none of ours is malformed', async () => {
  for (const cursor of ['', 'x', '1', '-1.5', '1.2.3', '99999999999.1', '1;2'])
    expect(await listTeam(db.database, { player: 1 as PlayerId, cursor, limit: 1 })).toMatchObject({
      code: 'malformed',
    })
  expect(
    await listEarnings(db.database, { player: 1 as PlayerId, cursor: 'x', limit: 1 }),
  ).toMatchObject({
    code: 'malformed',
  })
})

describe('what a referral has earned the viewer', () => {
  const [viewer, friend, grandchild] = [50_000_000, 50_000_001, 50_000_002] as PlayerId[]
  beforeAll(async () => {
    await plant(50_000_000, 3, 'the one before')
    await db.owner.rows(
      sql`select ledger.open_wallets(id) from generate_series(50000000, 50000002) id`,
    )
    await db.owner.rows(sql`update referral.settings set level_rewards = '{10000,2550}'`)
    await db.owner.rows(
      sql`
        update players.accounts set first_signed_in_at = now()
        where player_id between 50000001 and 50000002`,
    )
    await db.owner.rows(
      sql`update ledger.wallets set deposit = 77700 where player_id between 50000001 and 50000002`,
    )
  })

  test('REF-09 stands in the team, and the friend’s own money nowhere', async () => {
    const team = await listTeam(db.database, { player: viewer!, limit: 100 })
    expect(team.ok && team.answer.members).toMatchObject([
      {
        referralId: friend,
        level: 1,
        referrerName: 'Meera A.',
        name: 'Meera B.',
        earned: fkr(100),
        isLocked: true,
        members: [{ level: 2, referrerName: 'Meera B.', earned: 2_550n }],
      },
    ])
  })

  test('is a row per reward in the level earnings, newest first, in pages', async () => {
    const first = await listEarnings(db.database, { player: viewer!, limit: 1 })
    if (!first.ok) throw new Error(first.code)
    const second = await listEarnings(db.database, {
      player: viewer!,
      limit: 1,
      cursor: first.answer.next,
    })
    if (!second.ok) throw new Error(second.code)
    expect([...first.answer.earnings, ...second.answer.earnings]).toEqual([
      {
        referralId: grandchild,
        level: 2,
        earned: hundredths(2_550n),
        name: 'Meera C.',
        referrerName: 'Meera B.',
        isLocked: true,
        reward: { state: 'locked', deposited: 0, played: 0 },
      },
      {
        referralId: friend,
        level: 1,
        earned: fkr(100),
        name: 'Meera B.',
        referrerName: 'Meera A.',
        isLocked: true,
        reward: { state: 'locked', deposited: 0, played: 0 },
      },
    ])
    expect(first.answer.levels).toEqual([
      { level: 1, reward: fkr(100), friends: 1, earned: fkr(100) },
      { level: 2, reward: 2_550n, friends: 1, earned: 2_550n },
    ])
    expect(second.answer.levels).toBeUndefined()
    expect(second.answer.next).toBeUndefined()
  })

  test('is no longer called locked once that friend has deposited and staked enough', async () => {
    await db.owner.rows(
      sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 20000
          where player_id = 50000001`,
    )
    const team = await listTeam(db.database, { player: viewer!, limit: 100 })
    expect(team.ok && flat(team.answer.members)).toMatchObject([
      { isLocked: false },
      { isLocked: true },
    ])
    const earnings = await listEarnings(db.database, { player: viewer!, limit: 10 })
    expect(earnings.ok && earnings.answer.earnings).toMatchObject([
      { isLocked: true },
      { isLocked: false },
    ])
  })

  test('is promised beside the invite code, with what unlocks it', async () => {
    const deps = {
      config: { publicUrl: new URL('https://pipkin.example/') },
      database: db.database,
    }
    expect(await readInvite(deps, viewer!)).toMatchObject({
      answer: {
        inviteCode: '5AAAAAAA',
        link: 'https://pipkin.example/signup?code=5AAAAAAA',
        reward: fkr(100),
        friendReward: fkr(100),
        unlock: { deposits: fkr(500), staked: fkr(1_000) },
      },
    })
  })
})
