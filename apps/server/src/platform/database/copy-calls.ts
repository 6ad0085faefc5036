import pg from 'pg'
import { sql } from './database.ts'

/**
 * Copies ledger functions onto the nodes of a cluster, so that a node can be asked directly. Citus
 * would plan each statement of a function anew; the tables of a part are plain tables of
 * PostgreSQL. So a node gets a copy of each function for each part, named after the part, whose
 * statements name the part's tables: `ledger.place_bet` becomes `ledger.place_bet_102008`, and its
 * `wallets` become `ledger.wallets_102008`. A node that doesn't have the part, any more or yet,
 * refuses.
 */

/** The functions that a login calls at a node. Each copy first checks that its part is there. */
const entryPoints = [
  'place_bets',
  'store_moves_of_rounds',
  'read_rounds_alone',
  'shown_movements_alone',
]

/**
 * All functions that are copied: the entry points and what they call. Functions that read no table
 * are on the nodes anyway.
 */
export const copied = [
  ...entryPoints,
  // Bets and moves.
  ...['place_plain_bets', 'place_bet', 'weigh_bet', 'store_plain_moves', 'store_moves'],
  ...['read_round', 'round_record', 'pace_refusal', 'mark_play', 'post', 'shown_movements'],
  ...['earlier_answer', 'keep_answer'],
  // Limits and breaks.
  ...['play_refusal', 'play_ended', 'break_refusal', 'break_of', 'limit_refusal', 'resets_at'],
  ...['own_resets_at', 'losses', 'session_of', 'warn_of_losses', 'warn_of_limit'],
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

/**
 * Writes the copies onto a node, for the parts of all nodes: a part that moves here is served at
 * once.
 */
export async function copyCalls(coordinator: pg.Client, node: pg.Client): Promise<void> {
  const { rows: now } = await coordinator.query<{ calls: string }>(callsHash.text)
  const functions = await readFunctions(coordinator)
  const parts = await readParts(coordinator)
  await node.query('begin')
  await node.query('set local role pipkin_ledger')
  // The tables of parts on other nodes are missing here.
  await node.query('set local check_function_bodies = off')
  await node.query(holdPart)
  await node.query(
    `comment on function ledger.hold_part is ${pg.escapeLiteral(now[0]?.calls ?? '')}`,
  )
  await node.query(lockedBonus)
  for (const part of parts) {
    for (const text of functions) await node.query(copyFor(part, text))
    for (const name of entryPoints) await node.query(openToLogins(`${name}_${part.id}`))
  }
  await node.query('commit')
}

/** A part of the players. */
interface Part {
  /** As Citus numbers it. */
  readonly id: string
  /** Its tables, by the names of the whole ones; catalogues are the same in all parts. */
  readonly tables: Readonly<Record<string, string>>
}

async function readParts(coordinator: pg.Client): Promise<readonly Part[]> {
  const { rows } = await coordinator.query<Part>(
    `select w.shardid as id, (
       select jsonb_object_agg(c.relname, 'ledger.' || c.relname || '_' || s.shardid)
       from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid
       where c.relnamespace = 'ledger'::regnamespace
         and coalesce(s.shardminvalue, w.shardminvalue) = w.shardminvalue
         and (s.shardminvalue is not null
           or (select partmethod from pg_dist_partition p where p.logicalrelid = c.oid) = 'n')
     ) as tables
     from pg_dist_shard w where w.logicalrelid = 'ledger.wallets'::regclass`,
  )
  return rows
}

/** The definitions of the functions, with the view's query in its place. */
async function readFunctions(coordinator: pg.Client): Promise<readonly string[]> {
  const { rows: functions } = await coordinator.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'ledger'::regnamespace and proname = any($1)`,
    [copied],
  )
  const { rows: views } = await coordinator.query<{ text: string }>(
    `select rtrim(pg_get_viewdef('ledger.${view}'::regclass), ';') as text`,
  )
  return functions.map(({ text }) =>
    text.replace(`from ${view} `, () => `from (${views[0]?.text}) `),
  )
}

/** A call of a copied function, or a parameter written as `function.parameter`. */
const callOrParameter = new RegExp(`(?<![.\\w])(ledger\\.)?(${copied.join('|')})([(.])`, 'g')

/** The copy of a function for a part. */
function copyFor({ id, tables }: Part, text: string): string {
  const table = new RegExp(
    `\\b(from|join|update|into)(\\s+\\(*)(?:ledger\\.)?(${Object.keys(tables).join('|')})\\b`,
    'gi',
  )
  const isEntryPoint = entryPoints.some((name) => text.includes(`FUNCTION ledger.${name}(`))
  const checkPart = isEntryPoint ? `  perform ledger.hold_part(${id});\n` : ''
  return (
    text
      .replace('\nbegin\n', `\nbegin\n${checkPart}`)
      // A copy makes its calls alone.
      .replace('p_alone boolean DEFAULT false', 'p_alone boolean DEFAULT true')
      .replace(callOrParameter, (_, schema = '', name, next) =>
        next === '(' ? `ledger.${name}_${id}(` : `${schema}${name}_${id}.`,
      )
      .replace(table, (_, word, space, name) => `${word}${space}${tables[name]}`)
  )
}

/** Lets the API's logins call a copy. */
const openToLogins = (name: string) => `
  alter function ledger.${name} security definer set search_path = ledger, pg_temp;
  alter function ledger.${name} set plan_cache_mode = force_generic_plan;
  revoke execute on function ledger.${name} from public;
  grant execute on function ledger.${name} to pipkin_app`

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

/** A call that is alone never judges a reward, but PostgreSQL looks the function up. */
const lockedBonus = `
  create or replace function ledger.locked_bonus(p_player integer) returns bigint
  language plpgsql stable
  as $$
  begin
    raise feature_not_supported using message = 'the rewards are not at this node';
  end
  $$`
