/**
 * The functions that migrations define for one server (0002_ledger.sql), as a cluster needs them.
 * The coordinator gets them when the database is spread.
 */

/**
 * `ledger.ids_now` and `are_over`, of all nodes. A node that doesn't answer is an
 * error: what it holds isn't passed over. A node is named by its group, which a standby that takes
 * over keeps, as it keeps the ids.
 */
const transactionsOfAllNodes = `
  create or replace function ledger.ids_now() returns jsonb
  language plpgsql security definer set search_path = ledger, pg_temp
  as $$
  declare
    ids jsonb;
  begin
    select jsonb_object_agg(groupid, case when success then result end)
      into ids from run_command_on_workers('select pg_current_xact_id()')
      join pg_dist_node using (nodename, nodeport);
    if ids is null or jsonb_path_exists(ids, '$.* ? (@ == null)') then
      raise connection_failure using message = 'a node does not answer';
    end if;
    return ids || jsonb_build_object('', pg_current_xact_id()::text);
  end
  $$;
  create or replace function ledger.are_over(p_ids jsonb) returns boolean
  language sql strict security definer set search_path = ledger, pg_temp
  as $$
    select pg_snapshot_xmin(pg_current_snapshot()) >= (p_ids ->> '')::xid8
      and bool_and(success and coalesce(result::xid8 >= (p_ids ->> groupid::text)::xid8, false))
    from run_command_on_workers('select pg_snapshot_xmin(pg_current_snapshot())')
    join pg_dist_node using (nodename, nodeport)
  $$`

/**
 * `ledger.hold_commits` and `begin_on_all`, of all nodes. A commit in two phases
 * holds its row in `pg_dist_transaction` until its last node has committed. What runs as the caller
 * and what runs as `pipkin_ledger` has a connection of its own to each node. Only a superuser may
 * lock that table.
 */
const oneMomentOnAllNodes = `
  create or replace function ledger.hold_commits() returns void
  language plpgsql security definer set search_path = ledger, pg_temp
  as $$
  begin
    lock table pg_dist_transaction in exclusive mode;
    if exists (
      select from run_command_on_workers(
        'select count(*) from pg_prepared_xacts where database = current_database()')
      where not success or result <> '0'
    ) then
      raise connection_failure using message = 'a node is down, or has a commit to end';
    end if;
  end
  $$;
  alter function ledger.hold_commits owner to current_user;
  grant execute on function ledger.hold_commits to pipkin_ledger;
  create or replace function ledger.begin_on_all() returns void
  language plpgsql
  as $$
  begin
    -- One connection to each node, and so one snapshot.
    perform set_config('citus.max_adaptive_executor_pool_size', '1', true);
    perform max(player_id) from ledger.wallets;
  end
  $$;
  alter function ledger.begin_on_all security invoker reset all`

/**
 * `ledger.parts`, and `hold_wallets` of all parts. What a node is asked directly doesn't see that a
 * table is locked on the coordinator, but waits for its rows. They are locked in no order, while no
 * API runs (docs/runbooks/backup.md).
 */
const partsOfPlayers = `
  create or replace function ledger.parts()
  returns table (part text, first integer, last integer, host text, port integer)
  language sql stable
  as $$
    select s.shardid::text, s.shardminvalue::integer, s.shardmaxvalue::integer, n.nodename,
      n.nodeport
    from pg_dist_shard s join pg_dist_placement p using (shardid)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = 'ledger.wallets'::regclass
  $$;
  create or replace function ledger.hold_wallets() returns void
  language plpgsql
  as $$
  begin
    lock table ledger.wallets in exclusive mode;
    update ledger.wallets set nonce = nonce;
  end
  $$`

/** All of them; they may be defined again. */
export const clusterFunctions = [
  transactionsOfAllNodes,
  oneMomentOnAllNodes,
  partsOfPlayers,
] as const
