import pg from 'pg'
import { CannotStart } from '../process/cannot-start.ts'
import { clusterFunctions } from './cluster-functions.ts'
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
    const all = [...others, coordinator]
    for (const node of all) await makeExtensions(node)
    const owner = await readOwner(coordinator)
    for (const node of others) await makeRoles(node, owner)
    // Nodes connect to each other as the role that a function runs as.
    for (const node of all) await node.query('alter role pipkin_ledger login')
    await join(coordinator, others)
    const done = await spreadTables(coordinator, partsANode * nodeUrls.length)
    await sendFunctions(coordinator)
    for (const functions of clusterFunctions) await coordinator.query(functions)
    await commitInTwoPhases(coordinator)
    await markNodes(coordinator, others)
    for (const node of others) {
      await copyCalls(coordinator, node)
      await makeMembers(coordinator, node)
      await revokeFromPublic(node)
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

async function makeExtensions(node: pg.Client): Promise<void> {
  await node.query('create extension if not exists citus').catch((error: Error) => {
    throw new CannotStart(
      `${node.host} can't be a node (${error.message}): see docs/runbooks/cluster.md.`,
    )
  })
  await node.query('create extension if not exists pgcrypto')
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

/** Makes the others nodes of the coordinator. */
async function join(coordinator: pg.Client, others: readonly pg.Client[]): Promise<void> {
  await coordinator.query('set citus.enable_ddl_propagation = on')
  await coordinator.query('select citus_set_coordinator_host($1, $2)', [
    coordinator.host,
    coordinator.port,
  ])
  for (const { host, port } of others)
    await coordinator.query('select citus_add_node($1, $2)', [host, port])
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

async function revokeFromPublic(node: pg.Client): Promise<void> {
  const { rows } = await node.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in (${schemas})`,
  )
  const known = rows.map(({ name }) => name).join(', ')
  await node.query(`revoke execute on all functions in schema ${known} from public`)
}
