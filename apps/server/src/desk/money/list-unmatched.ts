import { hundredths } from '@pipkin/money'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

// What left the house or an operation has moved comes first.
const page = sql`
  select hash, block, sender, receiver, player_id as player, div(units, 1e16)::bigint as amount
  from cashier.unexplained where not is_dust order by is_stray, units desc, block limit 100`

interface TransferRow {
  readonly hash: string
  readonly block: bigint
  readonly sender: string
  readonly receiver: string
  readonly player: number | null
  readonly amount: bigint
}

/** Transfers of the house that belong to no operation, what left the house first. */
export async function listUnmatched({
  database,
}: DeskReadDeps): Promise<DeskResult<'listUnmatched'>> {
  const rows = await database.rows<TransferRow>(page)
  return done<'listUnmatched'>(
    rows.map((row) => ({ ...row, block: Number(row.block), amount: hundredths(row.amount) })),
  )
}
