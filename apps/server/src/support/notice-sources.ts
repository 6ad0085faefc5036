/**
 * Notifications are read where things happen: in the movements, the failed deposits, the password
 * changes, the security events, the notes about limits, what support answers and what the house
 * publishes. So they can't be missing or wrong, and only how far the player has read is stored.
 */

/** Which movements a player is notified of. An index in `0002_ledger.sql` has the same. */
export const noticedMovements = `kind in ('deposit', 'withdraw_paid', 'withdraw_refund',
  'received', 'referral_earning', 'bonus', 'adjustment')`

/** Which messages of support a player is notified of; one that closes a case is the case's. */
export const noticedMessages = "writer = 'house' and not closes"

interface Source {
  /** What the player `$1` is notified of, in SQL. */
  readonly rows: string
  /** The column that says when. */
  readonly at: string
}

/** Every source that `list-notices.ts` reads. */
export const noticeSources: readonly Source[] = [
  { rows: `ledger.movements where player_id = $1 and ${noticedMovements}`, at: 'at' },
  { rows: 'referral.rewards where player_id = $1', at: 'unlocked_at' },
  { rows: 'players.password_changes where player_id = $1', at: 'at' },
  { rows: 'players.security_notices where player_id = $1', at: 'at' },
  { rows: 'ledger.limit_notices where player_id = $1', at: 'at' },
  { rows: 'cashier.operations where player_id = $1', at: 'failed_at' },
  { rows: 'support.cases where player_id = $1', at: 'closed_at' },
  { rows: `support.messages where player_id = $1 and ${noticedMessages}`, at: 'at' },
  { rows: 'support.notices_of($1) where true', at: 'from_at' },
]
