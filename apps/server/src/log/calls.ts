import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { readReceiptProof } from './read-receipt-proof.ts'

/** The calls about the log. */
export const logCalls = ({
  database,
}: {
  readonly database: Database
}): Handlers<'readReceiptProof'> => ({
  readReceiptProof: (input) => readReceiptProof(database, input),
})
