import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/fresh-database.ts'
import { bringFriend, makePlayer, setCatalogue } from '../../test/player.ts'
import { seeds } from '../../test/seeds.ts'
import { columnsOf } from '../platform/database/batch.ts'
import { one, sql } from '../platform/database/database.ts'
import { roundLedger } from './round-ledger.ts'

/** Bets at once do what each of them does alone: `ledger.place_bets` beside `ledger.place_bet`. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  await db.owner.rows(sql`update ledger.settings set daily_loss = 100000000`)
})
afterAll(() => db.close())

/** A time so many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const [past, hourAgo, future] = [inMinutes(-10), inMinutes(-90), inMinutes(60)]

/** A player's state and a bet. Amounts are in 1/100 fkr. */
interface Scene {
  readonly deposit: number
  readonly bonus: number
  readonly win: number
  readonly own: number
  readonly nonce: number
  readonly frozen: boolean
  readonly stakeLimit: number | null
  readonly lossCeiling: number | null
  readonly ceiling: string | null
  readonly rest: string | null
  readonly reminder: string | null
  readonly looked: string
  readonly grown: string | null
  readonly played: string
  readonly received: number | null
  readonly game: number
  readonly stake: number
  readonly commitment: 'none' | 'right' | 'stale'
  readonly rules: 'none' | 'right' | 'other'
  readonly key: 'none' | 'new' | 'used' | 'otherwise'
  readonly paced: boolean
  readonly startMs: number
  readonly mostStake: number | null
  readonly youngStake: number | null
  readonly lookMinutes: number | null
  readonly pauseMinutes: number
  readonly idleMinutes: number | null
  readonly granted: string | null
  readonly before: 'none' | 'open' | 'ended'
}

const ordinary: Scene = {
  deposit: 100_000,
  bonus: 0,
  win: 0,
  own: 0,
  nonce: 5,
  frozen: false,
  stakeLimit: null,
  lossCeiling: null,
  ceiling: null,
  rest: null,
  reminder: null,
  looked: past,
  grown: past,
  played: past,
  received: null,
  game: 3,
  stake: 1_000,
  commitment: 'none',
  rules: 'none',
  key: 'none',
  paced: false,
  startMs: 0,
  mostStake: null,
  youngStake: null,
  lookMinutes: null,
  pauseMinutes: 0,
  idleMinutes: null,
  granted: null,
  before: 'none',
}

const others: { readonly [K in keyof Scene]: readonly Scene[K][] } = {
  deposit: [0, 100, 200, 1_000],
  bonus: [300, 800, 5_000],
  win: [500, 5_000],
  own: [100, 5_000],
  nonce: [0, 19, 20, 998, 999],
  frozen: [true],
  stakeLimit: [500, 1_000],
  lossCeiling: [900, 1_000, 100_000],
  ceiling: [past, future],
  rest: [past, future],
  reminder: [past, future],
  looked: [hourAgo],
  grown: [null, future],
  played: [hourAgo],
  received: [500],
  game: [1, 2, 4, 9],
  stake: [500, 100, 1_050, 100_000_000],
  commitment: ['right', 'stale'],
  rules: ['right', 'other'],
  key: ['new', 'used', 'otherwise'],
  paced: [true],
  startMs: [3_600_000],
  mostStake: [500, 1_000],
  youngStake: [500, 1_000],
  lookMinutes: [60],
  pauseMinutes: [5],
  idleMinutes: [30],
  granted: [past, hourAgo],
  before: ['open', 'ended'],
}

/** What a scene may have other than the ordinary one. */
const changes = Object.entries(others).flatMap(([name, values]) =>
  values.map((value): Partial<Scene> => ({ [name]: value })),
)
/** What shows only together. */
const pairs: readonly Partial<Scene>[] = [
  { deposit: 1_000, received: 500 },
  { deposit: 200, win: 5_000, own: 5_000 },
  { paced: true, startMs: 3_600_000, before: 'ended' },
  // Of this game a round a day may be played.
  { paced: true, game: 1, before: 'ended' },
  { looked: hourAgo, lookMinutes: 60, pauseMinutes: 5 },
  { youngStake: 500, grown: future },
  { idleMinutes: 30, granted: past },
  { idleMinutes: 30, granted: hourAgo },
  { idleMinutes: 30, granted: hourAgo, played: hourAgo },
  { idleMinutes: 30, deposit: 0 },
]
const several = fc
  .array(fc.constantFrom(...changes), { maxLength: 4 })
  .map((some): Partial<Scene> => Object.assign({}, ...some))

