import { sql } from '../../../platform/database/database.ts'
import type { Sum } from './sum.ts'

/** Rewards for friends. */
export const rewards: readonly Sum[] = [
  {
    invariant: 6,
    says: 'each reward is one movement, and each such movement a reward',
    count: sql`select count(*) from referral.rewards`,
    find: sql`
      with given as (
        select player_id, movement_id, kind, bonus + referral as amount, other_player
        from ledger.movements where kind in ('bonus', 'referral_earning'))
      select format('player %s was given %s by movement %s, but the reward for friend %s says %s',
        player_id, coalesce(g.amount, 0), movement_id, r.friend_id, coalesce(r.amount, 0)) as found
      from referral.rewards r full join given g using (player_id, movement_id)
      where r.amount is distinct from g.amount
        or (r.level, r.friend_id) is distinct from
           (case g.kind when 'bonus' then 0 else r.level end, coalesce(g.other_player, player_id))`,
  },
  {
    invariant: 6,
    says: 'each friend who has signed in is rewarded once, to the referrers above',
    count: sql`select count(*) from referral.friends where rewarded_at is not null`,
    find: sql`
      with recursive earned as (
        select player_id, friend_id, level from referral.rewards
        union all
        select player_id, friend_id, level from referral.kept_rewards
      ), climb as (
        select player_id, friend_id, level, friend_id as above, 0 as climbed from earned
        union all
        select c.player_id, c.friend_id, c.level, a.referrer_id, c.climbed + 1
        from climb c join players.accounts a on a.player_id = c.above where c.climbed < c.level)
      select format('player %s was rewarded for friend %s at level %s, where player %s stands',
        player_id, friend_id, level, above) as found
      from climb where climbed = level and above is distinct from player_id
      union all
      select format('friend %s was rewarded %s times at level %s', friend_id, count(*), level)
      from earned group by friend_id, level having count(*) > 1
      union all
      select format('player %s was rewarded for friend %s, who has not signed in', r.player_id, r.friend_id)
      from earned r
      left join referral.friends f on f.player_id = r.friend_id
      left join players.accounts a on a.player_id = r.friend_id
      where f.rewarded_at is null or a.first_signed_in_at is null`,
  },
  {
    invariant: 6,
    says: 'the tree of referrers has no circle',
    count: sql`select count(*) from players.accounts where referrer_id is not null`,
    find: sql`
      with recursive tree as (
        select player_id from players.accounts where referrer_id is null
        union all
        select a.player_id from tree t join players.accounts a on a.referrer_id = t.player_id)
      select format('player %s is in a circle of referrers, or below one', player_id) as found
      from players.accounts left join tree t using (player_id) where t.player_id is null`,
  },
  {
    invariant: 6,
    says: 'each reward waits for what the friend’s rewards up to it cost',
    count: sql`select count(*) from referral.rewards`,
    find: sql`
      select format('player %s was given %s for friend %s at level %s, which waits for %s', player_id,
        amount, friend_id, level, unlock_contributed) as found
      from (
        select *, sum(amount) over (partition by friend_id order by level) as cost
        from (
          select player_id, friend_id, level, amount, unlock_contributed from referral.rewards
          union all
          select player_id, friend_id, level, amount, unlock_contributed from referral.kept_rewards
        ) earned) r
      where unlock_contributed < cost
      union all
      select format('the reward of player %s for friend %s was unlocked too early', r.player_id,
        r.friend_id)
      from referral.rewards r
      join referral.friends f on f.player_id = r.friend_id
      join ledger.wallets w on w.player_id = r.friend_id
      where r.unlocked_at is not null and f.decision is null
        and w.contributed < r.unlock_contributed`,
  },
  {
    invariant: 6,
    says: 'the wallets say what each friend’s own reward waits for',
    count: sql`select count(*) from referral.rewards where level = 0`,
    find: sql`
      with own as materialized (
        select r.player_id, row(amount, unlock_deposits, unlock_staked,
          case when decision = 'approved' then 0 else unlock_contributed end
        )::ledger.bonus_lock as lock
        from referral.rewards r join referral.friends f on f.player_id = r.friend_id
        where level = 0 and unlocked_at is null)
      select format('the Bonus of player %s is locked by %s, but its reward says %s',
        player_id, coalesce(w.bonus_lock::text, 'nothing'), coalesce(o.lock::text, 'nothing'))
        as found
      from (select player_id, bonus_lock from ledger.wallets where bonus_lock is not null) w
      full join own o using (player_id)
      where w.bonus_lock is distinct from o.lock`,
  },
]
