import { type Database, one, sql } from '../platform/database/database.ts'

/** What a browser is told to read again. */
export type Hint = 'balance' | 'deposit' | 'withdrawal' | 'received' | 'notice'

/**
 * What has happened lately, to whomever: one statement by the index on time, whose cost goes with
 * what happens and not with how many listen. A movement's time stands before its commit, so each
 * look goes two seconds further back than the one before, and what it has told is left out.
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

/** The deposits and withdrawals on their way. What isn't among them any more has ended. */
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
  readonly told: ReadonlySet<string>
  readonly operations: ReadonlyMap<string, Operation>
}

/**
 * What each kind is a hint of, beside the balance, which every movement changes, and what is on
 * hold, which every end does.
 */
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

/**
 * Tells, at each look, whom what has happened to since the look before; the first one goes two
 * seconds back.
 */
export function watchHints(database: Database): () => Promise<Map<number, Set<Hint>>> {
  let before: Look | null = null

  return async () => {
    const { now } = await one(database.rows<{ now: string }>(clock))
    const happened = await database.rows<Happening>(lately, [before?.at ?? now])
    const operations = new Map(
      (await database.rows<Operation>(onTheirWay)).map((op) => [op.id, op]),
    )
    const found = new Map<number, Set<Hint>>()
    const tell = (player: number, hints: readonly Hint[]) => {
      const told = found.get(player) ?? new Set()
      for (const hint of hints) told.add(hint)
      found.set(player, told)
    }
    for (const { player, kind, id } of happened)
      if (!before?.told.has(id)) tell(player, hintsOf[kind] ?? ['balance'])
    if (before) {
      for (const op of operations.values())
        if (before.operations.get(op.id)?.state !== op.state) tell(op.player, [op.kind])
      for (const op of before.operations.values())
        if (!operations.has(op.id)) tell(op.player, [op.kind])
    }
    before = { at: now, told: new Set(happened.map(({ id }) => id)), operations }
    return found
  }
}
