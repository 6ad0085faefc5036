import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { figureSweep } from '../../apps/server/src/activity/counts/count-figures.ts'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { firstPlayer, makePlayers, startDeposit } from './make-players.ts'
import { benchStake, games, grownSeed } from './play-out.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Each player's history: the number of rounds, within this many days. */
export const behind = { rounds: 10, days: 90 }
/** Players who are only listed: the first 10,000 replay rounds, the others get the same ends. */
const listed = { rounds: 3, replay: 10_000 }

export interface Growth {
  readonly ownerUrl: string
  /** The worker's role counts the figures. */
  readonly workerUrl: string
  /** The first player to seed: those before it exist already, without rounds. */
  readonly from: number
  readonly players: number
  /** No one plays on or audits: without sessions, and with fewer rounds. */
  readonly onlyListed?: boolean
  say(line: string): void
}

const workers = 2

/**
 * Seeds an empty database with months of history: players with a deposit, settled rounds that
 * replay to their payouts, transfers in a ring, a referral forest with its rewards, and the home
 * page's figures. In bulk, but by the ledger's rules: the audit passes.
 */
export async function grow(growth: Growth): Promise<void> {
  const { ownerUrl, workerUrl, from, players, onlyListed = false, say } = growth
  const began = performance.now()
  const { days } = behind
  const { rounds, replay } = onlyListed ? listed : { ...behind, replay: players }
  const first = firstPlayer + from
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  const step = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    say(`  ${name}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
  try {
    await owner.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
    const bulk = ['ledger.rounds', 'ledger.movements', 'ledger.carried', 'referral.rewards']
    // Their sessions look for movements, and need the indexes for it.
    await step('players', () =>
      makePlayers(owner, players, { from, referred: true, areIn: !onlyListed }),
    )
    const fill = async () => {
      await step('rounds dealt', async () => {
        await owner.query(`create unlogged table dealt (
          player_id int, nonce int, game smallint, status ledger.round_status, payout bigint)`)
        await dealAll({ ownerUrl, from, players: Math.min(players, replay), rounds, say })
        await owner.query(dealAlike, [replay, players, first])
      })
      await step('rounds', () => owner.query(insertRounds, [rounds, days]))
      await owner.query('drop table dealt')
      await step('movements of rounds', () => owner.query(insertRoundMovements))
      await step('sends', () => owner.query(insertSends, [first, players]))
      await step('rewards', () => owner.query(insertRewards, [first, players, days]))
      await step('wallets', () => owner.query(fillWallets, [first]))
      await step('locks', () => owner.query(lockBonus))
    }
    await withoutIndexes(owner, bulk, fill, step)
    await step('vacuum and analyze', () => owner.query('vacuum analyze'))
    await step("the home page's figures", () => countFigures(owner, workerUrl))
  } finally {
    await owner.end()
  }
  say(`grown in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** Deals in as many threads as there are workers. Reports each tenth. */
async function dealAll({
  ownerUrl,
  from,
  players,
  rounds,
  say,
}: Omit<Growth, 'workerUrl'> & { readonly rounds: number }) {
  const share = Math.ceil(players / workers)
  const all = players * rounds
  let [dealt, tenths] = [0, 0]
  const onDealt = (more: number) => {
    dealt += more
    const now = Math.floor((10 * dealt) / all)
    if (now > tenths && all >= 1_000_000) say(`    ${dealt} of ${all} rounds dealt`)
    tenths = now
  }
  const shares = Array.from({ length: workers }, (_, n) => n * share)
  await Promise.all(
    shares.map((start) =>
      deal(
        { ownerUrl, from: from + start, players: Math.min(share, players - start), rounds },
        onDealt,
      ),
    ),
  )
}

function deal(range: object, onDealt: (rounds: number) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('deal-rounds.ts', import.meta.url), { workerData: range })
    worker.on('message', onDealt)
    worker.on('error', fail)
    worker.on('exit', () => done())
  })
}

/** A lost round ended at its first move. */
const storedMoves = games
  .map(({ game, moves }) => {
    const [lost, all] = [JSON.stringify(moves.slice(0, 1)), JSON.stringify(moves)]
    return `when ${game} then case d.status when 'loss' then '${lost}'::jsonb else '${all}' end`
  })
  .join(' ')

// Deals for all later players as was dealt for the first ones.
const dealAlike = `
  insert into dealt
  select player_id + $1::int * n, nonce, game, status, payout
  from dealt, generate_series(1, ($2::int - 1) / $1::int) n
  where player_id + $1::int * n < $3::int + $2::int`

// In the order of time, as a table fills in production: rows of one time are stored together.
// Everyone's rounds are spread over the days in the order of their nonces, each player's shifted by
// some seconds.
const insertRounds = `
  insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
    stake, own_part, placed_at, moves,
    moved_at, status, payout, settled_at, settlement_id)
  select player_id, uuidv7(at - now()), game, 0, nonce, '${grownSeed}', g.rules_hash,
    ${benchStake}, ${benchStake}, at,
    case game ${storedMoves} end,
    at + interval '3 s', d.status, d.payout, at + interval '3 s',
    case when d.payout > 0 then uuidv7(at + interval '3 s' - now()) end
  from (
    select *, now() - $2::int * interval '1 day'
      + (nonce + 1) * (($2::int - 1) * interval '1 day' / $1::int)
      + hashint4(player_id) % 30000 * interval '1 s' as at
    from dealt order by at) d
  join ledger.games g using (game)`

