import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { one, type Queryable, sql } from '../../src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { balancesOf, makePlayer, setCatalogue } from '../players/player.ts'

/** What the database itself refuses, should everything above it be broken into or wrong. */

let db: TestDatabase
let player: number

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  player = await makePlayer(db, { deposit: fkr(100) })
})

/** Runs a statement that is written for one test. */
const run = (as: Queryable, text: string) =>
  as.rows({ name: '', text: text.replaceAll('$player', String(player)) })

describe('even the database’s owner', () => {
  test.each([
    [
      'LEDGER-01 a movement that makes money out of nothing',
      "insert into ledger.movements (player_id, movement_id, kind, deposit) values ($player, gen_random_uuid(), 'win', 100)",
      /movements_check/,
    ],
    [
      'LEDGER-02 a wallet below zero',
      'update ledger.wallets set deposit = deposit - 10001 where player_id = $player',
      /balance_check/,
    ],
    [
      'LEDGER-03 a movement beyond the wallet, posted by its own function',
      "select ledger.post($player, gen_random_uuid(), 'stake', deposit => -10001, games => 10001)",
      /balance_check/,
    ],
    [
      'LEDGER-04 a second credit for one operation',
      `with op as (select gen_random_uuid() as id)
       insert into ledger.movements (player_id, movement_id, kind, operation_id)
       select $player, gen_random_uuid(), 'deposit', op.id from op, generate_series(1, 2)`,
      /one_movement_of_a_kind/,
    ],
    [
      'LEDGER-05 a second open round of a game',
      `insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
        stake, placed_at, moved_at)
       select $player, gen_random_uuid(), 1, 0, n, 'x', sha256(''), 100, now(), now()
         from generate_series(0, 1) n`,
      /one_open_round/,
    ],
    [
      'LEDGER-06 a nonce used twice',
      `insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
        stake, placed_at, moved_at)
       select $player, gen_random_uuid(), n, 0, 7, 'x', sha256(''), 100, now(), now()
         from generate_series(1, 2) n`,
      /rounds_player_id_epoch_nonce_key/,
    ],
    [
      'LEDGER-07 a payout without a settlement',
      `insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
        stake, placed_at, moved_at, payout)
       values ($player, gen_random_uuid(), 1, 0, 7, 'x', sha256(''), 100, now(), now(), 100)`,
      /rounds_check/,
    ],
    [
      'LEDGER-26 a movement that is for a round and for another player at once',
      `insert into ledger.movements (player_id, movement_id, kind, round_id, other_player)
       values ($player, gen_random_uuid(), 'send', gen_random_uuid(), $player)`,
      /movements_check/,
    ],
    [
      'LEDGER-27 a round that has ended and goes on',
      `insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
        stake, placed_at, moved_at, settled_at)
       values ($player, gen_random_uuid(), 1, 0, 7, 'x', sha256(''), 100, now(), now(), now())`,
      /rounds_check/,
    ],
  ])('%s is refused', async (_, statement, why) => {
    await expect(run(db.owner, statement)).rejects.toThrow(why)
    expect((await balancesOf(db, player)).deposit).toBe(10_000n)
  })
})

