import type { AnswerOf } from '@pipkin/contract'
import { add, hundredths } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { batchQueries, columnsOf } from '../platform/database/batch.ts'
import { cursorOf, lastPosition, parseCursor } from '../platform/database/cursor.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'

/**
 * Pages of the movements that changed a wallet, newest first. A lost bet and both rows of a tie
 * hide unless all are asked for; what they are is the round's word, no movement is ever changed.
 * The chain's hash is looked up for each row shown.
 */
const statement = sql`
  select asked.place::integer, page.*
  from unnest($1::integer[], $2::timestamptz[], $3::uuid[], $4::boolean[], $5::integer[]) with ordinality
    as asked(player_id, at, movement_id, is_all, most, place)
  cross join lateral (
    select m.at, (m.at at time zone 'UTC')::text || '+00' as position, m.movement_id, m.kind,
           m.deposit, m.bonus, m.win, m.referral, m.round_id, m.operation_id, m.other_player, r.game, r.status as round_status,
           (select o.mined_hash from cashier.operations o
            where o.player_id = m.player_id and o.operation_id = m.operation_id) as mined_hash
    from ledger.movements m
    left join ledger.rounds r on r.player_id = m.player_id and r.round_id = m.round_id
    where m.player_id = asked.player_id
      and (m.at, m.movement_id) < (asked.at, asked.movement_id)
      and (m.deposit <> 0 or m.bonus <> 0 or m.win <> 0 or m.referral <> 0)
      and (asked.is_all or r.status is null or not (r.status = 'tie' or (r.status = 'loss' and m.kind = 'stake')))
    order by m.at desc, m.movement_id desc
    limit asked.most
  ) page
  order by asked.place, page.at desc, page.movement_id desc`

interface MovementRow {
  readonly place: number
  readonly at: Date
  readonly position: string
  readonly movement_id: string
  readonly kind: keyof typeof labels
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
}

type Row = AnswerOf<'transactions'>['Data'][number]

/**
 * The specification's word for each kind of movement. `withdraw_paid` changes no wallet and is
 * never a row.
 */
const labels = {
  stake: 'amtplaced',
  win: 'Win',
  partial_win: 'PartialWin',
  tie: 'Tie',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  withdraw_paid: 'Withdraw',
  withdraw_refund: 'Withdraw',
  send: 'Send',
  received: 'Recieved',
  winning_transfer: 'Winning Transfer',
  referral_transfer: 'Referal Transfer',
  referral_earning: 'referral_earning',
  bonus: 'Bonus',
} as const satisfies Record<string, Row['StatusMsg']>

interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly all: boolean
}

/** Lists a page of a player's movements. Requests of the same moment share the look. */
export function listTransactions(
  database: Database,
): (player: number, page: Page) => Promise<Result<'transactions'>> {
  const look = batchQueries(async (asked: readonly (readonly unknown[])[]) => {
    const rows = await database.rows<MovementRow>(statement, columnsOf(asked))
    const pages = Map.groupBy(rows, ({ place }) => place)
    return asked.map((_, at) => pages.get(at + 1) ?? [])
  })
  return async (player, page) => {
    const after = page.cursor === undefined ? lastPosition : parseCursor(page.cursor)
    if (after === null) return refuse('malformed')
    const rows = await look([player, after.at, after.id, page.all, page.limit + 1])
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return done<'transactions'>({
      Data: shown.map((row) => showMovement(player, row)),
      ...(rows.length > page.limit &&
        last && { Next: cursorOf({ at: last.position, id: last.movement_id }) }),
    })
  }
}

function showMovement(player: number, row: MovementRow): Row {
  const wallets = {
    CurrentBalance: hundredths(row.deposit),
    Winning_Amount: hundredths(row.win),
    Bonus: hundredths(row.bonus),
    ReferalAmount: hundredths(row.referral),
  }
  const isTransfer = row.kind === 'winning_transfer' || row.kind === 'referral_transfer'
  const belongsTo = row.round_id ?? row.operation_id
  const onChain =
    row.kind === 'deposit' || row.kind === 'withdraw' || row.kind === 'withdraw_refund'
  return {
    Id: row.movement_id,
    User_Id: player,
    // An internal transfer is one row: what it moved, since its changes cancel out.
    Amount: isTransfer ? wallets.CurrentBalance : add(...Object.values(wallets)),
    Transaction_Id: transactionIdOf(player, row.movement_id),
    Pro_TransactionId: belongsTo && transactionIdOf(player, belongsTo),
    // The chain transaction of a deposit or a withdrawal.
    Out_TransactionId: row.mined_hash,
    Game_Id: row.game,
    Method: onChain ? 'fkr' : null,
    DateTime: row.at,
    StatusMsg: row.kind === 'stake' && row.round_status === 'loss' ? 'Loss' : labels[row.kind],
    senderId: row.kind === 'received' ? row.other_player : null,
    receiverId: row.kind === 'send' ? row.other_player : null,
    Wallets: wallets,
  }
}
