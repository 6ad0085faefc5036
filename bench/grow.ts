import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { figureSweep } from '../apps/server/src/activity/count-figures.ts'
import { connect } from '../apps/server/src/platform/database.ts'
import { firstPlayer, makePlayers, startDeposit } from './make-players.ts'
import { benchStake, grownSeed } from './play-out.ts'

export interface Growth {
  readonly ownerUrl: string
  /** The figures are the worker's to count. */
  readonly workerUrl: string
  /** Place of the first player: those before it are there already. */
  readonly from: number
  readonly players: number
  /** Of each player. */
  readonly rounds: number
  /** How far back the first of them was. */
  readonly days: number
  say(line: string): void
}

const workers = 2

/**
 * Fills a database as some months of play would: players with a deposit, settled rounds that replay to what they paid, sendings
 * in a ring, a referral forest, and the home page's figures counted. In bulk, but by the ledger's own rules: the audit finds
 * nothing.
 */
export async function grow({ ownerUrl, workerUrl, from, players, rounds, days, say }: Growth): Promise<void> {
  const began = performance.now()
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  const step = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    say(`  ${name}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
  try {
    await step('players', () => makePlayers(owner, players, { from, referred: true }))
    await step('rounds dealt', async () => {
      await owner.query(`create unlogged table dealt (
        player_id int, nonce int, game smallint, status ledger.round_status, payout bigint)`)
      const share = Math.ceil(players / workers)
      await Promise.all(
        Array.from({ length: workers }, (_, n) =>
          deal({ ownerUrl, from: from + n * share, players: Math.min(share, players - n * share), rounds }),
        ),
      )
    })
    await step('rounds', () => owner.query(insertRounds, [rounds, days]))
    await step('movements of rounds', () => owner.query(insertRoundMovements))
    await step('sendings', () => owner.query(insertSendings, [firstPlayer + from, players]))
    await step('wallets', () => owner.query(fillWallets, [firstPlayer + from, players]))
    await owner.query('drop table dealt')
    await step('vacuum and analyze', () => owner.query('vacuum analyze'))
    await step("the home page's figures", () => countFigures(owner, workerUrl))
  } finally {
    await owner.end()
  }
  say(`grown in ${Math.round((performance.now() - began) / 1000)} s`)
}

function deal(range: object): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('deal-rounds.ts', import.meta.url), { workerData: range })
    worker.on('error', fail)
    worker.on('exit', () => done())
  })
}

// In the order of time, as a table fills by itself: what is found by time lies together.
// Everybody's rounds are spread over the days in the order of their nonces, each player's shifted by some seconds.
const insertRounds = `
  insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash, stake, placed_at, moves,
    moved_at, status, payout, settled_at, settlement_id)
  select player_id, uuidv7(at - now()), game, 0, nonce, '${grownSeed}', g.rules_hash, ${benchStake}, at,
    case game when 1 then '[{"choice": "even"}]'::jsonb
              when 3 then '[{"spin": true}]'
              else case d.status when 'loss' then '[{"reveal": 0}]'::jsonb else '[{"reveal": 0}, {"cashOut": true}]' end end,
    at + interval '3 s', d.status, d.payout, at + interval '3 s',
    case when d.payout > 0 then uuidv7(at + interval '3 s' - now()) end
  from (
    select *, now() - $2::int * interval '1 day' + (nonce + 1) * (($2::int - 1) * interval '1 day' / $1::int)
      + hashint4(player_id) % 30000 * interval '1 s' as at
    from dealt) d
  join ledger.games g using (game)
  order by at`

const insertRoundMovements = `
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, win, games, round_id)
  select r.player_id, m.at, m.id, m.kind::ledger.movement_kind, m.deposit, m.win, m.games, r.round_id
  from ledger.rounds r, lateral (
    select r.placed_at as at, r.round_id as id, 'stake' as kind, -r.stake as deposit, 0::bigint as win, r.stake as games
    union all
    select r.settled_at, r.settlement_id, r.status::text, 0, r.payout, -r.payout where r.payout > 0) m
  where r.client_seed = '${grownSeed}'
  order by m.at`

// Two sendings of 5 fkr each, to the next players in a ring.
const insertSendings = `
  with sent as materialized (
    select $1::int + n as sender, $1::int + (n + step) % $2::int as receiver, uuidv7() as id,
      now() - step * interval '1 day' - n % 86400 * interval '1 s' as at
    from generate_series(0, $2::int - 1) n, generate_series(1, 2) step
  )
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, fees, transfers, other_player)
  select * from (
    select sender as player, at, id, 'send'::ledger.movement_kind, -500, 10, 490, receiver from sent
    union all
    select receiver, at, id, 'received', 490, 0, -490, sender from sent) m
  order by at`

const fillWallets = `
  update ledger.wallets w
  set deposit = s.deposit, win = s.win, deposited = ${startDeposit}, staked = s.staked, nonce = s.rounds
  from (
    select player_id, sum(deposit) as deposit, sum(win) as win, sum(games) filter (where kind = 'stake') as staked,
      count(*) filter (where kind = 'stake') as rounds
    from ledger.movements where player_id >= $1::int and player_id < $1::int + $2::int group by player_id) s
  where s.player_id = w.player_id`

/** As the worker does it, once it is there: until all that has happened is counted. */
async function countFigures(owner: pg.Client, workerUrl: string): Promise<void> {
  for (const table of ['winnings', 'large_returns', 'plays']) await owner.query(`truncate activity.${table}`)
  const moment = await owner.query<{ moment: string }>(
    `update activity.counted set upto = (select min(placed_at) from ledger.rounds) returning now()::text as moment`,
  )
  const database = connect(workerUrl, { connections: 1, onError: () => undefined, slowAnswersMs: 600_000 })
  const sweep = figureSweep(database)
  for (let done = false; !done; ) {
    await sweep()
    const { rows } = await owner.query('select upto > $1 as done from activity.counted', [
      moment.rows[0]?.moment,
    ])
    done = rows[0]?.done === true
  }
  await database.close()
}
