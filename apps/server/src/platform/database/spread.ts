import pg from 'pg'
import { CannotStart } from '../process/cannot-start.ts'
import { copyCalls } from './copy-calls.ts'
import { markNodes } from './node-marks.ts'

/** Where a node's database is, as its superuser; the same host and port lead the others to it. */
type NodeUrl = string

/** The same on every node: catalogues that bets and rounds are read with. */
const everywhere = ['ledger.rulebooks', 'ledger.games', 'ledger.generations', 'ledger.seed_keys']

/** By player, the first one before the others. All other tables stay on the coordinator. */
const byPlayer = [
  'ledger.wallets',
  'ledger.movements',
  'ledger.requests',
  'ledger.epochs',
  'ledger.rounds',
  'ledger.carried',
  'ledger.limits',
  'ledger.prior_uses',
  'ledger.limit_changes',
  'ledger.breaks',
  'ledger.play_marks',
  'ledger.limit_notices',
  'ledger.adjustments',
]

/**
 * How many parts each node begins with. Bets of one part share a statement, so few are fast; and
 * another node can take some.
 */
const partsANode = 4

const schemas = `'ledger', 'cashier', 'referral', 'activity', 'log'`

/**
 * Spreads the players of a migrated database over a Citus cluster: the coordinator has the
 * database, and each other node an empty one of the same name. Each step is left out where it is
 * done, so it may be repeated, after an interruption too. No API or worker may run meanwhile.
 * Answers the names of the tables that were spread. Throws `CannotStart`, before any change, where
 * a node has no Citus.
 */
export async function spread(
  coordinatorUrl: NodeUrl,
  nodeUrls: readonly NodeUrl[],
): Promise<readonly string[]> {
  const coordinator = await open(coordinatorUrl)
  const others: pg.Client[] = []
  try {
    for (const url of nodeUrls) others.push(await open(url))
    for (const node of [...others, coordinator]) {
      await node.query('create extension if not exists citus').catch((error: Error) => {
        throw new CannotStart(
          `${node.host} can't be a node (${error.message}): see docs/runbooks/cluster.md.`,
        )
      })
      await node.query('create extension if not exists pgcrypto')
    }
    const owner = await readOwner(coordinator)
    for (const node of others) await makeRoles(node, owner)
    // Nodes connect to each other as the role that a function runs as.
    for (const node of [...others, coordinator]) await node.query('alter role pipkin_ledger login')
    await coordinator.query('set citus.enable_ddl_propagation = on')
    await coordinator.query('select citus_set_coordinator_host($1, $2)', [
      coordinator.host,
      coordinator.port,
    ])
    for (const { host, port } of others)
      await coordinator.query('select citus_add_node($1, $2)', [host, port])
    const done = await spreadTables(coordinator, partsANode * nodeUrls.length)
    await sendFunctions(coordinator)
    await coordinator.query(readsOfAllNodes)
    await coordinator.query(oneMoment)
    await coordinator.query(straightCalls)
    await commitInTwoPhases(coordinator)
    await markNodes(coordinator, others)
    for (const node of others) {
      await copyCalls(coordinator, node)
      await makeMembers(coordinator, node)
      await node.query(
        `revoke execute on all functions in schema ${await schemasOf(node)} from public`,
      )
    }
    return done
  } finally {
    for (const node of [coordinator, ...others]) await node.end()
  }
}

async function open(url: NodeUrl): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  // Each node does its own part, so Citus must not send it along.
  await client.query('set citus.enable_ddl_propagation = off')
  return client
}

async function readOwner(coordinator: pg.Client): Promise<string> {
  const { rows } = await coordinator.query(
    `select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`,
  )
  return rows[0].owner
}

/** The roles of 0001_roles.sql; the logins that are members of them come with the coordinator. */
async function makeRoles(node: pg.Client, owner: string): Promise<void> {
  await node.query(`do $$
    declare wanted text;
    begin
      foreach wanted in array
        array['pipkin_app', 'pipkin_worker', 'pipkin_operator', 'pipkin_ledger']
      loop
        if not exists (select from pg_roles where rolname = wanted) then
          execute format('create role %I nologin', wanted);
        end if;
      end loop;
    end
    $$`)
  const name = pg.escapeIdentifier(owner)
  await node.query(
    `grant pipkin_app, pipkin_worker, pipkin_operator, pipkin_ledger to ${name} with admin option`,
  )
  // What later migrations make comes without the coordinator's default privileges.
  await node.query(
    `alter default privileges for role pipkin_ledger, ${name} revoke execute on functions from public`,
  )
}

/** Grants our roles to their members again: as Citus sends them, they don't inherit. */
async function makeMembers(coordinator: pg.Client, node: pg.Client): Promise<void> {
  const { rows } = await coordinator.query<{ grant: string }>(
    `select format('grant %s to %s with admin %s, inherit %s, set %s', roleid::regrole,
       member::regrole, bool_or(admin_option)::text, bool_or(inherit_option)::text,
       bool_or(set_option)::text) as grant
     from pg_auth_members
     where roleid in ('pipkin_app'::regrole, 'pipkin_worker'::regrole, 'pipkin_operator'::regrole,
       'pipkin_ledger'::regrole)
     group by roleid, member`,
  )
  for (const { grant } of rows) await node.query(grant)
}

