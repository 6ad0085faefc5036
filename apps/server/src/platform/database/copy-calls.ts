import pg from 'pg'
import { sql } from './database.ts'

/**
 * Copies ledger functions onto the nodes of a cluster, so that a node can be asked directly. Citus
 * would plan each statement of a function anew; the tables of a part are plain tables of
 * PostgreSQL. So a node gets a copy of each function for each part, named after the part, whose
 * statements name the part's tables. A node that doesn't have the part, any more or yet, refuses.
 */

/**
 * The functions that a login calls at a node. Each copy first makes sure that the part is there.
 */
const entries = [
  'place_bets',
  'store_moves_of_rounds',
  'read_rounds_alone',
  'shown_movements_alone',
]

/**
 * All functions that are copied: the entries and what they call. Functions that read no table are
 * on the nodes anyway.
 */
export const copied = [
  ...entries,
  ...['place_plain_bets', 'place_bet', 'weigh_bet', 'store_plain_moves', 'store_moves'],
  ...['read_round', 'round_record'],
  ...['earlier_answer', 'keep_answer', 'post', 'mark_play', 'play_ended', 'pace_refusal'],
  // Limits and breaks.
  ...['play_refusal', 'break_refusal', 'break_of', 'limit_refusal', 'resets_at'],
  ...['own_resets_at', 'losses'],
  ...['session_of', 'warn_of_losses', 'warn_of_limit'],
  'shown_movements',
]

/** A view that they read: the copies contain its query instead. */
const view = 'round_records'

/** The hash of the copied functions as the coordinator has them. */
export const callsHash = sql([
  `select md5(pg_get_viewdef('ledger.${view}'::regclass) || string_agg(p::text, '' order by oid))
     as calls
   from pg_proc p
   where pronamespace = 'ledger'::regnamespace
     and proname in (${copied.map((name) => pg.escapeLiteral(name)).join(', ')})`,
])

/** The hash that was current when a node got its copies; asked of the node. */
export const copiedCallsHash = sql`
  select obj_description('ledger.hold_part'::regproc, 'pg_proc') as calls`

/** What a copy changes in a function: its calls are alone. */
const aloneByDefault = {
  from: 'p_alone boolean DEFAULT false',
  to: 'p_alone boolean DEFAULT true',
} as const

/** A call that is alone never judges a reward, but PostgreSQL looks the function up. */
const lockedBonus = `
  create or replace function ledger.locked_bonus(p_player integer) returns bigint
  language plpgsql stable
  as $$
  begin
    raise feature_not_supported using message = 'the rewards are not at this node';
  end
  $$`

/**
 * Writes the copies onto a node, for the parts of all nodes: a part that moves here is served at
 * once.
 */
export async function copyCalls(coordinator: pg.Client, node: pg.Client): Promise<void> {
  const { rows: functions } = await coordinator.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'ledger'::regnamespace and proname = any($1)`,
    [copied],
  )
  const { rows: views } = await coordinator.query<{ text: string }>(
    `select rtrim(pg_get_viewdef('ledger.${view}'::regclass), ';') as text`,
  )
  const { rows: parts } = await coordinator.query<{ part: string; tables: Record<string, string> }>(
    `select w.shardid as part, (
       select jsonb_object_agg(c.relname, 'ledger.' || c.relname || '_' || s.shardid)
       from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid
       where c.relnamespace = 'ledger'::regnamespace
         and coalesce(s.shardminvalue, w.shardminvalue) = w.shardminvalue
         and (s.shardminvalue is not null
           or (select partmethod from pg_dist_partition p where p.logicalrelid = c.oid) = 'n')
     ) as tables
     from pg_dist_shard w where w.logicalrelid = 'ledger.wallets'::regclass`,
  )
  const { rows: now } = await coordinator.query<{ calls: string }>(callsHash.text)
  await node.query('begin')
  await node.query('set local role pipkin_ledger')
  // The tables of parts on other nodes are missing here.
  await node.query('set local check_function_bodies = off')
  await node.query(holdPart)
  await node.query(
    `comment on function ledger.hold_part is ${pg.escapeLiteral(now[0]?.calls ?? '')}`,
  )
  await node.query(lockedBonus)
  for (const { part, tables } of parts) {
    for (const { text } of functions) {
      const whole = text.replace(`from ${view} `, () => `from (${views[0]?.text}) `)
      await node.query(ofPart(whole, part, tables))
    }
    for (const name of entries)
      await node.query(`
        alter function ledger.${name}_${part} security definer set search_path = ledger, pg_temp;
        alter function ledger.${name}_${part} set plan_cache_mode = force_generic_plan;
        revoke execute on function ledger.${name}_${part} from public;
        grant execute on function ledger.${name}_${part} to pipkin_app`)
  }
  await node.query('commit')
}

function ofPart(text: string, part: string, tables: Readonly<Record<string, string>>): string {
  // Calls of copied functions, and parameters written as `function.parameter`.
  const call = new RegExp(`(?<![.\\w])(ledger\\.)?(${copied.join('|')})([(.])`, 'g')
  const table = new RegExp(
    `\\b(from|join|update|into)(\\s+\\(*)(?:ledger\\.)?(${Object.keys(tables).join('|')})\\b`,
    'gi',
  )
  const isEntry = entries.some((name) => text.includes(`FUNCTION ledger.${name}(`))
  return text
    .replace(aloneByDefault.from, aloneByDefault.to)
    .replace(isEntry ? /\nbegin\n/ : /$^/, `\nbegin\n  perform ledger.hold_part(${part});\n`)
    .replace(call, (_, schema = '', name, next) =>
      next === '(' ? `ledger.${name}_${part}(` : `${schema}${name}_${part}.`,
    )
    .replace(table, (_, word, space, name) => `${word}${space}${tables[name]}`)
}

/**
 * Waits while a part is being moved, and refuses if it isn't here. Until the caller's transaction
 * ends the part can't leave; 5 is the lock that Citus takes for a write.
 */
const holdPart = `
  create or replace function ledger.hold_part(p_part bigint) returns void
  language plpgsql
  as $$
  begin
    perform lock_shard_metadata(5, array[p_part]);
    if not exists (
      select from pg_dist_placement join pg_dist_local_group using (groupid)
      where shardid = p_part
    ) then
      raise feature_not_supported using message = 'this part of the players is not at this node';
    end if;
  end
  $$`
