import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from './fresh-database.ts'

/**
 * Who may do what, read from the catalogue of the real database: a new function or table changes
 * these lists, or it can't be used.
 */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

const ours = `('ledger', 'players', 'cashier', 'referral', 'activity', 'support', 'operator',
  'platform', 'log', 'desk', 'solvency', 'health')`
const roles = ['pipkin_app', 'pipkin_worker', 'pipkin_operator']

async function executable(role: string): Promise<string[]> {
  const rows = await db.owner.rows<{ name: string }>(
    sql([
      `select distinct n.nspname || '.' || p.proname as name from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${ours} and p.prorettype <> 'trigger'::regtype
        and has_schema_privilege($1, n.oid, 'usage')
        and has_function_privilege($1, p.oid, 'execute') order by 1`,
    ]),
    [role],
  )
  return rows.map((row) => row.name)
}

async function written(role: string): Promise<string[]> {
  const rows = await db.owner.rows<{ what: string }>(
    sql([
      `select n.nspname || '.' || c.relname || ': ' || string_agg(act, ', ' order by act) as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) act
      where n.nspname in ${ours} and c.relkind in ('r', 'v', 'p')
        and (has_table_privilege($1, c.oid, act)
          or act in ('insert', 'update') and has_any_column_privilege($1, c.oid, act))
      group by n.nspname, c.relname order by 1`,
    ]),
    [role],
  )
  return rows.map((row) => row.what)
}