async function spreadTables(coordinator: pg.Client, parts: number): Promise<string[]> {
  const { rows } = await coordinator.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition`,
  )
  const known = new Set(rows.map(({ name }) => name))
  await coordinator.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  const done: string[] = []
  for (const table of [...everywhere, ...byPlayer].filter((name) => !known.has(name))) {
    await checkByColumns(coordinator, table)
    if (everywhere.includes(table))
      await coordinator.query('select create_reference_table($1)', [table])
    else if (table === byPlayer[0])
      await coordinator.query(
        `select create_distributed_table($1, 'player_id', shard_count => $2::integer)`,
        [table, parts],
      )
    else
      await coordinator.query(
        `select create_distributed_table($1, 'player_id', colocate_with => $2)`,
        [table, byPlayer[0]],
      )
    await coordinator.query('select truncate_local_data_after_distributing_table($1)', [table])
    done.push(table)
  }
  return done
}

/**
 * A CHECK by `is_sound`, which takes the whole row, becomes the same CHECK of the row's columns:
 * the rows of a part of the table have a type of their own.
 */
async function checkByColumns(coordinator: pg.Client, table: string): Promise<void> {
  const { rows } = await coordinator.query<{ name: string; alias: string; body: string }>(
    `select c.conname as name, p.proargnames[1] as alias, p.prosrc as body
     from pg_constraint c join pg_depend d on d.objid = c.oid and d.refclassid = 'pg_proc'::regclass
     join pg_proc p on p.oid = d.refobjid and p.proname = 'is_sound'
     where c.conrelid = $1::regclass and c.contype = 'c'`,
    [table],
  )
  for (const { name, alias, body } of rows) {
    const rule = /return\s+([^;]+);/.exec(body)?.[1]?.replaceAll(`${alias}.`, '')
    if (!rule) throw new Error(`the rule of ${table} isn't one expression`)
    await coordinator.query(
      `alter table ${table} drop constraint ${pg.escapeIdentifier(name)}, add check (${rule})`,
    )
  }
}

/**
 * `ledger.ids_now` and `are_over` (0002_ledger.sql) of all nodes. A node that doesn't answer is an
 * error: what it holds isn't passed over. A node is named by its group, which a standby that takes
 * over keeps, as it keeps the ids.
 */
const readsOfAllNodes = `
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
 * `ledger.hold_commits` and `begin_on_all` (0002_ledger.sql) of all nodes. A commit in two phases
 * holds its row in `pg_dist_transaction` until its last node has committed. What runs as the caller
 * and what runs as `pipkin_ledger` has a connection of its own to each node. Only a superuser may
 * lock that table.
 */
const oneMoment = `
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
 * `ledger.parts` and `hold_wallets` (0002_ledger.sql), of a cluster. What a node is asked straight
 * doesn't see that a table is locked on the coordinator, but waits for its rows. They are locked in
 * no order, while no API runs (docs/runbooks/backup.md).
 */
const straightCalls = `
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

/**
 * A table that has only this node makes a change of it a part of the transaction that Citus knows:
 * the player's node then commits in two phases, and lets go of its locks after this node's commit.
 * Without it the player's node would commit first, by itself.
 */
const twoPhases = `
  create table ledger.two_phases (changed boolean);
  alter table ledger.two_phases owner to pipkin_ledger;
  select citus_add_local_table_to_metadata('ledger.two_phases');
  create function ledger.commit_in_two_phases() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  as $$
  begin
    update two_phases set changed = true;
    return null;
  end
  $$;
  alter function ledger.commit_in_two_phases owner to pipkin_ledger;
  revoke execute on function ledger.commit_in_two_phases from public`

/** Each table of the coordinator may be changed together with a player's. */
async function commitInTwoPhases(coordinator: pg.Client): Promise<void> {
  const { rows: made } = await coordinator.query(
    `select from pg_tables where schemaname = 'ledger' and tablename = 'two_phases'`,
  )
  if (made.length === 0) await coordinator.query(twoPhases)
  const { rows } = await coordinator.query<{ name: string }>(
    `select c.oid::regclass::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspowner <> 'pg_database_owner'::regrole
       and n.nspname !~ '^(pg|citus|columnar|information)_?'
       and not relation_is_a_known_shard(c.oid)
       and not exists (select from pg_dist_partition where logicalrelid = c.oid)
       and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'two_phases')`,
  )
  for (const { name } of rows)
    await coordinator.query(
      `create trigger two_phases after insert or update or delete on ${name}
       for each statement execute function ledger.commit_in_two_phases()`,
    )
}

/** What is computed where the rows are: functions that read no table. */
async function sendFunctions(coordinator: pg.Client): Promise<void> {
  const { rows } = await coordinator.query<{ name: string }>(
    `select p.oid::regprocedure::text as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in (${schemas}) and p.provolatile = 'i' and p.proname <> 'is_sound'
       and not exists (
         select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
     order by p.oid`,
  )
  for (const { name } of rows)
    await coordinator.query('select create_distributed_function($1)', [name])
}

async function schemasOf(node: pg.Client): Promise<string> {
  const { rows } = await node.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in (${schemas})`,
  )
  return rows.map(({ name }) => name).join(', ')
}
