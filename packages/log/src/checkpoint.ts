import { hashOf, join, parseCount, toBase64, utf8 } from './bytes.ts'
import {
  isBy,
  isSignature,
  type Judged,
  lineBy,
  type Note,
  type NoteKey,
  type SignatureLine,
  type Verifier,
} from './note.ts'

/** How far a log is (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** The log's name. */
  readonly origin: string
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
}

/** The text that the log signs. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Null for a malformed text. Extension lines may follow, and are ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', count = '', encoded = '', ...more] = text.split('\n')
  if (origin === '' || more.pop() !== '' || more.includes('')) return null
  const [size, root] = [parseCount(count), hashOf(encoded)]
  return size === null || root === null ? null : { origin, size, root }
}

/** What a witness signs: the text of a checkpoint at a time (c2sp.org/tlog-cosignature, v1). */
const cosigned = (text: string, seconds: number): Uint8Array =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

function u64(count: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(count))
  return bytes
}

/** A witness's line under a checkpoint's text, at a Unix time. */
export const cosign = (text: string, key: NoteKey, seconds: number): SignatureLine =>
  lineBy(key, join([u64(seconds), key.sign(cosigned(text, seconds))]))

/** When a witness signed a checkpoint's text (Unix time); null where the line isn't its own. */
export function cosignedAt(text: string, line: SignatureLine, witness: Verifier): number | null {
  if (witness.type !== 'cosignature' || !isBy(line, witness) || line.bytes.length !== 76)
    return null
  const view = new DataView(line.bytes.buffer, line.bytes.byteOffset + 4, 8)
  const seconds = Number(view.getBigUint64(0))
  return Number.isSafeInteger(seconds) &&
    isSignature(witness, cosigned(text, seconds), line.bytes.subarray(12))
    ? seconds
    : null
}

/** Whether a witness has cosigned a note. */
export function judgeCosignature({ text, signatures }: Note, witness: Verifier): Judged {
  const lines = signatures.filter((line) => isBy(line, witness))
  if (lines.length === 0) return 'absent'
  return lines.every((line) => cosignedAt(text, line, witness) !== null) ? 'good' : 'wrong'
}
