import { hashOf, isEqual, parseCount, toBase64 } from './bytes.ts'
import { type Checkpoint, judgeCosignature, parseCheckpoint } from './checkpoint.ts'
import { judgeNote, type Note, noteText, parseNote, type Verifier } from './note.ts'
import { leafHash, rootOfInclusion } from './tree.ts'

/** That an entry is in the log (c2sp.org/tlog-proof). */
export interface LogProof {
  readonly index: number
  /** The siblings from the leaf up. */
  readonly path: readonly Uint8Array[]
  readonly note: Note
}

const header = 'c2sp.org/tlog-proof@v1'

/** The text of a tlog-proof without an `extra` line. */
export const proofText = ({ index, path, note }: LogProof): string =>
  [header, `index ${index}`, ...path.map(toBase64), '', noteText(note)].join('\n')

/** Null for a text that is no proof. An `extra` line is ignored. */
export function parseProof(text: string): (LogProof & { checkpoint: Checkpoint }) | null {
  const end = text.indexOf('\n\n')
  const note = parseNote(text.slice(end + 2))
  const checkpoint = note && parseCheckpoint(note.text)
  const [first, ...lines] = text.slice(0, end).split('\n')
  if (end < 0 || !checkpoint || first !== header) return null
  if (lines[0]?.startsWith('extra ')) lines.shift()
  const index = parseCount(/^index (.*)$/.exec(lines.shift() ?? '')?.[1] ?? '')
  const path = lines.map(hashOf)
  if (index === null || !path.every((node) => node !== null)) return null
  return { index, path, note, checkpoint }
}

/** What a proof is checked by: the log's keys, and the witnesses whom one trusts. */
export interface LogTrust {
  readonly logs: readonly Verifier[]
  readonly witnesses: readonly Verifier[]
}

export type ProofVerdict =
  | {
      readonly ok: true
      readonly index: number
      readonly checkpoint: Checkpoint
      /** The names of trusted witnesses who cosigned. */
      readonly cosignedBy: readonly string[]
    }
  | {
      readonly ok: false
      readonly why: string
      /** Whether the log has signed that it has another entry at this place. */
      readonly isOther?: true
    }

/** Whether a text proves that the log has an entry. */
export function verifyLogProof(
  text: string,
  entry: Uint8Array,
  { logs, witnesses }: LogTrust,
): ProofVerdict {
  const wrong = (why: string): ProofVerdict & { ok: false } => ({ ok: false, why })
  const proof = parseProof(text)
  if (!proof) return wrong('This is no proof of an entry.')
  const { index, path, note, checkpoint } = proof
  const log = logs.find(({ name }) => name === checkpoint.origin)
  if (!log) return wrong(`The proof is of another log: ${checkpoint.origin}.`)
  if (judgeNote(note, log) !== 'good') return wrong("The checkpoint lacks the log's signature.")
  const root = rootOfInclusion(leafHash(entry), { index, size: checkpoint.size }, path)
  if (!root || !isEqual(root, checkpoint.root))
    return {
      ...wrong('The log has something else at this place: the path leads to another root.'),
      isOther: true,
    }
  const judged = witnesses.map(
    (witness) => [witness.name, judgeCosignature(note, witness)] as const,
  )
  const forged = judged.find(([, how]) => how === 'wrong')
  if (forged) return wrong(`The cosignature of ${forged[0]} is wrong.`)
  const cosignedBy = judged.filter(([, how]) => how === 'good').map(([name]) => name)
  return { ok: true, index, checkpoint, cosignedBy }
}

/**
 * Whether two signed checkpoints of a log contradict each other on their face: the same size with
 * two roots. That is proof of two histories.
 */
export const isSplit = (one: Checkpoint, other: Checkpoint): boolean =>
  one.origin === other.origin && one.size === other.size && !isEqual(one.root, other.root)
