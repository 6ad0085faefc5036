import { json, stored } from '../browser/storage.ts'

/** What the house signed: the facts of a bet or of a round's end, and the signature over them. */
export interface KeptReceipt {
  readonly facts: Readonly<Record<string, unknown>>
  readonly signature: string
  /** Where several were signed at once (`docs/fairness.md`). */
  readonly batch?: unknown
}

/** The receipts of the last 300 rounds. Only the house still has older ones. */
const most = 600

const kept = stored(
  'localStorage',
  'pipkin.receipts',
  json((value) => (Array.isArray(value) ? value.filter(isReceipt) : undefined)),
)

/** Keeps a receipt on the player's side, as evidence against a house that changes its story. */
export function keepReceipt(receipt: KeptReceipt): void {
  const receipts = readReceipts()
  // The same facts may be signed again, alone or beside others.
  const facts = JSON.stringify(receipt.facts)
  if (receipts.some((one) => JSON.stringify(one.facts) === facts)) return
  kept.write([...receipts, receipt].slice(-most))
}

/** The eldest first. */
export const readReceipts = (): readonly KeptReceipt[] => kept.read() ?? []

/** The receipts of one round: its bet's and, once it has ended, its end's. */
export const receiptsOf = (transactionId: string): KeptReceipt[] =>
  readReceipts().filter(({ facts }) => facts.transactionId === transactionId)

function isReceipt(value: unknown): value is KeptReceipt {
  if (typeof value !== 'object' || value === null) return false
  const { facts, signature }: Partial<Record<keyof KeptReceipt, unknown>> = value
  return typeof facts === 'object' && facts !== null && typeof signature === 'string'
}
