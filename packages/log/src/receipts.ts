import { entryKinds, entryOf } from './entries.ts'
import { parseVerifier, type Verifier } from './note.ts'
import { type LogTrust, type ProofVerdict, verifyLogProof } from './proof.ts'

/** The log's part of a round's file: its member `log`. */
export interface LogPart {
  /** The log's verifier key, and those of witnesses, as text. */
  readonly key: string
  readonly witnesses: readonly string[]
  /** A tlog-proof for each of the round's receipts that has one. */
  readonly proofs: readonly string[]
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** A part without keys and proofs, which fails every check. */
export const emptyLogPart: LogPart = { key: '', witnesses: [], proofs: [] }

/**
 * The log's part of a file, which may be anything; null if it has none. A part that can't be read
 * counts as empty: ignoring it would let a damaged file pass as one that never had it.
 */
export function logPartOf(file: unknown): LogPart | null {
  if (typeof file !== 'object' || file === null || !('log' in file)) return null
  const { key, witnesses, proofs }: Partial<Record<keyof LogPart, unknown>> = Object(file.log)
  if (typeof key !== 'string' || !isTexts(witnesses) || !isTexts(proofs)) return emptyLogPart
  return { key, witnesses, proofs }
}

/** The keys of a log and of witnesses, as texts; null if one is malformed. */
export function trustIn(key: string, witnesses: readonly string[]): LogTrust | null {
  const log = parseVerifier(key.trim())
  const known = witnesses.map((text) => parseVerifier(text.trim()))
  const isWitness = (verifier: Verifier | null) => verifier?.type === 'cosignature'
  if (log?.type !== 'note' || !known.every(isWitness)) return null
  return { logs: [log], witnesses: known.filter((verifier) => verifier !== null) }
}

/** A receipt in the form of which its entry is made. */
export interface LoggedReceipt {
  readonly kind: 'bet' | 'end'
  /** The canonical JSON of its facts. */
  readonly canonicalJson: string
}

/** Whether the log has a receipt, by the first of the proofs that shows it. */
export function judgeReceipt(
  { kind, canonicalJson }: LoggedReceipt,
  proofs: readonly string[],
  trust: LogTrust,
): ProofVerdict {
  const entry = entryOf(entryKinds[kind], canonicalJson)
  const verdicts = proofs.map((text) => verifyLogProof(text, entry, trust))
  return (
    verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? { ok: false, why: 'There is no proof of it.' }
  )
}
