import {
  addCheckpointText,
  consistencyRanges,
  cosignedAt,
  type Note,
  parseLines,
  type SignatureLine,
  type Verifier,
} from '@pipkin/log'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import { hashesOf } from './tiles.ts'

/** A witness: its key, and the address that `add-checkpoint` lies under. */
export interface WitnessAddress {
  readonly key: Verifier
  readonly url: string
}

/** A witness has cosigned more than the log has, or something else: don't publish. */
export class LogTakenBack extends Error {
  override name = 'LogTakenBack'
}

/** Another worker has shown a witness more of the same log, and publishes that. */
class Overtaken extends Error {}

const sizeNow = sql`select size::float8 from log.state`

/** A witness that didn't answer isn't asked again for so long: it mustn't hold up the log. */
const restMs = 30_000
const patienceMs = 2_000

interface AskDeps {
  readonly database: Queryable
  readonly witnesses: readonly WitnessAddress[]
  /** In ms; only differences count. */
  elapsedMs(): number
  /** Takes why a witness gave no cosignature. */
  onError(error: Error): void
}

/**
 * Asks each witness to cosign a checkpoint (c2sp.org/tlog-witness), all at the same time, and
 * answers the note with the cosignatures that came; null where another worker publishes more.
 * Throws `LogTakenBack`.
 */
export function witnessAsker({
  database,
  witnesses,
  elapsedMs,
  onError,
}: AskDeps): (note: Note, size: number) => Promise<Note | null> {
  const proof = (old: number, size: number) => hashesOf(database, consistencyRanges(old, size))
  const asked = witnesses.map((witness) => ({
    ...witness,
    cosigned: 0,
    restsUntil: Number.NEGATIVE_INFINITY,
  }))

  return async (note, size) => {
    const lines = await Promise.all(
      asked.map(async (witness): Promise<SignatureLine[]> => {
        if (elapsedMs() < witness.restsUntil) return []
        try {
          const line = await askFor(note, size, witness)
          witness.cosigned = size
          return [line]
        } catch (error) {
          if (error instanceof LogTakenBack || error instanceof Overtaken) throw error
          witness.restsUntil = elapsedMs() + restMs
          onError(new Error(`witness ${witness.key.name} gave no cosignature`, { cause: error }))
          return []
        }
      }),
    ).catch((error: unknown) => {
      if (error instanceof Overtaken) return null
      throw error
    })
    return lines && { ...note, signatures: [...note.signatures, ...lines.flat()] }
  }

  async function askFor(
    note: Note,
    size: number,
    { key, url, cosigned }: WitnessAddress & { cosigned: number },
  ): Promise<SignatureLine> {
    const ask = async (old: number) =>
      post(url, addCheckpointText(old, await proof(old, size), note))
    let old = cosigned
    let answer = await ask(old)
    const known = otherSize(answer, old)
    if (known !== null) {
      if (known > size) {
        const now = await one(database.rows<{ size: number }>(sizeNow))
        if (known <= now.size) throw new Overtaken()
        throw new LogTakenBack(
          `Witness ${key.name} has seen ${known} entries and the log has ${now.size}: nothing more is published. The database may have been restored (docs/transparency.md).`,
        )
      }
      old = known
      answer = await ask(old)
    }
    // Another root of the size that it has is a conflict for some, what can't follow for others.
    const isConflict = answer.status === 409 && old === size && otherSize(answer, old) === null
    if (answer.status === 422 || isConflict)
      throw new LogTakenBack(
        `Witness ${key.name} has seen another history than the log has: nothing more is published. The database may have been restored (docs/transparency.md).`,
      )
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}`)
    const line = parseLines(answer.text)?.find((line) => cosignedAt(note.text, line, key) !== null)
    if (!line) throw new Error('it answered without its cosignature')
    return line
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** The size that a witness has, if it says that it isn't the one that it was asked to follow. */
function otherSize({ status, text }: Answer, old: number): number | null {
  const size = status === 409 && /^\d+$/.test(text.trim()) ? Number(text) : old
  return size === old || !Number.isSafeInteger(size) ? null : size
}

async function post(url: string, body: string): Promise<Answer> {
  const answer = await fetch(`${url.replace(/\/$/, '')}/add-checkpoint`, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  return { status: answer.status, text: (await answer.text()).slice(0, 10_000) }
}
