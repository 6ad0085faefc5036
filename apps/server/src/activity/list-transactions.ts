import type { Transaction, TransactionKind } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'
import { atNodeFirst, type CallOf } from '../ledger/call-together.ts'
import { batchByNode, type PlayerNodes } from '../ledger/player-nodes.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { columnsOf } from '../platform/database/batch.ts'
import { cursorOf, lastPosition, pageOf, parseCursor, timeOf } from '../platform/database/cursor.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'

/**
 * Pages of the movements that changed a wallet, newest first. A lost bet and both movements of a
 * tie are hidden unless all are asked for; the round's status says which these are. The hash of a
 * chain transaction is looked up for each row shown.
 */
const statement = sql`
  select asked.place::integer, page.position, page.movement_id, page.kind, page.deposit, page.bonus,
         page.win, page.referral, page.round_id, page.operation_id, page.other_player, page.game,
         page.round_status, page.mined_hash, page.note
  from unnest($1::integer[], $2::timestamptz[], $3::uuid[], $4::boolean[], $5::integer[])
    with ordinality
    as asked(player_id, at, movement_id, is_all, most, place)
  cross join lateral (
    select m.*,
           case when m.operation_id is not null then (
             select o.mined_hash from cashier.operations o
             where o.player_id = asked.player_id and o.operation_id = m.operation_id
           ) end as mined_hash
    from ledger.shown_movements(
      asked.player_id, asked.at, asked.movement_id, asked.is_all, asked.most) m
  ) page
  order by asked.place, page.at desc, page.movement_id desc`

interface MovementRow {
  /** The movement's time as a cursor holds it; the shown time is read from it too. */
  readonly position: string
  readonly movement_id: string
  readonly kind: keyof typeof kinds
  readonly deposit: bigint
  readonly bonus: bigint
  readonly win: bigint
  readonly referral: bigint
  readonly round_id: string | null
  readonly operation_id: string | null
  readonly other_player: number | null
  readonly game: number | null
  readonly round_status: string | null
  readonly mined_hash: string | null
  readonly note: string | null
}

/**
 * What the list calls each kind of movement. `withdraw_paid` changes no wallet and is never a row.
 */
export const kinds = {
  stake: 'stake',
  win: 'win',
  partial_win: 'partialWin',
  tie: 'tie',
  deposit: 'deposit',
  withdraw: 'withdrawal',
  withdraw_paid: 'withdrawal',
  withdraw_refund: 'withdrawal',
  send: 'sent',
  received: 'received',
  winning_transfer: 'winTransfer',
  referral_transfer: 'referralTransfer',
  referral_earning: 'reward',
  bonus: 'bonus',
  adjustment: 'adjustment',
} as const satisfies Record<string, TransactionKind>

interface Asked {
  readonly player: number
  readonly cursor?: string | undefined
  readonly limit: number
  readonly all: boolean
}

type Amounts = 'deposit' | 'bonus' | 'win' | 'referral'

/** The same as JSON: a page without deposits and withdrawals, from a node of a cluster. */
type NodesRow = Omit<MovementRow, 'mined_hash' | Amounts> & Readonly<Record<Amounts, number>>

const there = {
  ofPart: 'ledger.shown_movements_alone',
  parameters: {
    player: 'integer',
    at: 'timestamptz',
    id: 'uuid',
    all: 'boolean',
    most: 'integer',
  },
  read: (page: readonly NodesRow[]): readonly MovementRow[] =>
    page.map((row) => ({
      ...row,
      deposit: BigInt(row.deposit),
      bonus: BigInt(row.bonus),
      win: BigInt(row.win),
      referral: BigInt(row.referral),
      mined_hash: null,
    })),
} as const

/** Lists a page of a player's movements. Simultaneous requests share one query. */
export function listTransactions(
  database: Database,
  nodes?: PlayerNodes,
): (asked: Asked) => Promise<Result<'listTransactions'>> {
  type Ask = CallOf<typeof there>
  const lookAll = async (asked: readonly Ask[]) => {
    type Row = MovementRow & { readonly place: number }
    const rows = await database.rows<Row>(
      statement,
      columnsOf(asked, Object.keys(there.parameters)),
    )
    const pages = Map.groupBy(rows, ({ place }) => place)
    return asked.map((_, at): readonly MovementRow[] => pages.get(at + 1) ?? [])
  }
  const lookHere = batchByNode(nodes, ({ player }: Ask) => player, lookAll)
  const look = atNodeFirst(nodes, there, lookHere)
  return async ({ player, cursor, limit, all }) => {
    const after = parseCursor(cursor, lastPosition)
    if (after === null) return refuse('malformed')
    const rows = await look({ player, ...after, all, most: limit + 1 })
    const { shown, next } = pageOf(rows, limit, (last) =>
      cursorOf({ at: last.position, id: last.movement_id }),
    )
    return done<'listTransactions'>({
      transactions: shown.map((row) => showMovement(player, row)),
      ...(next !== null && { next }),
    })
  }
}

function showMovement(player: number, row: MovementRow): Transaction {
  const wallets = {
    deposit: hundredths(row.deposit),
    win: hundredths(row.win),
    bonus: hundredths(row.bonus),
    referral: hundredths(row.referral),
  }
  const isTransfer = row.kind === 'winning_transfer' || row.kind === 'referral_transfer'
  const belongsTo = row.round_id ?? row.operation_id
  const onChain =
    row.kind === 'deposit' || row.kind === 'withdraw' || row.kind === 'withdraw_refund'
  return {
    id: row.movement_id,
    player,
    // An internal transfer is one row: what it moved, since its changes cancel out.
    amount: isTransfer
      ? wallets.deposit
      : hundredths(row.deposit + row.win + row.bonus + row.referral),
    transactionId: transactionIdOf(player, row.movement_id),
    belongsTo: belongsTo && transactionIdOf(player, belongsTo),
    chainHash: row.mined_hash,
    gameId: row.game,
    method: onChain ? 'fkr' : null,
    at: timeOf(row.position),
    kind: row.kind === 'stake' && row.round_status === 'loss' ? 'loss' : kinds[row.kind],
    sender: row.kind === 'received' ? row.other_player : null,
    receiver: row.kind === 'send' ? row.other_player : null,
    wallets,
    ...(row.note !== null && { note: row.note }),
  }
}
