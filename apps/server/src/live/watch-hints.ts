import type { HintCause } from '@pipkin/contract'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { type Database, one, sql } from '../platform/database/database.ts'

/** What a browser should read again. */
type Hint = 'balance' | 'deposit' | 'withdrawal' | 'received' | 'notice'

/** A player's hints, each with the rounds that alone caused it. */
export type Hints = ReadonlyMap<Hint, HintCause>

/**
 * What has happened lately to any player: one statement by the index on time. Its cost depends on
 * what happens, not on how many listen. A movement's time is earlier than its commit, so each look
 * goes back two seconds before the last one and skips what that one found. A notice to all gives no
 * hint: everybody would read at once.
 */
const lately = sql`
  select player_id as player, kind::text, movement_id::text as id, round_id::text as round
  from ledger.movements
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'round', round_id::text || ' ended', round_id::text from ledger.rounds
  where settled_at > $1::timestamptz - interval '2 seconds' and payout = 0 and status <> 'pending'
  union all
  select player_id, 'unlocked', movement_id::text || ' unlocked', null from referral.rewards
  where unlocked_at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'password', change_id::text, null from players.password_changes
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'security', event_id::text, null from players.security_notices
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'limit', notice_id::text, null from ledger.limit_notices
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'support', case_id::text, null from support.cases
  where closed_at > $1::timestamptz - interval '2 seconds' and player_id is not null
  union all
  select player_id, 'support', message_id::text, null from support.messages
  where writer = 'house' and not closes and player_id is not null
    and at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'house', notice_id::text, null from support.notices
  where published_at is not null and player_id is not null
    and from_at > $1::timestamptz - interval '2 seconds' and from_at <= clock_timestamp()`

/**
 * Deposits and withdrawals that go on by themselves. One that left this list has ended, or waits
 * for an operator. In two parts, since each has an index of its own.
 */
const onTheirWay = sql`
  select player_id as player, kind, operation_id as id, state from cashier.operations
  where state = 'requested' or state in ('signed', 'mined')`

const clock = sql`select clock_timestamp()::text as now`

interface Happening {
  readonly player: number
  readonly kind: string
  readonly id: string
  /** The round that it placed or ended. */
  readonly round: string | null
}

interface Operation {
  readonly player: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly id: string
  readonly state: string
}

interface Look {
  readonly at: string
  /** The ids of what it found. */
  readonly found: ReadonlySet<string>
  readonly operations: ReadonlyMap<string, Operation>
}

/** The hints that each kind causes; every other kind causes `balance`. */
const hintsOf: Readonly<Record<string, readonly Hint[]>> = {
  deposit: ['balance', 'deposit', 'notice'],
  withdraw: ['balance', 'withdrawal'],
  withdraw_paid: ['withdrawal', 'notice'],
  withdraw_refund: ['balance', 'withdrawal', 'notice'],
  received: ['balance', 'received', 'notice'],
  referral_earning: ['balance', 'notice'],
  bonus: ['balance', 'notice'],
  adjustment: ['balance', 'notice'],
  unlocked: ['balance', 'notice'],
  password: ['notice'],
  security: ['notice'],
  limit: ['notice'],
  support: ['notice'],
  house: ['notice'],
}

/** Each look answers the hints by player since the last look; the first goes back two seconds. */
export function watchHints(database: Database): () => Promise<Map<number, Hints>> {
  let before: Look | null = null

  return async () => {
    const { now } = await one(database.rows<{ now: string }>(clock))
    const happened = await database.rows<Happening>(lately, [before?.at ?? now])
    const operations = new Map(
      (await database.rows<Operation>(onTheirWay)).map((op) => [op.id, op]),
    )
    const hintsByPlayer = new Map<number, Map<Hint, HintCause>>()
    const add = (player: number, hints: readonly Hint[], cause: HintCause = {}) => {
      const known = hintsByPlayer.get(player) ?? new Map<Hint, HintCause>()
      for (const hint of hints) known.set(hint, both(known.get(hint), cause))
      hintsByPlayer.set(player, known)
    }
    for (const happening of happened)
      if (!before?.found.has(happening.id))
        add(happening.player, hintsOf[happening.kind] ?? ['balance'], causeOf(happening))
    if (before) {
      for (const op of operations.values())
        if (before.operations.get(op.id)?.state !== op.state) add(op.player, [op.kind])
      for (const op of before.operations.values())
        if (!operations.has(op.id)) add(op.player, [op.kind])
    }
    before = { at: now, found: new Set(happened.map(({ id }) => id)), operations }
    return hintsByPlayer
  }
}

/** A bet's movement has the id of its round. Any other movement with a round ended it. */
function causeOf({ player, id, round }: Happening): HintCause {
  if (round === null) return {}
  const transactionId = transactionIdOf(player, round)
  return id === round ? { placed: [transactionId] } : { ended: [transactionId] }
}

/** The rounds of both causes; no cause if one of them isn't a round. */
function both(earlier: HintCause | undefined, later: HintCause): HintCause {
  if (!earlier) return later
  if (!isOfRounds(earlier) || !isOfRounds(later)) return {}
  return {
    placed: [...(earlier.placed ?? []), ...(later.placed ?? [])],
    ended: [...(earlier.ended ?? []), ...(later.ended ?? [])],
  }
}

const isOfRounds = ({ placed = [], ended = [] }: HintCause): boolean =>
  placed.length + ended.length > 0
