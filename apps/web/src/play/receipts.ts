import { readStored, type Store, writeStored } from './storage.ts'

/**
 * What the house has signed, as it came: the facts of a bet or of a round's end, and the signature
 * over them.
 */
export interface KeptReceipt {
  readonly facts: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** Those of the last 300 rounds. Older ones can be had again, but only from the house. */
const most = 600
const name = 'pipkin.receipts'

/**
 * Keeps a receipt on the player's side, so that what the house says later can be held against it.
 */
export function keepReceipt(store: Store, receipt: KeptReceipt): void {
  const kept = readReceipts(store)
  // The same facts are signed to the same bytes.
  if (kept.some(({ signature }) => signature === receipt.signature)) return
  writeStored(store, name, [...kept, receipt].slice(-most))
}

/** The eldest first. */
export function readReceipts(store: Store): KeptReceipt[] {
  const value = readStored(store, name)
  return Array.isArray(value) ? value.filter(isReceipt) : []
}

/** The receipts of one round: its bet's and, once it has ended, its end's. */
export const receiptsOf = (store: Store, transactionId: string): KeptReceipt[] =>
  readReceipts(store).filter(({ facts }) => facts.transactionId === transactionId)

function isReceipt(value: unknown): value is KeptReceipt {
  if (typeof value !== 'object' || value === null) return false
  const { facts, signature }: Partial<Record<keyof KeptReceipt, unknown>> = value
  return typeof facts === 'object' && facts !== null && typeof signature === 'string'
}