const setUp = sql`
  with given as (select $2::jsonb as s), seeded as (
    update ledger.epochs set seed = sha256($3::bytea), seed_key = $4 where player_id = $1
  ), earlier as (
    insert into ledger.requests (player_id, key, input_hash, answer)
    select $1, 'key', case s ->> 'key' when 'used' then $5::bytea else sha256($5::bytea) end,
      '{"refusal": "insufficientFunds"}' from given where s ->> 'key' in ('used', 'otherwise')
  ), opened as (
    insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
      stake, placed_at, moved_at, status, settled_at)
    select $1, gen_random_uuid(), g.game, 0, 500, 'seed', g.rules_hash, 1000, at, at,
      case s ->> 'before' when 'open' then 'pending' else 'loss' end::ledger.round_status,
      case s ->> 'before' when 'ended' then at end
    from given, ledger.games g, lateral (select now() - interval '30 minutes' as at) t
    where g.game = (s ->> 'game')::int and s ->> 'before' <> 'none'
  )
  update ledger.wallets w
    set deposit = (s ->> 'deposit')::bigint, bonus = (s ->> 'bonus')::bigint,
        win = (s ->> 'win')::bigint, nonce = (s ->> 'nonce')::int,
        own = least((s ->> 'own')::bigint, (s ->> 'deposit')::bigint + (s ->> 'win')::bigint),
        frozen = (s ->> 'frozen')::boolean, stake_limit = (s ->> 'stakeLimit')::bigint,
        loss_ceiling = (s ->> 'lossCeiling')::bigint,
        ceiling_until = (s ->> 'ceiling')::timestamptz,
        break_until = (s ->> 'rest')::timestamptz,
        reminder_due_at = (s ->> 'reminder')::timestamptz,
        looked_at = (s ->> 'looked')::timestamptz, grown_at = (s ->> 'grown')::timestamptz,
        play_granted_at = (s ->> 'granted')::timestamptz,
        played_at = (s ->> 'played')::timestamptz, session_at = now() - interval '2 hours',
        received = case when s ->> 'received' is not null then
          array[row('2100-01-01', (s ->> 'received')::bigint)::ledger.received_part] end
    from given where w.player_id = $1`

const commitmentOf = sql`
  select ledger.round_commitment(ledger.mixed_seed(e.seed, e.seed_key, $2::jsonb), $1,
      case when $3 then 700 else w.nonce end) as commitment,
    (select rules_hash from ledger.games where game = $4) as rules
  from ledger.wallets w join ledger.epochs e using (player_id, epoch) where w.player_id = $1`

const inputHash = Buffer.alloc(32, 7)

/** The parameters of `ledger.place_bet`. */
async function betOf(player: number, scene: Scene): Promise<readonly unknown[]> {
  const keys = seeds.ofPlayer(player)
  const { commitment, rules } = await one(
    db.owner.rows<{ commitment: Buffer; rules: Buffer | null }>(commitmentOf, [
      player,
      keys,
      scene.commitment === 'stale',
      scene.game,
    ]),
  )
  return [
    player,
    randomUUID(),
    scene.game,
    scene.stake,
    'seed',
    scene.commitment === 'none' ? null : commitment,
    { none: null, right: rules, other: Buffer.alloc(32, 1) }[scene.rules],
    scene.key === 'none' ? null : 'key',
    scene.key === 'none' ? null : inputHash,
    scene.paced,
    scene.startMs,
    scene.mostStake,
    scene.youngStake,
    scene.lookMinutes,
    scene.pauseMinutes,
    scene.idleMinutes,
    keys,
  ]
}

/** All that a bet writes, without what differs between two equal players. */
const written = sql`
  select (
      select to_jsonb(w) - array['player_id', 'played_at', 'session_at', 'looked_at',
          'reminder_due_at', 'ceiling_until', 'break_until', 'grown_at']
        || jsonb_build_object('now', array[w.played_at > $2, w.session_at > $2, w.looked_at > $2])
      from ledger.wallets w where w.player_id = $1) as wallets,
    (select jsonb_agg(to_jsonb(m) - array['player_id', 'at', 'movement_id', 'round_id']
        || jsonb_build_object('ours', m.movement_id = m.round_id and m.round_id = $3))
      from ledger.movements m where m.player_id = $1 and m.at > $2) as movements,
    (select jsonb_agg(to_jsonb(r)
        - array['player_id', 'round_id', 'placed_at', 'moved_at', 'settled_at']
        || jsonb_build_object('ours', r.round_id = $3, 'at', r.placed_at = (
          select at from ledger.movements m where m.player_id = $1 and m.movement_id = $3))
        order by r.nonce)
      from ledger.rounds r where r.player_id = $1) as rounds,
    (select jsonb_agg(to_jsonb(q) - array['player_id', 'at', 'answer'] || jsonb_build_object(
        'answer', q.answer - 'id', 'ours', q.answer ->> 'id' = $3::text))
      from ledger.requests q where q.player_id = $1) as requests,
    (select count(*) from ledger.play_marks p where p.player_id = $1) as marks,
    (select count(*) from ledger.epochs e where e.player_id = $1) as epochs`

