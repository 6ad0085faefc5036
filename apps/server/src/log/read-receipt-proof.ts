import type { InputOf } from '@pipkin/contract/schemas'
import { entryKinds, inclusionRanges, parseNote, proofText } from '@pipkin/log'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { hashesOf } from './tiles.ts'

const statement = sql`
  select r.index::float8, p.size::float8, p.note
  from log.receipts r join log.published p on p.size > r.index
  where r.player_id = $1 and r.round_id = $2 and r.kind = $3`

/** The proof that a receipt is in the log, for anyone who has its round's id. */
export async function readReceiptProof(
  database: Database,
  { transactionId, receipt }: InputOf<'readReceiptProof'>,
): Promise<Result<'readReceiptProof'>> {
  const ref = parseTransactionId(transactionId)
  const found =
    ref &&
    (await maybeOne(
      database.rows<{ index: number; size: number; note: string }>(statement, [
        ref.player,
        ref.id,
        entryKinds[receipt],
      ]),
    ))
  const note = found && parseNote(found.note)
  if (!found || !note) return refuse('notFound')
  const path = await hashesOf(database, inclusionRanges(found.index, found.size))
  return done<'readReceiptProof'>({
    name: `${transactionId}.${receipt}.tlog-proof`,
    type: 'text/plain; charset=utf-8',
    content: [proofText({ index: found.index, path, note })],
  })
}
