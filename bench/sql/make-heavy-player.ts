import type pg from 'pg'
import { benchStake, grownSeed } from './play-out.ts'

/** How many rows of each list a heavy player has. */
const heavy = { rounds: 10_000, friends: 5_000, notices: 2_000 }

const firstFriend = 30_000_000

/**
 * Gives a player long lists: rounds with their movements, friends with their rewards, operations,
 * password changes, support cases. For reads only: the wallets don't match, and the rounds can't be
 * replayed.
 */
export async function makeHeavyPlayer(owner: pg.Client, player: number): Promise<void> {
  await addRounds(owner, player)
  await addFriends(owner, player)
  await addOperations(owner, player)
  await addNotices(owner, player)
  await owner.query('vacuum analyze')
}

/** Rounds with their movements, marks and epochs. */
async function addRounds(owner: pg.Client, player: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
         stake, placed_at, moves,
         moved_at, status, payout, settled_at, settlement_id)
       select $1, uuidv7(at - now()), g.game, 10 + n / 1000, n % 1000, '${grownSeed}',
         g.rules_hash, ${benchStake}, at, '[]',
         at, 'win', ${benchStake * 2n}, at + interval '1 s', uuidv7(at - now())
       from generate_series(0, ${heavy.rounds - 1}) n join ledger.games g on g.game = 1 + n % 3,
         lateral (select now() - interval '6 days' + n * interval '50 s' as at) t
       order by at returning *)
     insert into ledger.movements (player_id, at, movement_id, kind, deposit, win, games, round_id)
     select player_id, placed_at, round_id, 'stake'::ledger.movement_kind, -stake, 0, stake,
       round_id from made
     union all
     select player_id, settled_at, settlement_id, 'win', 0, payout, -payout, round_id from made`,
    [player],
  )
  await markPlay(owner, player)
  await owner.query(
    `insert into ledger.epochs (player_id, epoch, seed)
     select $1, 10 + n, sha256(int4send(n)) from generate_series(0, ${heavy.rounds / 1000 - 1}) n`,
    [player],
  )
}

/** Friends of the first level, each with a reward. */
async function addFriends(owner: pg.Client, player: number): Promise<void> {
  await owner.query(
    `insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code,
      referrer_id, first_signed_in_at)
     select ${firstFriend} + n, 'Ravi Das', (7000000000 + n)::text,
       'friend' || n || '@example.com', 'none',
       translate(lpad((70000000 + n)::text, 8, '0'), '01', 'XY'), $1, now()
     from generate_series(1, ${heavy.friends}) n`,
    [player],
  )
  await owner.query(
    `insert into ledger.wallets (player_id) select ${firstFriend} + n from generate_series(1, ${heavy.friends}) n`,
  )
  await owner.query(
    `with signed_in as (
       insert into referral.friends (player_id, rewarded_at)
       select ${firstFriend} + n, now() from generate_series(1, ${heavy.friends}) n
     ), given as (
       insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
         unlock_staked, unlock_contributed, movement_id, at)
       select $1, ${firstFriend} + n, 1, 10000, 50000, 100000, 20000, gen_random_uuid(),
         now() - n * interval '1 min'
       from generate_series(1, ${heavy.friends}) n returning *)
     insert into ledger.movements (player_id, at, movement_id, kind, referral, promotions,
       other_player)
     select player_id, at, movement_id, 'referral_earning', amount, -amount, friend_id from given`,
    [player],
  )
}

/** Refused deposits. Others have some, too: no index is of use where one player has every row. */
async function addOperations(owner: pg.Client, player: number): Promise<void> {
  await owner.query(
    `insert into cashier.operations (player_id, operation_id, kind, state, amount, address, reason,
      failed_at)
     select $1, gen_random_uuid(), 'deposit', 'rejected', 1000, '0x' || repeat('d4', 20),
       'refused', now() - n * interval '1 min'
     from generate_series(1, ${heavy.notices}) n`,
    [player],
  )
  await owner.query(
    `insert into cashier.operations (player_id, operation_id, kind, state, amount, address, reason,
      failed_at)
     select player_id, gen_random_uuid(), 'deposit', 'rejected', 1000, '0x' || repeat('d4', 20),
       'refused', now()
     from ledger.wallets, generate_series(1, 5) where player_id <> $1`,
    [player],
  )
}

/** Changes of the password and answered cases, which are notices. */
async function addNotices(owner: pg.Client, player: number): Promise<void> {
  await owner.query(
    `insert into players.password_changes (player_id, at)
     select $1, now() - n * interval '1 hour' from generate_series(1, ${heavy.notices}) n`,
    [player],
  )
  await owner.query(
    `insert into support.cases (case_id, player_id, event, tx_hash, amount, answer, closed_at)
     select 100000 + n, $1, 'deposit', '0x' || lpad(n::text, 64, '0'), 1000, 'Done.',
       now() - n * interval '1 min'
     from generate_series(1, ${heavy.notices}) n`,
    [player],
  )
}

/**
 * Gives a player lost rounds, five minutes apart, and the marks of their bets. For reads of the
 * history of play only: no round is there.
 */
export async function makeLongHistory(
  owner: pg.Client,
  player: number,
  rounds: number,
): Promise<void> {
  await owner.query(
    `insert into ledger.movements (player_id, at, movement_id, kind, deposit, games)
     select $1, now() - ($2 - n) * interval '5 min', gen_random_uuid(), 'stake', -${benchStake},
       ${benchStake}
     from generate_series(1, $2::int) n`,
    [player, rounds],
  )
  await markPlay(owner, player)
  await owner.query('vacuum analyze ledger.movements, ledger.play_marks')
}

/** The marks of a player's bets: one at each twentieth, a session at each hundredth. */
async function markPlay(owner: pg.Client, player: number): Promise<void> {
  await owner.query(
    `insert into ledger.play_marks
     select player_id, at, wagered - games, lost - games, 0, 0,
       case when nth % 100 = 1 then nth * interval '1 min' end,
       case when nth % 100 = 1 then at end
     from (
       select *, row_number() over (partition by kind order by at) as nth,
         (sum(games) filter (where kind = 'stake') over (order by at))::bigint as wagered,
         (sum(games) over (order by at))::bigint as lost
       from ledger.movements where player_id = $1 and games <> 0
     ) played
     where kind = 'stake' and nth % 20 = 1`,
    [player],
  )
}