// The rounds lie in the order of time already.
const insertRoundMovements = `
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, win, games, round_id)
  select r.player_id, m.at, m.id, m.kind::ledger.movement_kind, m.deposit, m.win, m.games,
    r.round_id
  from ledger.rounds r, lateral (
    select r.placed_at as at, r.round_id as id, 'stake' as kind, -r.stake as deposit,
      0::bigint as win, r.stake as games
    union all
    select r.settled_at, r.settlement_id, r.status::text, 0, r.payout, -r.payout
      where r.payout > 0) m`

// Two sends of 5 fkr each, to the next players in a ring: it is the senders' own money.
const insertSends = `
  with sent as materialized (
    select $1::int + n as sender, $1::int + (n + step) % $2::int as receiver, uuidv7() as id,
      now() - step * interval '1 day' - n % 86400 * interval '1 s' as at
    from generate_series(0, $2::int - 1) n, generate_series(1, 2) step
  ), own as (
    insert into ledger.carried (player_id, movement_id, amount, settings_version)
    select sender, id, -500, 1 from sent union all select receiver, id, 490, null from sent
  )
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, fees, transfers,
    other_player)
  select * from (
    select sender as player, at, id, 'send'::ledger.movement_kind, -500, 10, 490, receiver from sent
    union all
    select receiver, at, id, 'received', 490, 0, -490, sender from sent) m
  order by at`

// For each friend's first sign-in a Bonus for the friend and a Referral for the referrer, by the
// first terms.
const insertRewards = `
  with signed_in as (
    insert into referral.friends (player_id, signed_in_at, rewarded_at)
    select player_id, at, at from (
      select *, now() - $3::int * interval '1 day'
        * (1 - (player_id - $1::int)::float8 / $2::int) as at
      from players.accounts where referrer_id is not null) a
    returning player_id as friend, signed_in_at as at
  ), given as materialized (
    select case level when 0 then friend else a.referrer_id end as player, friend, level, at,
      uuidv7() as id
    from signed_in join players.accounts a on a.player_id = friend, generate_series(0, 1) level
  ), rewards as (
    insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
      unlock_staked, unlock_contributed, movement_id, at)
    select player, friend, level, 10000, s.unlock_deposits, s.unlock_staked,
      10000 * (level + 1), id, at
      from given, referral.settings s
  )
  insert into ledger.movements (player_id, at, movement_id, kind, bonus, referral, promotions,
    other_player)
  select player, at, id,
    case level when 0 then 'bonus' else 'referral_earning' end::ledger.movement_kind,
    case level when 0 then 10000 else 0 end, case level when 1 then 10000 else 0 end, -10000,
    case level when 1 then friend end
  from given order by at`

const fillWallets = `
  update ledger.wallets w
  set deposit = s.deposit, bonus = s.bonus, win = s.win, referral = s.referral,
    deposited = ${startDeposit}, staked = s.staked, nonce = s.rounds,
    own = s.deposit + s.win, contributed = s.contributed, wagered = coalesce(s.staked, 0),
    lost = s.lost
  from (
    select player_id, sum(deposit) as deposit, sum(bonus) as bonus, sum(win) as win,
      sum(referral) as referral, sum(games) as lost,
      sum(games) filter (where kind = 'stake') as staked,
        count(*) filter (where kind = 'stake') as rounds,
      sum(fees + case kind when 'stake' then games * margin / 1000000 else 0 end) as contributed
    from ledger.movements
    left join ledger.rounds using (player_id, round_id)
    left join ledger.rulebooks using (rules_hash)
    group by player_id) s
  where s.player_id = w.player_id and w.player_id >= $1`

const lockBonus = `
  select referral.lock_bonus(array(select player_id from referral.friends))`

/** Counts the figures as the worker does, a day at a time, to the newest movement. */
async function countFigures(owner: pg.Client, workerUrl: string): Promise<void> {
  const tables = [
    'winnings',
    'large_returns',
    'hourly_rounds',
    'house',
    'referrers',
    'game_returns',
    'game_players',
  ]
  for (const table of tables) await owner.query(`truncate activity.${table}`)
  const moment = await owner.query<{ moment: string }>(
    `update activity.counted set (since, upto) = (
       select min(placed_at), min(placed_at) from ledger.rounds) returning now()::text as moment`,
  )
  const database = connect(workerUrl, {
    connections: 1,
    onError: () => undefined,
    slowAnswersMs: 600_000,
  })
  const sweep = figureSweep(database, undefined, '1 day')
  for (let done = false; !done; ) {
    await sweep()
    const { rows } = await owner.query('select upto > $1 as done from activity.counted', [
      moment.rows[0]?.moment,
    ])
    done = rows[0]?.done === true
  }
  await database.close()
}
