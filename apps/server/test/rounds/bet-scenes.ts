import { randomUUID } from 'node:crypto'
import { one, sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'
import { makePlayer } from '../players/player.ts'
import { seeds } from '../seeds.ts'
import type { BetCall } from './round-calls.ts'

/** Players in all the states that a bet is judged by, and what their bets write. */

/** A time that is some minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const [past, hourAgo, future] = [inMinutes(-10), inMinutes(-90), inMinutes(60)]

/** A player's state and a bet. Amounts are in 1/100 fkr. */
export interface Scene {
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
  readonly lossLimit: number | null
  /** Other accounts may be the same person's. */
  readonly isKnown: boolean
  readonly reward: keyof typeof rewards | 'none'
}

/**
 * The states of the player's own reward of 500, by what it asks for. What the player has deposited,
 * staked and contributed is 1,000 each. `staked`: only this bet's stake is missing. `covered`: all
 * is met, and no sweep has noted it.
 */
const rewards = {
  deposits: { deposits: 2_000 },
  staked: { staked: 1_500 },
  contributed: { contributed: 2_000 },
  covered: {},
  shared: { shares: '{network}' },
  approved: { contributed: 2_000, decision: 'approved' },
  refused: { decision: 'refused' },
  noted: { unlockedAt: past },
} as const satisfies Record<string, Partial<Reward>>

interface Reward {
  readonly deposits: number
  readonly staked: number
  readonly contributed: number
  readonly shares: string
  readonly decision: string | null
  readonly unlockedAt: string | null
}

export const ordinary: Scene = {
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
  lossLimit: null,
  isKnown: false,
  reward: 'none',
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
  lossLimit: [900, 50_000, 1_000_000],
  isKnown: [true],
  reward: [
    'deposits',
    'staked',
    'contributed',
    'covered',
    'shared',
    'approved',
    'refused',
    'noted',
  ],
}

/** Each single change to the ordinary scene. */
export const changes = Object.entries(others).flatMap(([name, values]) =>
  values.map((value): Partial<Scene> => ({ [name]: value })),
)
/** Changes that matter only together. */
export const pairs: readonly Partial<Scene>[] = [
  { deposit: 1_000, received: 500 },
  { deposit: 200, win: 5_000, own: 5_000 },
  { paced: true, startMs: 3_600_000, before: 'ended' },
  // A player may play one round of this game a day.
  { paced: true, game: 1, before: 'ended' },
  { looked: hourAgo, lookMinutes: 60, pauseMinutes: 5 },
  { youngStake: 500, grown: future },
  { idleMinutes: 30, granted: past },
  { idleMinutes: 30, granted: hourAgo },
  { idleMinutes: 30, granted: hourAgo, played: hourAgo },
  { idleMinutes: 30, deposit: 0 },
  { paced: true, game: 1, isKnown: true },
  // A session begins: no reminder is due.
  { played: hourAgo, reminder: past },
  { played: hourAgo, received: 500 },
  { lossLimit: 50_000, ceiling: past },
  { lossLimit: 900, ceiling: past },
  ...others.reward.map((reward) => ({ reward, bonus: 800 })),
  { reward: 'deposits', bonus: 300 },
  { reward: 'staked', bonus: 500, deposit: 200 },
]
/** Bets that a node of a cluster can't place alone. Game 4 has a loss budget. */
export const housesOwn: readonly Partial<Scene>[] = [
  { nonce: 999 },
  { game: 4 },
  { paced: true, game: 1, isKnown: true },
  ...(['staked', 'covered', 'shared', 'approved', 'refused'] as const).map((reward) => ({
    reward,
    bonus: 800,
  })),
]

// A statement for each table, as a cluster needs it.
const seeded = sql`
  update ledger.epochs set seed = sha256($2::bytea), seed_key = $3 where player_id = $1`
const answered = sql`
  insert into ledger.requests (player_id, key, input_hash, answer)
  values ($1, 'key', $2, '{"refusal": "insufficientFunds"}')`
const opened = sql`
  insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
    stake, placed_at, moved_at, status, settled_at)
  select $1, $2, game, 0, 500, 'seed', rules_hash, 1000, $5::timestamptz, $5::timestamptz,
    $4::ledger.round_status, case when $4 <> 'pending' then $5::timestamptz end
  from ledger.games where game = $3::integer`
const limited = sql`
  insert into ledger.limits (player_id, kind, period, amount, zone, warn_percent, base, base_at)
  values ($1, 'loss', 'week', $2, 'UTC', 1, 0, $3)`
const rested = sql`
  insert into ledger.breaks (player_id, kind, until, ends_at) values ($1, 'timeout', $2, $2)`
const brought = sql`
  insert into referral.friends (player_id, rewarded_at, shares, decision, decided_at)
  values ($1, now(), $2, $3::text, case when $3::text is not null then now() end)`
const rewarded = sql`
  insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits, unlock_staked,
    unlock_contributed, movement_id, at, unlocked_at)
  values ($1, $1, 0, 500, $2, $3, $4, uuidv7(), now(), $5)`
const counted = sql`
  update ledger.wallets set deposited = 1000, staked = 1000, contributed = 1000
  where player_id = $1`
const inState = sql`
  update ledger.wallets
  set deposit = $2::bigint, bonus = $3, win = $4::bigint,
      own = least($5::bigint, $2::bigint + $4::bigint), nonce = $6, frozen = $7,
      stake_limit = $8, loss_ceiling = $9, ceiling_until = $10, break_until = $11,
      reminder_due_at = $12, looked_at = $13, grown_at = $14, play_granted_at = $15,
      played_at = $16, session_at = now() - interval '2 hours',
      received = $17::ledger.received_part[], person = case when $18 then $1::integer end
  where player_id = $1::integer`

const commitmentOf = sql`
  select ledger.round_commitment(ledger.mixed_seed(e.seed, e.seed_key, $2::jsonb), $1,
      case when $3 then 700 else w.nonce end) as commitment,
    (select rules_hash from ledger.games where game = $4) as rules
  from ledger.wallets w join ledger.epochs e using (player_id, epoch) where w.player_id = $1`

const plainReward: Reward = {
  deposits: 1_000,
  staked: 1_000,
  contributed: 1_000,
  shares: '{}',
  decision: null,
  unlockedAt: null,
}

const inputHash = Buffer.alloc(32, 7)

/** A player in that state, and the bet: the parameters of `ledger.place_bet`. */
export async function prepare(
  db: Pick<TestDatabase, 'owner'>,
  scene: Scene,
  seed: string,
): Promise<BetCall> {
  const player = await makePlayer(db)
  const { rows } = db.owner
  await rows(seeded, [player, Buffer.from(seed), seeds.ids[0]])
  if (scene.key === 'used') await rows(answered, [player, inputHash])
  if (scene.key === 'otherwise') await rows(answered, [player, Buffer.alloc(32, 8)])
  if (scene.before !== 'none') {
    const status = scene.before === 'open' ? 'pending' : 'loss'
    await rows(opened, [player, randomUUID(), scene.game, status, inMinutes(-30)])
  }
  if (scene.lossLimit !== null) await rows(limited, [player, scene.lossLimit, inMinutes(-20_000)])
  if (scene.rest !== null) await rows(rested, [player, scene.rest])
  if (scene.reward !== 'none') {
    const reward: Reward = { ...plainReward, ...rewards[scene.reward] }
    await rows(brought, [player, reward.shares, reward.decision])
    const { deposits, staked, contributed, unlockedAt } = reward
    await rows(rewarded, [player, deposits, staked, contributed, unlockedAt])
    await rows(counted, [player])
    await rows(sql`select referral.lock_bonus(array[$1::integer])`, [player])
  }
  await rows(inState, [
    ...[player, scene.deposit, scene.bonus, scene.win, scene.own, scene.nonce, scene.frozen],
    ...[scene.stakeLimit, scene.lossCeiling, scene.ceiling, scene.rest, scene.reminder],
    ...[scene.looked, scene.grown, scene.granted, scene.played],
    ...[scene.received === null ? null : `{"(2100-01-01,${scene.received})"}`, scene.isKnown],
  ])
  return betOf(db, player, scene)
}

async function betOf(
  { owner }: Pick<TestDatabase, 'owner'>,
  player: number,
  scene: Scene,
): Promise<BetCall> {
  const keys = seeds.ofPlayer(player)
  const { commitment, rules } = await one(
    owner.rows<{ commitment: Buffer; rules: Buffer | null }>(commitmentOf, [
      player,
      keys,
      scene.commitment === 'stale',
      scene.game,
    ]),
  )
  const amount = (hundredths: number | null) => (hundredths === null ? null : BigInt(hundredths))
  return {
    player,
    round: randomUUID(),
    game: scene.game,
    stake: BigInt(scene.stake),
    clientSeed: 'seed',
    commitment: scene.commitment === 'none' ? null : commitment,
    rulesHash: { none: null, right: rules, other: Buffer.alloc(32, 1) }[scene.rules],
    key: scene.key === 'none' ? null : 'key',
    inputHash: scene.key === 'none' ? null : inputHash,
    paced: scene.paced,
    startMs: scene.startMs,
    mostStake: amount(scene.mostStake),
    youngStake: amount(scene.youngStake),
    lookMinutes: scene.lookMinutes,
    pauseMinutes: scene.pauseMinutes,
    idleMinutes: scene.idleMinutes,
    seedKeys: keys,
  }
}

// Without what differs between two equal players.
const written = sql`
  select (
      select to_jsonb(w) - array['player_id', 'played_at', 'session_at', 'looked_at',
          'reminder_due_at', 'ceiling_until', 'break_until', 'grown_at', 'person']
        || jsonb_build_object('now', array[w.played_at > $2, w.session_at > $2, w.looked_at > $2])
      from ledger.wallets w where w.player_id = $1) as wallets,
    (select jsonb_agg(to_jsonb(m) - array['player_id', 'at', 'movement_id', 'round_id']
        || jsonb_build_object('ours', m.movement_id = m.round_id and m.round_id = $3))
      from ledger.movements m where m.player_id = $1 and m.at > $2) as movements,
    (select jsonb_agg(to_jsonb(r)
        - array['player_id', 'round_id', 'placed_at', 'moved_at', 'settled_at']
        || jsonb_build_object('ours', r.round_id = $3, 'now', r.moved_at > $2, 'at', r.placed_at = (
          select at from ledger.movements m where m.player_id = $1 and m.movement_id = $3))
        order by r.nonce)
      from ledger.rounds r where r.player_id = $1) as rounds,
    (select jsonb_agg(to_jsonb(q) - array['player_id', 'at', 'answer'] || jsonb_build_object(
        'answer', q.answer - 'id', 'ours', q.answer ->> 'id' = $3::text))
      from ledger.requests q where q.player_id = $1) as requests,
    (select jsonb_agg(jsonb_build_object('used', n.used, 'at', n.at > $2))
      from ledger.limit_notices n where n.player_id = $1) as told,
    (select jsonb_agg(jsonb_build_object('base', l.base, 'warned', l.warned_at > $2))
      from ledger.limits l where l.player_id = $1) as limits,
    (select count(*) from ledger.play_marks p where p.player_id = $1) as marks,
    (select count(*) from ledger.epochs e where e.player_id = $1) as epochs`

/** All that a bet has written since. */
export const writtenBy = async (
  { owner }: Pick<TestDatabase, 'owner'>,
  { player, round }: Pick<BetCall, 'player' | 'round'>,
  since: Date,
) => one(owner.rows(written, [player, since, round]))

/** An answer without ids, times and how long to wait. */
export const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value) =>
      /(_id|_at|^id|^until|wait_ms|resets_at|started_at|seconds)$/.test(key) ? 'differs' : value,
    ),
  )
