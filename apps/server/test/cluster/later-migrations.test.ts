import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fkr } from '@pipkin/money'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { callsHash, copiedCallsHash } from '../../src/platform/database/copy-calls.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { spread } from '../../src/platform/database/spread.ts'
import { freshDatabaseForTest } from '../database/fresh-database.ts'
import { makePlayer } from '../players/player.ts'

/** A later migration, on a database that is spread over two nodes. */

const ours = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Each kind of change that a migration may make, as the others write them. */
const later = `
set role pipkin_ledger;
-- The first is a change of a player's table: what comes first decides how Citus does the others.
alter table ledger.movements add column later text;
create domain ledger.later_part as smallint check (value between 0 and 100);
alter type ledger.movement_kind add value 'later';
-- A column of each player, with an index; and a table of the house.
alter table ledger.wallets add column later ledger.later_part not null default 7;
create index wallets_later on ledger.wallets (later) where later > 50;
create table ledger.later_notes (player_id integer primary key, note text not null);
-- New functions: one is computed on the nodes, one changes both.
create function ledger.later_sum(p_amount bigint) returns bigint
language sql immutable
as $$ select p_amount + 1 $$;
grant execute on function ledger.later_sum to pipkin_worker;
create function ledger.note_later(p_player integer) returns integer
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  noted integer;
begin
  update wallets set later = later + 1 where player_id = p_player returning later into noted;
  insert into later_notes values (p_player, 'noted; once');
  return noted;
end
$$;
grant execute on function ledger.note_later to pipkin_app;
-- One that nodes compute, and one that they have copies of.
create or replace function ledger.sum_received(p_parts ledger.received_part[]) returns bigint
language sql immutable
as $$ select coalesce(sum(amount), 0)::bigint + 0 from unnest(p_parts) part $$;
create or replace function ledger.keep_answer(
  p_player integer, p_key text, p_input_hash bytea, p_answer jsonb
) returns void
language plpgsql
as $$
begin
  if p_key is not null then
    insert into ledger.requests (player_id, key, input_hash, answer)
      values (p_player, p_key, p_input_hash, p_answer || '{"later": true}');
  end if;
end
$$;
reset role;
`

test('a later migration reaches all nodes, and copies are old until it is spread again', async () => {
  const db = await freshDatabaseForTest()
  const urls = (inject('postgres').nodes ?? []).map((url) =>
    url.replace('/pipkin?', `/${db.name}?`),
  )
  const nodes = await Promise.all(
    urls.map(async (url) => {
      const client = new pg.Client(url)
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }),
  )
  const [first, ...others] = nodes
  if (!first) throw new Error('a coordinator')
  const rowsOf = async (node: pg.Client, text: string): Promise<string[]> =>
    (await node.query<{ is: string }>(text)).rows.map((row) => row.is)
  const players = []
  for (let n = 0; n < 6; n += 1) players.push(await makePlayer(db, { deposit: fkr(10) }))
  const before = await Promise.all(others.map((node) => rowsOf(node, rights)))

  const folder = await mkdtemp(join(tmpdir(), 'pipkin-later-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(ours, folder, { recursive: true })
  await writeFile(join(folder, '9999_later.sql'), later)
  expect(await migrate(db.ownerUrl, folder)).toEqual(['9999_later'])

  const more = ['pipkin_app ledger.note_later(integer)', 'pipkin_worker ledger.later_sum(bigint)']
  for (const spreadAgain of [false, true]) {
    if (spreadAgain) expect(await spread(urls[0] ?? '', urls.slice(1))).toEqual([])
    for (const [index, node] of others.entries()) {
      expect(await rowsOf(node, rights)).toEqual([...before[index]!, ...more].sort())
      expect(await rowsOf(node, columns)).toEqual(await rowsOf(first, columns))
    }
    const { calls } = await one(db.owner.rows<{ calls: string }>(callsHash))
    for (const node of others) {
      const { rows } = await node.query<{ calls: string }>(copiedCallsHash.text)
      expect(rows[0]?.calls === calls).toBe(spreadAgain)
    }
  }
  // Its change and the player's are one, on both nodes.
  expect(await rowsOf(first, phases)).toEqual(['two_phases'])
  const note = sql`select ledger.note_later($1) as noted`
  for (const player of players)
    expect(await db.database.rows(note, [player])).toEqual([{ noted: 8 }])
  for (const node of others)
    expect((await rowsOf(node, copies)).every((body) => body.includes('"later"'))).toBe(true)
})

const rights = `
  select r.role || ' ' || p.oid::regprocedure as is
  from unnest('{public, pipkin_app, pipkin_worker, pipkin_operator}'::text[]) r (role),
    pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('ledger', 'cashier', 'referral', 'activity', 'log')
    and has_function_privilege(r.role, p.oid, 'execute')
  order by (r.role || ' ' || p.oid::regprocedure) collate "C"`

const columns = `
  select attrelid::regclass || ' ' || atttypid::regtype || ' ' || attnotnull as is
  from pg_attribute
  where attname = 'later' and attrelid in ('ledger.wallets'::regclass, 'ledger.movements'::regclass)
  order by 1`

const phases = `
  select tgname::text as is from pg_trigger where tgrelid = 'ledger.later_notes'::regclass`

const copies = `select prosrc as is from pg_proc where proname ~ '^keep_answer_'`