test('ROLE-01 the API asks for deposits and withdrawals; only the worker credits and pays', async () => {
  expect(await executable('pipkin_app')).toEqual([
    'cashier.cancel_deposit',
    'cashier.close_wallets',
    'cashier.doubt_addresses',
    'cashier.is_too_new',
    'cashier.keep_challenge',
    'cashier.lately_linked',
    'cashier.link_address',
    'cashier.linked_addresses',
    'cashier.request_deposit',
    'cashier.request_withdrawal',
    'cashier.smallest_withdrawal',
    'cashier.unlink_address',
    'health.note_requests',
    'ledger.acknowledge_reminder',
    'ledger.add_received',
    'ledger.are_ways_out_held',
    'ledger.begin_play',
    'ledger.come_back',
    'ledger.compare_watermark',
    'ledger.confirm_limit',
    'ledger.decline_deposit_limit',
    'ledger.drop_play',
    'ledger.earlier_answer',
    'ledger.end_plays',
    'ledger.exclude',
    'ledger.follow_profile',
    'ledger.grant_play',
    'ledger.hold_ways_out',
    'ledger.is_hard_now',
    'ledger.keep_ahead',
    'ledger.keep_reply',
    'ledger.kept_signs',
    'ledger.locked_bonus',
    'ledger.locked_referral',
    'ledger.loss_left',
    'ledger.loss_of',
    'ledger.move_to_deposit',
    'ledger.note_reported',
    'ledger.note_zone',
    'ledger.open_wallets',
    'ledger.paid_back_received',
    'ledger.parts',
    'ledger.period_begin',
    'ledger.place_bet',
    'ledger.place_bets',
    'ledger.play_history',
    'ledger.play_zone',
    'ledger.read_limits',
    'ledger.read_round',
    'ledger.remind_of_limits',
    'ledger.renew_node_marks',
    'ledger.renew_watermark',
    'ledger.rotate_seed',
    'ledger.round_commitment',
    'ledger.round_record',
    'ledger.send',
    'ledger.set_birth_date',
    'ledger.set_frozen',
    'ledger.set_limit',
    'ledger.set_reminder',
    'ledger.shown_movements',
    'ledger.store_moves',
    'ledger.store_moves_of_rounds',
    'ledger.sum_received',
    'ledger.take_break',
    'ledger.take_received',
    'ledger.today',
    'ledger.unreported_plays',
    'ledger.use_seed_key',
    'ledger.wallets_of',
    'players.accept_terms',
    'players.accepted_version',
    'players.count_factors',
    'players.device_of',
    'players.doubt_devices',
    'players.freeze',
    'players.is_alive',
    'players.is_open',
    'players.judge_session',
    'players.lock_sessions',
    'players.mailbox_of',
    'players.note_device',
    'players.notify',
    'players.refuse_ended',
    'players.terms_due',
    'referral.quarters',
    'referral.shown_for',
    'referral.trace_network',
    'solvency.note_check',
    'support.forget',
    'support.notices_of',
    'support.write',
    'support.write_as_visitor',
  ])
  expect(await executable('pipkin_worker')).toEqual([
    'cashier.confirm_deposit',
    'cashier.end_deposit',
    'cashier.moved_nothing',
    'cashier.note_agreeing',
    'cashier.open_house',
    'cashier.pay_withdrawal',
    'cashier.put_to_review',
    'cashier.record_dropped',
    'cashier.record_gas',
    'cashier.record_head',
    'cashier.record_mined',
    'cashier.record_nothing',
    'cashier.record_scan',
    'cashier.record_signed',
    'cashier.refund_withdrawal',
    'cashier.review_replaced',
    'cashier.rewind_scan',
    'health.take_sample',
    'ledger.add_received',
    'ledger.are_over',
    'ledger.begin_on_all',
    'ledger.compare_watermark',
    'ledger.count_risks',
    'ledger.count_safety',
    'ledger.forget_replies',
    'ledger.hold_commits',
    'ledger.ids_now',
    'ledger.is_hard_now',
    'ledger.loss_left',
    'ledger.loss_of',
    'ledger.paid_back_received',
    'ledger.period_begin',
    'ledger.renew_node_marks',
    'ledger.renew_watermark',
    'ledger.round_commitment',
    'ledger.round_record',
    'ledger.store_moves',
    'ledger.sum_received',
    'ledger.take_received',
    'ledger.today',
    'log.act_document',
    'log.audit_document',
    'log.published_upto',
    'log.time_text',
    'operator.act_hash',
    'players.lock_idle_sessions',
    'players.mailbox_of',
    'players.notify',
    'players.notify_of_left_steps',
    'referral.forget_networks',
    'referral.give_next_kept',
    'referral.note_unlocked',
    'referral.reward_next_waiting',
    'referral.trace_address',
    'solvency.held_document',
    'solvency.ledger_owes',
    'solvency.owed_document',
    'support.forget_visitors',
  ])
  expect(await executable('pipkin_operator')).toEqual([
    'cashier.smallest_withdrawal',
    'desk.act',
    'desk.act_by_command',
    'desk.add_passkey',
    'desk.asked_audit',
    'desk.case_picture',
    'desk.confirm_secret',
    'desk.decide',
    'desk.end_session',
    'desk.enter',
    'desk.figures',
    'desk.find_passkey',
    'desk.find_session',
    'desk.game_load',
    'desk.health_now',
    'desk.invite_first',
    'desk.is_draft_outdated',
    'desk.keep_challenge',
    'desk.keep_secret',
    'desk.list_accepted',
    'desk.list_audits',
    'desk.list_breaks',
    'desk.list_cases',
    'desk.list_ended',
    'desk.list_ended_by',
    'desk.list_kept_rewards',
    'desk.list_long_sessions',
    'desk.list_movements',
    'desk.list_near_limits',
    'desk.list_notices',
    'desk.list_open',
    'desk.list_operators',
    'desk.list_payouts',
    'desk.list_pending_limits',
    'desk.list_placed',
    'desk.list_proposals',
    'desk.list_referrers',
    'desk.list_reminders_seen',
    'desk.list_returns',
    'desk.list_rings',
    'desk.list_risks',
    'desk.list_rounds',
    'desk.list_samples',
    'desk.list_terms',
    'desk.list_under_way',
    'desk.list_unlocked',
    'desk.list_versions',
    'desk.open_session',
    'desk.open_session_by_passkey',
    'desk.pending_secret',
    'desk.read_audit',
    'desk.read_case',
    'desk.read_player',
    'desk.read_ring',
    'desk.read_risk',
    'desk.read_safety',
    'desk.search_cases',
    'desk.search_players',
    'desk.seen_game',
    'desk.show_contact',
    'desk.sums',
    'desk.take_challenge',
    'desk.try_code',
    'desk.use_key',
    'ledger.is_hard_now',
    'ledger.loss_left',
    'ledger.loss_of',
    'ledger.today',
    'operator.after_restore',
    'operator.ask_snapshot',
    'operator.close_case',
    'operator.end_exclusion',
    'operator.end_sessions',
    'operator.explain_dust',
    'operator.explain_transfer',
    'operator.find_player',
    'operator.lower_limit',
    'operator.match_transfer',
    'operator.refuse',
    'operator.take_break',
    'referral.list_waiting',
  ])
})