describe('the application, broken into,', () => {
  const money = [
    'wallets',
    'movements',
    'requests',
    'rounds',
    'epochs',
    'games',
    'rulebooks',
    'carried',
    'adjustments',
  ].map((table) => `ledger.${table}`)
  const chain = [
    'operations',
    'addresses',
    'challenges',
    'house',
    'signed',
    'transfers',
    'settings',
  ].map((table) => `cashier.${table}`)
  const rewards = ['settings', 'days', 'friends', 'rewards', 'rings'].map(
    (table) => `referral.${table}`,
  )

  test.each([...money, ...chain, ...rewards])(
    'LEDGER-WRITE-%s: writes nothing itself',
    async (table) => {
      for (const statement of [
        `insert into ${table} select * from ${table}`,
        `update ${table} set ${await lastColumn(table)} = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(run(db.database, statement), statement).rejects.toThrow('permission denied')
    },
  )

  const lastColumn = async (table: string) => {
    const [row] = await run(
      db.owner,
      `select attname as name from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
       order by attnum desc limit 1`,
    )
    return String(row?.name)
  }

  test.each([
    ['LEDGER-08 posts no movement', "select ledger.post($player, gen_random_uuid(), 'win')"],
    ['LEDGER-09 keeps no answer under a key', "select ledger.keep_answer($player, 'k', '', '{}')"],
    ['LEDGER-10 draws no epoch', 'select ledger.next_epoch($player, 0)'],
    ['LEDGER-11 gives no reward', 'select referral.reward($player)'],
    ['LEDGER-12 releases no withdrawal', 'select cashier.release(null::cashier.operations)'],
    [
      'LEDGER-13 gives no withdrawal back',
      "select cashier.give_back(null::cashier.operations, gen_random_uuid(), '')",
    ],
  ])('%s', async (_, statement) => {
    await expect(run(db.database, statement)).rejects.toThrow('permission denied')
  })

  test.each([
    [
      'LEDGER-15 puts nothing in the way of a function',
      'create table public.wallets (player_id integer)',
    ],
    ['LEDGER-16 adds nothing to the ledger', 'create table ledger.more (player_id integer)'],
    ['LEDGER-17 switches no trigger off', 'alter table players.accounts disable trigger all'],
    [
      'LEDGER-18 changes no function',
      "create or replace function ledger.locked_bonus(integer) returns bigint language sql as 'select 0'",
    ],
    ['LEDGER-19 takes no other role', 'set role pipkin_ledger'],
    ['LEDGER-20 reads no file of the server', "select pg_read_file('/etc/passwd')"],
    ['LEDGER-21 starts no program', "copy (select 1) to program 'id'"],
  ])('%s', async (_, statement) => {
    await expect(run(db.database, statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('LEDGER-22 a table of its own by the same name fools no function', async () => {
    await db.database.transaction(async (inside) => {
      await run(
        inside,
        'create temp table wallets (player_id integer, deposit bigint) on commit drop',
      )
      await run(inside, 'insert into wallets values ($player, 999999999)')
      const [row] = await inside.rows<{ answer: { refusal: string } }>(
        sql`select ledger.send($1, gen_random_uuid(), $2, 20000, null, null) as answer`,
        [player, await makePlayer(db)],
      )
      expect(row?.answer).toMatchObject({ refusal: 'sendUnfunded' })
    })
  })

  test.each([
    ['API', 'database', "select players.freeze('')"],
    ['worker', 'worker', 'select players.notify_of_left_steps()'],
    ['operator', 'operator', "select operator.close_case('Eve', 'my own', 1, 'x')"],
  ] as const)(
    'LEDGER-28 types of the %s’s own are not taken for PostgreSQL’s, to run code with other rights',
    async (_, login, call) => {
      await db[login].transaction(async (inside) => {
        await run(
          inside,
          `create function pg_temp.ours() returns boolean language plpgsql as $$
           begin
             if current_user = session_user then return true; end if;
             raise exception 'this runs as %', current_user;
           end $$`,
        )
        for (const type of ['text', 'uuid'])
          await run(
            inside,
            `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.ours())`,
          )
        expect(await run(inside, call)).toHaveLength(1)
        await run(inside, 'drop domain pg_temp.text, pg_temp.uuid')
      })
    },
  )

  test('LEDGER-29 assertions that it switches off pay no more than a hundred stakes', async () => {
    await setCatalogue(db)
    await run(
      db.database,
      `select ledger.place_bet($player, gen_random_uuid(), game, 500, 'x', null, rules_hash, null,
         null, false)
       from ledger.games where game = 1`,
    )
    // A cluster would run a call beside a read of the rounds on the player's node.
    const { round } = await one(
      db.owner.rows<{ round: string }>(
        sql`select round_id as round from ledger.rounds where player_id = $1`,
        [player],
      ),
    )
    const pays = (payout: number) =>
      db.database.transaction(async (inside) => {
        await run(inside, 'set local plpgsql.check_asserts = off')
        return run(
          inside,
          `select ledger.store_moves($player, '${round}', 0, '[]', 'win', ${payout},
             gen_random_uuid(), null, null)`,
        )
      })
    await expect(pays(50_001)).rejects.toThrow('rounds_check')
    await pays(50_000)
    expect((await balancesOf(db, player)).win).toBe(50_000n)
  })
})

describe('what two workers do at the same moment', () => {
  const hash = `0x${'ab'.repeat(32)}`

  /** An operation whose chain transaction has just been mined. */
  async function mined(kind: 'deposit' | 'withdrawal'): Promise<string> {
    const { id } = await one(
      db.owner.rows<{ id: string }>(
        sql`insert into cashier.operations (player_id, operation_id, kind, state, amount, fee,
          address, nonce, signed_at, mined_hash, mined_block)
            values ($1, gen_random_uuid(), $2::cashier.operation_kind, 'mined', 5000,
                    case $2::cashier.operation_kind when 'withdrawal' then 500 else 0 end,
                    '0x' || repeat('c3', 20), 0, now(), $3, 1)
            returning operation_id as id`,
        [player, kind, hash],
      ),
    )
    return id
  }

  const often = async (statements: readonly string[], values: readonly unknown[]) => {
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.owner.rows<{ done: boolean }>(
          { name: '', text: statements[index % statements.length]! },
          values,
        ),
      ),
    )
    return rows.filter(([row]) => row?.done).length
  }

  test('LEDGER-23 a deposit that both judge is credited once, and the other learns that it has moved on', async () => {
    const id = await mined('deposit')
    const confirm = 'select cashier.confirm_deposit($1, $2, $3, 1, 5000) as done'
    expect(await often([confirm], [player, id, hash])).toBe(1)
    expect((await balancesOf(db, player)).deposit).toBe(15_000n)
  })

  test('LEDGER-24 a withdrawal is either paid or given back', async () => {
    const id = await mined('withdrawal')
    const done = await often(
      [
        'select cashier.pay_withdrawal($1, $2, gen_random_uuid(), $3, 1) as done',
        'select cashier.refund_withdrawal($1, $2, gen_random_uuid(), 1, $3) as done',
      ],
      [player, id, hash],
    )
    expect(done).toBe(1)
  })

  test('LEDGER-25 a receipt that the chain has taken back counts for nothing', async () => {
    const id = await mined('deposit')
    const other = `0x${'cd'.repeat(32)}`
    expect(
      await often(
        ['select cashier.confirm_deposit($1, $2, $3, 1, 5000) as done'],
        [player, id, other],
      ),
    ).toBe(0)
    expect(
      await often(
        ['select cashier.confirm_deposit($1, $2, $3, 2, 5000) as done'],
        [player, id, hash],
      ),
    ).toBe(0)
    expect((await balancesOf(db, player)).deposit).toBe(10_000n)
  })
})
