import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from './fresh-database.ts'

/**
 * What the schema needs so that the database can be spread over nodes by player
 * (`docs/operations.md`), read from the real one.
 */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

/**
 * Tables that aren't a player's, and why. Every other one has `player_id` first in each of its
 * keys.
 */
const globals: Readonly<Record<string, string>> = {
  'players.accounts': 'directory: found by phone, e-mail, code',
  'players.sessions': 'directory: found by token',
  'players.email_codes': 'directory: found by browser',
  'players.verified_addresses': 'directory: found by browser',
  'cashier.addresses': 'directory: an address belongs to one player',
  'players.reset_links': 'directory: found by token',
  'players.mails': 'a queue of mails by address',
  'players.not_me_links': 'directory: found by token',
  'players.devices': 'directory: found by browser',
  'players.passkeys': 'directory: found by credential',
  'players.passkey_challenges': 'directory: found by challenge',
  'players.second_steps': 'directory: found by token',
  'support.cases': 'directory: found by number',
  'support.messages': 'beside the money: visitors have no player',
  'support.notices': 'beside the money: most are to all players',
  'players.terms': 'what the house published',
  'players.terms_counted': 'figures',
  'support.pictures': 'beside the money: visitors have no player',
  'ledger.rulebooks': 'settings: the same for all players',
  'ledger.games': 'settings',
  'ledger.settings': 'settings',
  'ledger.loss_days': 'a row a day, of games that best play wins',
  'ledger.loss_parts': "the house's: only bets of such games take and give parts",
  'ledger.generations': 'the lives of the database: the same for all players',
  'solvency.snapshots': 'what the house published',
  'solvency.nodes': 'what the house published',
  'solvency.requests': "the operator's",
  'ledger.seed_keys': 'a row for each key of the house',
  'ledger.watermarks': 'how far the database is, for those who remember it outside',
  'cashier.settings': 'settings',
  'referral.settings': 'settings',
  'referral.network_key': 'settings',
  'cashier.house': "the house's own account",
  'cashier.signed': "the house's own sequence",
  'cashier.lost_nonces': "the house's own sequence",
  'cashier.transfers': 'what the chain says',
  'cashier.rewound_notes': 'what the chain says',
  'referral.days': 'a row a day, after all players',
  'desk.duties': 'settings',
  'desk.kinds': 'settings',
  'desk.operators': 'the house’s own people',
  'desk.proof_key': 'settings',
  'desk.invitations': 'the house’s own people',
  'desk.sessions': 'the house’s own people',
  'desk.passkeys': 'the house’s own people',
  'desk.passkey_challenges': 'the house’s own people',
  'desk.proposals': 'acts, made by hand',
  'desk.drafts': 'settings',
  'activity.counted': 'figures, beside the money path',
  'activity.hourly_rounds': 'figures',
  'activity.large_returns': 'figures',
  'activity.house': 'figures',
  'activity.unlocked': 'figures',
  'activity.gas': 'figures',
  'activity.game_returns': 'figures',
  'activity.safety_counted': 'figures, beside the money path',
  'activity.risk_rules': 'settings',
  'operator.audits': "the operator's",
  'operator.audit_requests': "the operator's",
  'operator.acts': "the operator's",
  'operator.acting': "the operator's",
  'operator.versions': "the operator's",
  'health.samples': 'figures',
  'log.state': "the log's: one sequence over all players",
  'log.bundles': "the log's",
  'log.handed': 'a queue for the log',
  'log.tiles': "the log's",
  'log.published': "the log's",
  'log.waiting': 'a queue for the log',
  'platform.limits': 'counts of attempts, by key',
  'public.migrations': 'the migrations',
}

test('in every table of players each primary and unique key begins with player_id', async () => {
  const keys = await db.owner.rows<{ table: string; key: string; first: string }>(sql`
    select n.nspname || '.' || t.relname as table, i.relname as key, a.attname as first
    from pg_index x
    join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where x.indisunique and t.relkind = 'r'
      and n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema')`)
  expect(keys.length).toBeGreaterThan(20)
  const wrong = keys.filter(({ table, first }) => !(table in globals) && first !== 'player_id')
  expect(wrong).toEqual([])
})

test('every table has a primary key, and the list of global tables names none that is gone', async () => {
  const tables = await db.owner.rows<{ table: string; keyed: boolean }>(sql`
    select n.nspname || '.' || t.relname as table,
           exists (select from pg_index x where x.indrelid = t.oid and x.indisprimary) as keyed
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  expect(tables.filter(({ keyed }) => !keyed)).toEqual([])
  const there = new Set(tables.map(({ table }) => table))
  expect(Object.keys(globals).filter((table) => !there.has(table))).toEqual([])
})

test('only the list of migrations draws from a sequence', async () => {
  const sequences = await db.owner.rows(sql`
    select n.nspname || '.' || c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S'`)
  expect(sequences).toEqual([{ name: 'public.migrations_id_seq' }])
})

test('no table of money or rounds refers to another: that would be a look at another node', async () => {
  const references = await db.owner.rows(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and split_part(conrelid::regclass::text, '.', 1) in ('ledger', 'cashier',
      'referral')
      and confrelid <> 'ledger.rulebooks'::regclass`)
  expect(references).toEqual([])
})
