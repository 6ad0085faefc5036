/**
 * Notifications are read where things happen: in the movements, the failed deposits, the password
 * changes, the security events, the notes about limits, what support answers and what the house
 * publishes. So they can't be missing or wrong, and only how far the player has read is stored.
 */

/** Which movements a player is notified of. An index in `0002_ledger.sql` has the same. */
const noticedMovements = `kind in ('deposit', 'withdraw_paid', 'withdraw_refund', 'received',
  'referral_earning', 'bonus', 'adjustment')`

/** What a notice says, as `NoticeRow` has it: each column with its type. */
export const noticeColumns = [
  ['kind', 'text'],
  ['amount', 'bigint'],
  ['operation_id', 'uuid'],
  ['other_player', 'integer'],
  ['case_id', 'integer'],
  ['event', 'text'],
  ['device', 'text'],
  ['detail', 'text'],
] as const
type Column = (typeof noticeColumns)[number][0]

/** Where the notices of some kinds come from, in SQL; `$1` is the player. */
export interface NoticeSource {
  /** The rows that the player is notified of. */
  readonly rows: string
  /** The column that says when; `isPartial`: it may be null, and an index has the others alone. */
  readonly at: string
  readonly isPartial?: boolean
  /** The order of notices of the same time, and the column of an index that has this order. */
  readonly id: string
  readonly orderedBy?: string
  /** What the notice says; null in all other columns. */
  readonly says: { readonly [C in Column]?: string } & Record<'kind' | 'amount', string>
}

/** Every source of notices. */
export const noticeSources: readonly NoticeSource[] = [
  {
    rows: `ledger.movements m where player_id = $1 and ${noticedMovements}`,
    at: 'at',
    id: 'movement_id',
    says: {
      kind: 'kind',
      amount: `case when kind = 'withdraw_paid' then chain
        else deposit + bonus + win + referral end`,
      operation_id: 'operation_id',
      other_player: 'other_player',
      detail: `case when kind = 'adjustment' then (
        select note from ledger.adjustments j
        where j.player_id = $1 and j.movement_id = m.movement_id) end`,
    },
  },
  {
    rows: 'referral.rewards where player_id = $1',
    at: 'unlocked_at',
    isPartial: true,
    id: 'movement_id',
    says: { kind: "'unlocked'", amount: 'amount', other_player: 'nullif(friend_id, $1)' },
  },
  {
    rows: 'players.password_changes where player_id = $1',
    at: 'at',
    id: 'change_id',
    says: { kind: "'password'", amount: '0' },
  },
  {
    rows: 'players.security_notices where player_id = $1',
    at: 'at',
    id: 'event_id',
    says: { kind: "'security'", amount: '0', event: 'kind', device: 'device', detail: 'detail' },
  },
  {
    rows: 'ledger.limit_notices where player_id = $1',
    at: 'at',
    id: 'notice_id',
    says: {
      kind: "'limit'",
      amount: 'coalesce(used, 0)',
      event: 'kind',
      device: 'period',
      detail: 'amount',
    },
  },
  {
    rows: 'cashier.operations where player_id = $1',
    at: 'failed_at',
    isPartial: true,
    id: 'operation_id',
    says: { kind: "'deposit_failed'", amount: 'amount', operation_id: 'operation_id' },
  },
  {
    rows: 'support.cases c where player_id = $1',
    at: 'closed_at',
    isPartial: true,
    id: "lpad(case_id::text, 32, '0')::uuid",
    orderedBy: 'case_id',
    says: {
      kind: "'support'",
      amount: '0',
      case_id: 'case_id',
      event: `case when (
        select closes from support.messages m
        where m.case_id = c.case_id and writer <> 'note' order by message_id desc limit 1
      ) then 'answer' end`,
    },
  },
  {
    // One that closes a case is the case's.
    rows: "support.messages where player_id = $1 and writer = 'house' and not closes",
    at: 'at',
    id: 'message_id',
    says: { kind: "'support_answer'", amount: '0', case_id: 'case_id' },
  },
  {
    rows: 'support.notices_of($1) where true',
    at: 'from_at',
    id: 'notice_id',
    says: { kind: "'house'", amount: '0', event: 'title', detail: 'words' },
  },
]