test('ROLE-02 no login writes a table of money, rounds, the cashier or the acts, or the API’s an audit', async () => {
  expect(await written('pipkin_app')).toEqual([
    'activity.spans: insert',
    'log.handed: insert',
    'platform.limits: delete, insert, update',
    'players.accounts: insert, update',
    'players.closed_accounts: insert',
    'players.confirmation_codes: delete, insert, update',
    'players.email_codes: delete, insert, update',
    'players.left_mailboxes: insert',
    'players.mails: insert, update',
    'players.named_rounds: delete, insert',
    'players.not_me_links: delete, insert',
    'players.passkey_challenges: delete, insert',
    'players.passkeys: delete, insert, update',
    'players.password_changes: insert',
    'players.recovery_codes: delete, insert, update',
    'players.reset_links: delete, insert, update',
    'players.second_steps: delete, insert',
    'players.security_events: insert',
    'players.sessions: delete, insert, update',
    'players.totp: delete, insert, update',
    'players.verified_addresses: delete, insert, update',
    'support.cases: insert, update',
    'support.notices_read: insert, update',
  ])
  expect(await written('pipkin_worker')).toEqual([
    'activity.counted: update',
    'activity.game_players: delete, insert',
    'activity.game_returns: delete, insert, update',
    'activity.hourly_rounds: delete, insert, update',
    'activity.house: insert, update',
    'activity.large_returns: delete, insert, update',
    'activity.referrers: insert, update',
    'activity.winnings: delete, insert, update',
    'log.bundles: insert, update',
    'log.handed: delete',
    'log.published: insert, update',
    'log.state: update',
    'log.tiles: insert, update',
    'log.waiting: delete',
    'operator.audit_requests: update',
    'operator.audits: insert',
    'players.confirmation_codes: delete',
    'players.email_codes: delete',
    'players.mails: delete',
    'players.not_me_links: delete',
    'players.passkey_challenges: delete',
    'players.reset_links: delete',
    'players.sessions: delete',
    'players.verified_addresses: delete',
    'solvency.leaves: delete, insert',
    'solvency.nodes: delete, insert',
    'solvency.requests: update',
    'solvency.secrets: insert',
    'solvency.snapshots: delete, insert, update',
  ])
  expect(await written('pipkin_operator')).toEqual([])
})

test('ROLE-03 none of them owns anything, makes roles or acts as another; the ledger’s owner can’t log in', async () => {
  const powers = await db.owner.rows(
    sql`select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
      rolcanlogin,
          (select count(*)::int from pg_auth_members m where m.member = r.oid) as member_of
        from pg_roles r where rolname = any($1)`,
    [[...roles, 'pipkin_ledger']],
  )
  expect(powers).toHaveLength(4)
  for (const { rolname: _, ...power } of powers)
    expect(power).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      rolcanlogin: false,
      member_of: 0,
    })
})

test('ROLE-04 what opens a door or names a player, the operator and the worker don’t read', async () => {
  const secrets = [
    sql`select password_hash from players.accounts`,
    sql`select email from players.accounts`,
    sql`select token_hash from players.sessions`,
    sql`select code_hash from players.email_codes`,
    sql`select secret from players.totp`,
    sql`select encrypted from players.recovery_codes`,
    sql`select code_hash from players.confirmation_codes`,
  ]
  for (const secret of secrets) {
    await expect(db.worker.rows(secret)).rejects.toThrow('permission denied')
    await expect(db.operator.rows(secret)).rejects.toThrow('permission denied')
  }
  await expect(db.operator.rows(sql`select seed from ledger.epochs`)).rejects.toThrow(
    'permission denied',
  )
  await expect(db.database.rows(sql`select raw from cashier.signed`)).rejects.toThrow(
    'permission denied',
  )
})

test('ROLE-05 one person with the operator’s login does nothing that takes two in the back office', async () => {
  for (const act of [
    sql`select operator.release('Eve', 'my own', 1, gen_random_uuid())`,
    sql`select operator.switch_game('Eve', 'my own', 3::smallint, true)`,
    sql`select operator.retire_game('Eve', 'my own', 3::smallint, true)`,
    sql`select operator.change_loss_budget('Eve', 'my own', 1000000)`,
    sql`select operator.set_cashier('Eve', 'my own', '{"send_fee": 1}')`,
    sql`select operator.change_rewards('Eve', 'my own', 9, null, 0, 0, null, null, null, null)`,
    sql`select operator.decide_rewards('Eve', 'my own', 1, 'approved')`,
    sql`select desk.do_act('Eve', 'my own', 'changeFees', '{}')`,
  ])
    await expect(db.operator.rows(act)).rejects.toThrow('permission denied')
  const byCommand = sql`select desk.act_by_command('Eve', 'my own', $1, $2) as refusal`
  for (const act of [
    'publishTerms',
    'inviteOperator',
    'adjustBalance',
    'approveRewards',
    'changeFees',
    'nonsense',
  ])
    await expect(db.operator.rows(byCommand, [act, '{}'])).rejects.toThrow('is no act of a command')
  expect(await db.operator.rows(byCommand, ['switchGameOn', '{"game": 3}'])).toEqual([
    { refusal: 'takesTwo' },
  ])
  expect(await db.owner.rows(sql`select from operator.acts`)).toEqual([])
})

test('ROLE-06 no function with other rights finds what is its caller’s own before what is ours', async () => {
  const open = await db.owner.rows(
    sql([
      `select p.oid::regprocedure::text as name, p.proconfig from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
        left join lateral unnest(p.proconfig) path on path like 'search_path=%'
      where n.nspname in ${ours}
        and (p.prosecdef or path is not null)
        and (path ~ '^search_path=(.*, )?pg_temp$') is not true
      order by 1`,
    ]),
  )
  expect(open).toEqual([])
})
