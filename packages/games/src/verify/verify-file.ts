import { type Progress, toTheEnd } from './progress.ts'
import { type HistoryVerdict, verifyingHistory } from './verify-history.ts'
import { type Verdict, verifyProof } from './verify-proof.ts'
import type { Trust } from './verify-receipt.ts'

/** What a file turned out to hold, and whether that holds. */
export type FileVerdict =
  | { readonly holds: 'a proof'; readonly proof: unknown; readonly verdict: Verdict }
  | {
      readonly holds: 'a history'
      readonly proofs: readonly unknown[]
      readonly verdict: HistoryVerdict
    }
  | { readonly holds: 'neither'; readonly why: string }

/**
 * Checks the text of a file, which may be anything: a proof or a whole history, bare or as the API
 * answers it.
 */
export const verifyFile = (text: string, trust: Trust): FileVerdict =>
  toTheEnd(verifyingFile(text, trust))

/** The same, one round of a history at a step. */
export function* verifyingFile(text: string, trust: Trust): Generator<Progress, FileVerdict> {
  const value = contentOf(text)
  if (value === undefined) return { holds: 'neither', why: 'This is not JSON.' }
  if (has(value, 'complaint'))
    return {
      holds: 'neither',
      why: 'This is a complaint about the log, not a round: verifier/verify_log.py checks it.',
    }
  if (has(value, 'proofs') || has(value, 'head')) {
    const proofs = has(value, 'proofs') && Array.isArray(value.proofs) ? value.proofs : []
    return { holds: 'a history', proofs, verdict: yield* verifyingHistory(value, trust) }
  }
  if (has(value, 'roundKey') || has(value, 'receipts'))
    return { holds: 'a proof', proof: value, verdict: verifyProof(value, trust) }
  return { holds: 'neither', why: 'This is neither the proof of a round nor a history of rounds.' }
}

/** Undefined for what isn't JSON. The API's answers have their content in `Data`. */
function contentOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return has(value, 'Data') ? value.Data : value
  } catch {
    return undefined
  }
}

const has = <K extends string>(value: unknown, field: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
