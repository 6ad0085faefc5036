import type { InputOf } from '@pipkin/contract/schemas'
import { entryKinds, inclusionRanges, parseNote, proofText, tileWidth } from '@pipkin/log'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type Bundle, keyOfReceipt, receiptsIn } from './bundles.ts'
import { hashesOf } from './tiles.ts'

const signedAt = sql`
  select (case $3::integer when 2 then placed_at else settled_at end)::text as at
  from ledger.rounds where player_id = $1 and round_id = $2`
const bundlesOf = sql`
  select b.number::float8, b.entries, b.rounds, p.size::float8, p.note
  from log.bundles b, log.published p where b.span @> $1::timestamptz order by b.number`

type Published = Bundle & {
  readonly number: number
  readonly size: number
  readonly note: string
}

/** A receipt's place in the published log; null where the log lacks it. */
async function findReceipt(
  database: Database,
  { transactionId, receipt }: InputOf<'readReceiptProof'>,
) {
  const ref = parseTransactionId(transactionId)
  if (!ref) return null
  const signed = await maybeOne(
    database.rows<{ at: string | null }>(signedAt, [ref.player, ref.id, entryKinds[receipt]]),
  )
  if (!signed?.at) return null
  const key = keyOfReceipt(transactionId, receipt)
  for (const bundle of await database.rows<Published>(bundlesOf, [signed.at])) {
    const found = receiptsIn(bundle).find((receipt) => receipt.key === key)
    const index = found && bundle.number * tileWidth + found.place
    if (index !== undefined && index < bundle.size)
      return { index, size: bundle.size, note: bundle.note }
  }
  return null
}

/** The proof that a receipt is in the log, for anyone who has its round's id. */
export async function readReceiptProof(
  database: Database,
  input: InputOf<'readReceiptProof'>,
): Promise<Result<'readReceiptProof'>> {
  const found = await findReceipt(database, input)
  const note = found && parseNote(found.note)
  if (!found || !note) return refuse('notFound')
  const path = await hashesOf(database, inclusionRanges(found.index, found.size))
  return done<'readReceiptProof'>({
    name: `${input.transactionId}.${input.receipt}.tlog-proof`,
    type: 'text/plain; charset=utf-8',
    content: [proofText({ index: found.index, path, note })],
  })
}
