import { type Database, one, sql } from '../platform/database/database.ts'

/** What a browser should read again. */
export type Hint = 'balance' | 'deposit' | 'withdrawal' | 'received' | 'notice'

/**
 * What has happened lately to any player: one statement by the index on time. Its cost depends on
 * what happens, not on how many listen. A movement's time is earlier than its commit, so each look
 * goes back two seconds before the last one and skips what that one found.
 */
const lately = sql`
  select player_id as player, kind::text, movement_id::text as id from ledger.movements
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'round', round_id::text || ' ended' from ledger.rounds
  where settled_at > $1::timestamptz - interval '2 seconds' and payout = 0 and status <> 'pending'
  union all
  select player_id, 'password', change_id::text from players.password_changes
  where at > $1::timestamptz - interval '2 seconds'
  union all
  select player_id, 'support', case_id::text from support.cases
  where closed_at > $1::timestamptz - interval '2 seconds'`

/** Deposits and withdrawals that have not ended. One that left this list has ended. */
const onTheirWay = sql`
  select player_id as player, kind, operation_id as id, state from cashier.operations
  where state = 'requested' or state in ('signed', 'mined')`

const clock = sql`select clock_timestamp()::text as now`

interface Happening {
  readonly player: number
  readonly kind: string
  readonly id: string
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
  password: ['notice'],
  support: ['notice'],
}

/** Each look answers the hints by player since the last look; the first goes back two seconds. */
export function watchHints(database: Database): () => Promise<Map<number, Set<Hint>>> {
  let before: Look | null = null

  return async () => {
    const { now } = await one(database.rows<{ now: string }>(clock))
    const happened = await database.rows<Happening>(lately, [before?.at ?? now])
    const operations = new Map(
      (await database.rows<Operation>(onTheirWay)).map((op) => [op.id, op]),
    )
    const hintsByPlayer = new Map<number, Set<Hint>>()
    const add = (player: number, hints: readonly Hint[]) => {
      const known = hintsByPlayer.get(player) ?? new Set()
      for (const hint of hints) known.add(hint)
      hintsByPlayer.set(player, known)
    }
    for (const { player, kind, id } of happened)
      if (!before?.found.has(id)) add(player, hintsOf[kind] ?? ['balance'])
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
