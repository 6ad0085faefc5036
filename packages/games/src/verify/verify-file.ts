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
  const read = parse(text)
  if (read === undefined) return { holds: 'neither', why: 'This is not JSON.' }
  if (namesIn(text) > membersIn(read))
    return { holds: 'neither', why: 'This JSON has a member twice: it says two things at once.' }
  const value = contentOf(read)
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

/** Undefined for what isn't JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many names stand in a JSON text: texts that a colon follows. */
function namesIn(json: string): number {
  let count = 0
  let isInside = false
  for (const [mark, colon] of json.matchAll(/\\.|"(\s*:)?/g)) {
    if (mark.startsWith('\\')) continue
    if (isInside && colon) count += 1
    isInside = !isInside
  }
  return count
}

/** How many members were read from it. Of two that have one name only the last is. */
function membersIn(read: unknown): number {
  let count = 0
  const rest = [read]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.values(value)
    if (!Array.isArray(value)) count += inside.length
    for (const one of inside) rest.push(one)
  }
  return count
}

/** The API's answers have their content in `Data`. */
const contentOf = (value: unknown): unknown => (has(value, 'Data') ? value.Data : value)

const has = <K extends string>(value: unknown, field: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
