import type pg from 'pg'

/**
 * How far each node of a cluster is, remembered on the coordinator (0016_restores.sql). A node that
 * comes back from an older backup lacks the last beats: the processes end, and the node itself lets
 * no one in before it has compared.
 */

/** Begins to remember how far each node is; what is remembered already stays. */
export async function markNodes(
  coordinator: pg.Client,
  nodes: readonly pg.Client[],
): Promise<void> {
  const { rowCount: isKnown } = await coordinator.query(
    `select from pg_tables where schemaname = 'ledger' and tablename = 'node_marks'`,
  )
  if (!isKnown) await coordinator.query(markTable)
  await coordinator.query(coordinatorsMarks)
  for (const node of nodes) {
    await node.query('begin')
    await node.query('set local role pipkin_ledger')
    await node.query(nodesMark)
    await node.query('reset role')
    const { rowCount } = await node.query(
      `select from pg_event_trigger where evtname = 'compare_mark'`,
    )
    if (!rowCount) await node.query(compareAtLogin)
    await node.query('commit')
  }
}

/**
 * `ledger.renew_node_marks` of a cluster. A node commits a beat before the coordinator notes it, so
 * a synchronous standby that takes over has the beat too. A node that doesn't answer is asked again
 * soon; before it lets anyone in, it compares by itself. Runs as the superuser, whom a node lets in
 * earlier than all others.
 */
const coordinatorsMarks = `
  create or replace function ledger.renew_node_marks() returns setof text
  language plpgsql security definer set search_path = ledger, pg_temp
  as $$
  declare
    groups integer[];
    hosts text[];
    ports integer[];
    beats text[];
    answer record;
  begin
    -- One at a time: who comes meanwhile leaves it to the other.
    if not pg_try_advisory_xact_lock(16, 1) then return; end if;
    select array_agg(n.groupid order by n.groupid), array_agg(n.nodename order by n.groupid),
           array_agg(n.nodeport order by n.groupid)
      into groups, hosts, ports
      from pg_dist_node n where n.groupid <> 0 and n.noderole = 'primary';
    select array_agg(format('select ledger.renew_mark(%L, %L)', m.beat, m.token) order by g.n)
      into beats
      from unnest(groups) with ordinality g (node, n) left join node_marks m using (node);
    for answer in
      select g.node, r.node_name || ':' || r.node_port as place, r.result
      from master_run_on_worker(hosts, ports, beats, true) r
      join unnest(groups, hosts, ports) g (node, host, port)
        on g.host = r.node_name and g.port = r.node_port
      where r.success
    loop
      if answer.result = 'gone back' then
        return next answer.place;
      else
        insert into node_marks values (answer.node, split_part(answer.result, ' ', 1)::bigint,
            split_part(answer.result, ' ', 2)::uuid)
          on conflict (node) do update set beat = excluded.beat, token = excluded.token;
      end if;
    end loop;
  end
  $$;
  alter function ledger.renew_node_marks owner to current_user`

/** A table that Citus knows, so that a node can read it. */
const markTable = `
  create table ledger.node_marks (
    -- Its group, which a standby that takes over keeps.
    node integer primary key,
    beat bigint not null,
    token uuid not null
  );
  alter table ledger.node_marks owner to pipkin_ledger;
  select citus_add_local_table_to_metadata('ledger.node_marks')`

/**
 * A node's own mark, as `ledger.renew_watermark` keeps one. After each start of the server the
 * first login compares it with the coordinator's: a database can't be replaced under a server that
 * runs. Superusers are let in, to see what is wrong. No login waits for a standby.
 */
const nodesMark = `
  create table if not exists ledger.node_mark (
    singleton boolean primary key default true check (singleton),
    beat bigint not null default 0,
    token uuid not null default gen_random_uuid(),
    -- The start of the server that has compared.
    compared_at timestamptz
  );
  insert into ledger.node_mark default values on conflict do nothing;
  create or replace function ledger.renew_mark(p_beat bigint, p_token uuid) returns text
  language plpgsql set search_path = ledger, pg_temp
  as $$
  declare
    renewed text;
  begin
    update node_mark set beat = beat + 1, token = gen_random_uuid()
      where p_beat is null or beat > p_beat or beat = p_beat and token = p_token
      returning beat || ' ' || token into renewed;
    return coalesce(renewed, 'gone back');
  end
  $$;
  create or replace function ledger.compare_mark() returns event_trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set citus.allow_nested_distributed_execution = on
  as $$
  declare
    mine node_mark;
    noted record;
  begin
    if exists (select from node_mark where compared_at = pg_postmaster_start_time())
      or pg_is_in_recovery() or (select rolsuper from pg_roles where rolname = session_user)
    then
      return;
    end if;
    select m.beat, m.token into noted
      from node_marks m where m.node = (select groupid from pg_dist_local_group);
    -- Reads its own mark after that: a beat may come between the two.
    select * into mine from node_mark;
    if noted.beat > mine.beat or noted.beat = mine.beat and noted.token <> mine.token then
      raise cannot_connect_now using message = 'this node has gone back in time';
    end if;
    perform set_config('synchronous_commit', 'local', true);
    update node_mark set compared_at = pg_postmaster_start_time();
  end
  $$`

const compareAtLogin = `
  create event trigger compare_mark on login execute function ledger.compare_mark()`
