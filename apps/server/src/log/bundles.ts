import { entryKinds } from '@pipkin/log'
import type { ReceiptKind } from './receipt-entry.ts'

/** The rows of `log.bundles`: entries one behind the other, and beside them their rounds. */
export interface Bundle {
  readonly entries: Buffer
  readonly rounds: Buffer
}

const entryBytes = 33
/** Of a round as a transaction id names it. */
export const roundBytes = 20

/** A receipt as a text that can be a key: its round's bytes, and its kind's. */
export const receiptKey = (rounds: Buffer, at: number, kind: number): string =>
  rounds.toString('latin1', at, at + roundBytes) + String.fromCharCode(kind)

/** The receipts of a bundle, in their order; null for an entry of something else. */
export const receiptsOf = ({ entries, rounds }: Bundle): (string | null)[] =>
  Array.from({ length: entries.length / entryBytes }, (_, place) => {
    const kind = entries[place * entryBytes] ?? 0
    const isReceipt = kind === entryKinds.bet || kind === entryKinds.end
    return isReceipt ? receiptKey(rounds, place * roundBytes, kind) : null
  })

/** The entries of a bundle, as many as are asked for. */
export const entriesIn = (entries: Buffer, width = entries.length / entryBytes): Uint8Array[] =>
  Array.from({ length: width }, (_, place) =>
    entries.subarray(place * entryBytes, (place + 1) * entryBytes),
  )

/** The key of a round's receipt. */
export const keyOfReceipt = (transactionId: string, kind: ReceiptKind): string =>
  receiptKey(Buffer.from(transactionId, 'base64url'), 0, entryKinds[kind])
