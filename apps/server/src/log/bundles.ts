import { entryKinds } from '@pipkin/log'
import { uuidOf } from '../ledger/transaction-id.ts'
import type { ReceiptKind } from './receipt-entry.ts'

/** The rows of `log.bundles`: entries one after the other, and beside them their rounds. */
export interface Bundle {
  readonly entries: Buffer
  readonly rounds: Buffer
}

const entryBytes = 33
/** The length of a round as a transaction id names it. */
export const roundBytes = 20

/** A receipt as a text that can be a key: its round's bytes, and its kind's. */
export const receiptKey = (rounds: Buffer, at: number, kind: number): string =>
  rounds.toString('latin1', at, at + roundBytes) + String.fromCharCode(kind)

/** A receipt of a round, as the log has it beside its entry. */
export interface RoundReceipt {
  /** As `receiptKey` makes it. */
  readonly key: string
  /** The round's 20 bytes. */
  readonly round: Buffer
  readonly kind: number
}

/** The receipts of a bundle, each with its entry and that entry's place. */
export const receiptsIn = ({ entries, rounds }: Bundle) =>
  entriesIn(entries).flatMap((entry, place) => {
    const kind = entry[0] ?? 0
    if (kind !== entryKinds.bet && kind !== entryKinds.end) return []
    const at = place * roundBytes
    const round = rounds.subarray(at, at + roundBytes)
    return [{ place, entry, kind, round, key: receiptKey(rounds, at, kind) }]
  })

/** A round's player and id, by its bytes. */
export const playerIn = (round: Buffer): number => round.readInt32BE()
export const roundIn = (round: Buffer): string => uuidOf(round.toString('hex', 4))

/** The entries of a bundle, as many as are asked for. */
export const entriesIn = (entries: Buffer, width = entries.length / entryBytes): Uint8Array[] =>
  Array.from({ length: width }, (_, place) =>
    entries.subarray(place * entryBytes, (place + 1) * entryBytes),
  )

/** The key of a round's receipt. */
export const keyOfReceipt = (transactionId: string, kind: ReceiptKind): string =>
  receiptKey(Buffer.from(transactionId, 'base64url'), 0, entryKinds[kind])
