import { type Queryable, sql } from '../../platform/database/database.ts'

// A round ends with its payout, or without one; either way its time is the end's.
const countOn = sql`
  with ended as materialized (
    select r.player_id, r.round_id, r.game, r.rules_hash, r.stake, r.payout,
           (r.settled_at at time zone 'UTC')::date as day
    from ledger.movements m
    join ledger.rounds r on r.player_id = m.player_id and r.round_id = m.round_id
    where m.at >= $1 and m.at < $2 and m.kind in ('win', 'partial_win', 'tie')
    union all
    select r.player_id, r.round_id, r.game, r.rules_hash, r.stake, 0,
           (r.settled_at at time zone 'UTC')::date
    from ledger.rounds r
    where r.payout = 0 and r.status <> 'pending' and r.settled_at >= $1 and r.settled_at < $2
  ), sums as materialized (
    select s.span, s.since, e.game, e.rules_hash, e.player_id,
           count(*) as rounds, sum(e.stake) as staked, sum(e.payout) as returned,
           sum(e.stake::numeric * e.stake) as stake_squares,
           sum(e.payout::numeric * e.payout) as return_squares,
           max(e.payout) as top, (array_agg(e.round_id order by e.payout desc))[1] as top_round
    from ended e, lateral (
      values ('day'::activity.span, e.day), ('month', date_trunc('month', e.day)::date),
             ('all', '-infinity')
    ) s (span, since)
    group by s.span, s.since, e.game, e.rules_hash, e.player_id
  ), met as (
    insert into activity.game_players (player_id, span, since, game, rules_hash)
      select player_id, span, since, game, rules_hash from sums
    on conflict do nothing returning *
  ), counted as (
    insert into activity.game_returns
      select s.span, s.since, s.game, s.rules_hash, sum(s.rounds), sum(s.staked),
             sum(s.returned), sum(s.stake_squares), sum(s.return_squares), count(m.player_id),
             (array_agg(s.player_id order by s.top desc) filter (where s.top > 0))[1],
             (array_agg(s.top_round order by s.top desc) filter (where s.top > 0))[1],
             max(s.top) filter (where s.top > 0)
      from sums s left join met m using (player_id, span, since, game, rules_hash)
      group by s.span, s.since, s.game, s.rules_hash
    on conflict (span, since, game, rules_hash) do update
      set rounds = game_returns.rounds + excluded.rounds,
          staked = game_returns.staked + excluded.staked,
          returned = game_returns.returned + excluded.returned,
          stake_squares = game_returns.stake_squares + excluded.stake_squares,
          return_squares = game_returns.return_squares + excluded.return_squares,
          players = game_returns.players + excluded.players,
          (top_player, top_round, top_payout) = (
            select t.* from (values
              (game_returns.top_player, game_returns.top_round, game_returns.top_payout),
              (excluded.top_player, excluded.top_round, excluded.top_payout)
            ) t (player, round, payout)
            order by t.payout desc nulls last limit 1)
  )
  delete from activity.game_players
  where span <> 'all' and since < ($1::timestamptz at time zone 'UTC')::date - 40`

/**
 * Adds the rounds that ended in a span of time to what games returned, by game and rules. It runs
 * in the transaction of the figures' sweep, which gives each span once and only when it is over.
 */
export async function countReturns(
  database: Queryable,
  since: string,
  until: string,
): Promise<void> {
  await database.rows(countOn, [since, until])
}
