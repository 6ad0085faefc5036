import { hashOf, isEqual, parseCount, toBase64 } from './bytes.ts'
import { type Checkpoint, cosign, parseCheckpoint } from './checkpoint.ts'
import {
  isBy,
  judgeNote,
  lineText,
  type Note,
  type NoteKey,
  noteText,
  parseNote,
  type Verifier,
} from './note.ts'
import { emptyRoot, isConsistent } from './tree.ts'

/** What a witness keeps of a log: the checkpoint that it cosigned last, as a note. */
export interface Witnessed {
  readonly log: Verifier
  readonly last: Checkpoint | null
}

/** A witness's answer. Write `kept` to the disk before sending it. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422
  readonly type: 'text/plain; charset=utf-8' | 'text/x.tlog.size'
  readonly body: string
  readonly kept?: { readonly checkpoint: Checkpoint; readonly note: Note }
}

/** Asks a witness for a cosignature: the body of `add-checkpoint`. */
export const addCheckpointText = (old: number, proof: readonly Uint8Array[], note: Note): string =>
  [`old ${old}`, ...proof.map(toBase64), '', noteText(note)].join('\n')

const mostProofLines = 63

function parseRequest(body: string) {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const old = parseCount(/^old (.*)$/.exec(first)?.[1] ?? '')
  const proof = lines.map(hashOf)
  const note = parseNote(body.slice(end + 2))
  const checkpoint = note && parseCheckpoint(note.text)
  if (end < 0 || old === null || !checkpoint || lines.length > mostProofLines) return null
  return proof.every((node) => node !== null) ? { old, proof, note, checkpoint } : null
}

/** The origin that an `add-checkpoint` speaks of; null where it can't be read. */
export const originOf = (body: string): string | null =>
  parseRequest(body)?.checkpoint.origin ?? null

/**
 * Judges an `add-checkpoint` (c2sp.org/tlog-witness). `witnessed` is what is kept of the log of
 * that origin, null where it isn't witnessed; `seconds` is the Unix time. The caller judges one
 * request of a log at a time.
 */
export function judgeAddCheckpoint(
  body: string,
  witnessed: Witnessed | null,
  key: NoteKey,
  seconds: number,
): WitnessAnswer {
  const refuse = (status: 400 | 403 | 404 | 409 | 422, why: string): WitnessAnswer => ({
    status,
    type: 'text/plain; charset=utf-8',
    body: `${why}\n`,
  })
  const request = parseRequest(body)
  if (!request) return refuse(400, 'This is no request for a cosignature.')
  const { old, proof, note, checkpoint } = request
  if (!witnessed) return refuse(404, 'This witness does not know the log.')
  if (judgeNote(note, witnessed.log) !== 'good')
    return refuse(403, "The checkpoint lacks the log's signature.")
  if (old > checkpoint.size) return refuse(400, 'The old size is above the new one.')
  const last = witnessed.last ?? { size: 0, root: emptyRoot() }
  if (old !== last.size) return { status: 409, type: 'text/x.tlog.size', body: `${last.size}\n` }
  if (checkpoint.size === 0 && !isEqual(checkpoint.root, emptyRoot()))
    return refuse(422, 'An empty log has another root.')
  if (old === checkpoint.size && !isEqual(last.root, checkpoint.root))
    return refuse(409, 'The log has shown another history of this size.')
  if (!isConsistent(last, checkpoint, proof))
    return refuse(422, 'The log takes back what it has shown before.')
  const line = cosign(note.text, key, seconds)
  // Anyone may add lines to what the log has signed: a note that keeps them could become too long.
  const logLine = note.signatures.filter((one) => isBy(one, witnessed.log)).slice(0, 1)
  return {
    status: 200,
    type: 'text/plain; charset=utf-8',
    body: lineText(line),
    kept: { checkpoint, note: { text: note.text, signatures: [...logLine, line] } },
  }
}