/** An answer without ids, times and how long to wait. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value) =>
      /(_id|_at|^id|^until|wait_ms|resets_at|started_at|seconds)$/.test(key) ? 'differs' : value,
    ),
  )

const atOnce = sql`
  select answer from ledger.place_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17) order by place`

/** Without the second try, alone, that the server has for bets whose batch failed. */
async function placeBets(bets: readonly (readonly unknown[])[]): Promise<object[]> {
  const rows = await db.database.rows<{ answer: object }>(atOnce, columnsOf(bets))
  return rows.map(({ answer }) => answer)
}

/** A player in that state, and the bet. */
async function prepare(scene: Scene, seed: string): Promise<readonly unknown[]> {
  const player = await makePlayer(db)
  const values = [player, JSON.stringify(scene), Buffer.from(seed), seeds.ids[0], inputHash]
  await db.owner.rows(setUp, values)
  return betOf(player, scene)
}

test('bets at once are placed, answered and written as each alone', async () => {
  await db.owner.rows(sql`update ledger.games set rounds_a_day = 1 where game = 1`)
  const made = [...changes, ...pairs, ...fc.sample(several, { numRuns: 150, seed: 19 })]
  const { since } = await one(
    db.owner.rows<{ since: Date }>(sql`select clock_timestamp() as since`),
  )
  const scenes = await Promise.all(
    made.map(async (change, place) => ({
      change,
      together: await prepare({ ...ordinary, ...change }, String(place)),
      single: await prepare({ ...ordinary, ...change }, String(place)),
    })),
  )
  const ledger = roundLedger(db.database, seeds)
  const answers = await placeBets(scenes.map(({ together }) => together))
  const wrote = async ([player, round]: readonly unknown[]) =>
    one(db.owner.rows(written, [player, since, round]))
  let placed = 0
  for (const [index, { change, together, single }] of scenes.entries()) {
    const answer = await ledger.placeBet(single)
    expect({ change, answer: comparable(answers[index]), wrote: await wrote(together) }).toEqual({
      change,
      answer: comparable(answer),
      wrote: await wrote(single),
    })
    if (answer && 'placed' in answer) placed += 1
  }
  expect(placed).toBeGreaterThan(100)
  expect(placed).toBeLessThan(scenes.length)
})

test('a Bonus that stays locked is answered as locked by bets at once', async () => {
  const friends = [await makePlayer(db), await makePlayer(db)]
  for (const friend of friends) await bringFriend(db, await makePlayer(db), friend)
  await db.owner.rows(sql`update ledger.wallets set deposit = 5000, nonce = 5, played_at = now()`)
  const bet = (player: number) => [
    ...[player, randomUUID(), 3, fkr(10), 'seed', null, null, null, null, false],
    ...[0, null, null, null, 0, null, seeds.ofPlayer(player)],
  ]
  const locked = { placed: {}, balances: { deposit: 4_000, bonus: 10_000, locked_bonus: 10_000 } }
  expect(await placeBets(friends.map(bet))).toMatchObject([locked, locked])
})

test('bets of one player at once come one after the other', async () => {
  const player = await makePlayer(db, { deposit: fkr(15) })
  await db.owner.rows(sql`update ledger.wallets set nonce = 5 where player_id = $1`, [player])
  const bet = (game: number) => [
    ...[player, randomUUID(), game, fkr(10), 'seed', null, null, null, null, false],
    ...[0, null, null, null, 0, null, seeds.ofPlayer(player)],
  ]
  expect(await placeBets([bet(3), bet(3), bet(2)])).toMatchObject([
    { placed: { nonce: 5 } },
    { resumed: true },
    { refusal: 'insufficientFunds' },
  ])
})
