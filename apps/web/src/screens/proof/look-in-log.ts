import { readReceiptKey, readReceiptProof } from '@pipkin/contract'
import type { BetFacts, EndFacts, Receipt } from '@pipkin/games'
import { isSignedBy } from '@pipkin/games/verify'
import {
  cosignedAt,
  judgeNote,
  judgeReceipt,
  type LogPart,
  type LogTrust,
  parseNote,
  trustIn,
} from '@pipkin/log'
import { call } from '../../api/call.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { loggedReceipt, placeInWords } from './log-checks.ts'

type RoundReceipt = Receipt<BetFacts | EndFacts>

/** What the log says about a receipt. */
export interface Looked {
  readonly receipt: RoundReceipt
  /**
   * `waits`: it may still come. `old`: the newest checkpoint is too old to say. `lost`: a restore
   * since then may have lost its round or its end. `foreign`: another house signed it. `missing`
   * and `wrong` are a complaint.
   */
  readonly is: 'there' | 'waits' | 'old' | 'lost' | 'foreign' | 'missing' | 'wrong'
  /** Where it is, or what is wrong; a sentence without its full stop. */
  readonly note: string
  /** The proof that the log gave. */
  readonly proof?: string
}

export interface LogLook {
  readonly looked: readonly Looked[]
  readonly key: string
  readonly witnesses: readonly string[]
  /** The newest checkpoint, as it came. */
  readonly checkpoint: string
  /** The keys that the house signs receipts with. */
  readonly receiptKeys: readonly string[]
}

/** How long a receipt may take to come into the log. */
const patienceMs = 10 * 60_000

/**
 * Looks each receipt up in the log and checks what it answers. Throws where the log can't be read.
 */
export async function lookInLog(receipts: readonly RoundReceipt[]): Promise<LogLook> {
  // The checkpoint comes before the look-ups: what they lack then is missing from it too.
  const [key, witnesses, checkpoint, keys] = await Promise.all([
    readText('/log/key'),
    readText('/log/witnesses'),
    readText('/log/checkpoint'),
    call(readReceiptKey),
  ])
  const lines = witnesses.split('\n').filter(Boolean)
  const trust = trustIn(key, lines)
  if (!trust || !keys.ok) throw new Error('the log has no keys')
  const { publicKey, older, restores = [] } = keys.answer
  const by: LookBy = {
    trust,
    receiptKeys: [publicKey, ...older],
    seenAt: seenAt(checkpoint, trust),
    restores: restores.map(({ at, reached }) => ({
      from: reached === undefined ? 0 : Date.parse(reached),
      to: Date.parse(at),
    })),
  }
  const looked: Looked[] = []
  for (const receipt of receipts) looked.push(await lookUp(receipt, by))
  return { looked, key: key.trim(), witnesses: lines, checkpoint, receiptKeys: by.receiptKeys }
}

/** What a receipt is judged by. Times are in Unix ms. */
interface LookBy {
  readonly trust: LogTrust
  readonly receiptKeys: readonly string[]
  /** When a witness saw the checkpoint; null if none did. */
  readonly seenAt: number | null
  /** The lost times: from the end of each backup to its restore. */
  readonly restores: readonly { readonly from: number; readonly to: number }[]
}

/** Whether a restore may have lost what was signed then; a backup has what is much older. */
const mayBeLost = (at: number, { restores }: Pick<LookBy, 'restores'>): boolean =>
  restores.some(({ from, to }) => at >= from - patienceMs && at < to)

/** When a witness cosigned a checkpoint last. Throws where the log hasn't signed it. */
function seenAt(checkpoint: string, { logs, witnesses }: LogTrust): number | null {
  const note = parseNote(checkpoint)
  if (!note || !logs.some((log) => judgeNote(note, log) === 'good'))
    throw new Error('the log has no checkpoint')
  const times = witnesses.flatMap((witness) =>
    note.signatures.map((line) => cosignedAt(note.text, line, witness) ?? 0),
  )
  return Math.max(...times, 0) * 1_000 || null
}

async function readText(path: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.text()
}

const timeOf = ({ facts }: RoundReceipt): number =>
  Date.parse(facts.receipt === 'bet' ? facts.placedAt : facts.settledAt)

async function lookUp(receipt: RoundReceipt, by: LookBy): Promise<Looked> {
  const { trust, receiptKeys, seenAt } = by
  if (!receiptKeys.some((key) => isSignedBy(receipt, key)))
    return { receipt, is: 'foreign', note: "None of the house's keys signed this" }
  const logged = loggedReceipt(receipt)
  const { transactionId } = receipt.facts
  const at = timeOf(receipt)
  const answer = await fetchFile(readReceiptProof, { transactionId, receipt: logged.kind })
  if (answer.ok) {
    const proof = await answer.file.text()
    const verdict = judgeReceipt(logged, [proof], trust)
    if (verdict.ok) return { receipt, is: 'there', note: placeInWords(verdict), proof }
    if (verdict.isOther && logged.kind === 'end' && mayBeLost(at, by))
      return { receipt, is: 'lost', note: 'A restore since then may have ended this round anew' }
    return { receipt, is: 'wrong', note: verdict.why, proof }
  }
  if (answer.kind !== 'refused' || answer.status !== 404) throw new Error('no answer')
  // By the witness's clock: the browser's may be wrong, and the log may have stopped.
  const isLate = (seenAt ?? Date.now()) - at >= patienceMs
  if (!isLate && Date.now() - at < patienceMs)
    return { receipt, is: 'waits', note: 'It is there within seconds; the log has ten minutes' }
  if (mayBeLost(at, by))
    return { receipt, is: 'lost', note: 'A restore since then may have lost this round' }
  if (!isLate) return { receipt, is: 'old', note: "The log's newest checkpoint is too old to tell" }
  return {
    receipt,
    is: 'missing',
    note: 'The house signed this receipt more than ten minutes ago, and its log lacks it',
  }
}

/**
 * The part of the log that goes into a round's file. Null while the log lacks one of the receipts,
 * since then the file would fail every check.
 */
export function partOf({ key, witnesses, looked }: LogLook): LogPart | null {
  const proofs = looked.flatMap(({ is, proof }) => (is === 'there' && proof ? [proof] : []))
  return proofs.length === looked.length ? { key, witnesses, proofs } : null
}

interface Complaint {
  readonly complaint: string
  /** By the browser's clock. */
  readonly at: string
  readonly receipts: readonly (RoundReceipt & { readonly why: string; readonly proof?: string })[]
  readonly receiptKeys: readonly string[]
  readonly log: Pick<LogLook, 'key' | 'witnesses' | 'checkpoint'>
}

/**
 * Everything that shows that the log lacks what the house has signed, for anyone to check
 * (`docs/transparency.md`); null where the log lacks no receipt.
 */
export function complaintOf(look: LogLook): Complaint | null {
  const { looked, key, witnesses, checkpoint, receiptKeys } = look
  const wrong = looked.filter(({ is }) => is === 'missing' || is === 'wrong')
  if (wrong.length === 0) return null
  return {
    complaint: 'The log lacks receipts that the house has signed.',
    at: new Date().toISOString(),
    receipts: wrong.map(({ receipt, note, proof }) => ({
      ...receipt,
      why: note,
      ...(proof !== undefined && { proof }),
    })),
    receiptKeys,
    log: { key, witnesses, checkpoint },
  }
}
