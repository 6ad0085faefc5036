import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isEqual,
  type Note,
  noteText,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Verifier,
  verifierText,
  type Witnessed,
} from '@pipkin/log'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { writeAtomically } from '../../server/src/platform/process/write-atomically.ts'

/** A witness's folder: its secret, and for each log the key and the note that it cosigned last. */
export interface WitnessStore {
  /** 32 bytes. */
  readonly secret: Buffer
  /** The key and the last checkpoint of an origin's log; null if it isn't witnessed. */
  find(origin: string): Witnessed | null
  /** The note that was cosigned last, by the SHA-256 of the origin in hex; null if none was. */
  readNote(originHash: string): string | null
  /** Resolves once the note is on the disk. */
  keep(origin: string, note: Note): Promise<void>
  /**
   * Witnesses a log from now on; answers whether it is new. Throws `CannotStart` if a log of that
   * name is pinned with another key.
   */
  pin(log: Verifier): Promise<boolean>
}

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex')

/** Opens the folder, or makes it with a new secret. */
export async function openWitnessStore(folder: string): Promise<WitnessStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keyFile = join(folder, 'key')
  if (!existsSync(keyFile)) await writeAtomically(keyFile, randomBytes(32).toString('hex'))
  const read = (name: string): string | null => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  const logOf = (origin: string): Verifier | null => {
    const text = read(`${hashOf(origin)}.log`)
    const log = text === null ? null : parseVerifier(text.trim())
    // Taken for a new log, it would be pinned with any key that its address answers.
    if (text !== null && log?.name !== origin)
      throw new CannotStart(`${folder}: the pinned key of ${origin} is broken.`)
    return log
  }
  const secret = readFileSync(keyFile, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new CannotStart(`${keyFile} is no key of a witness: it has 64 hex digits.`)
  return {
    secret: Buffer.from(secret, 'hex'),
    find(origin) {
      const log = logOf(origin)
      if (!log) return null
      const text = read(`${hashOf(origin)}.checkpoint`)
      const last = text === null ? null : parseCheckpoint(parseNote(text)?.text ?? '')
      // A witness that forgot what it saw would cosign anything.
      if (text !== null && !last)
        throw new Error(`${folder}: the checkpoint of ${origin} is broken`)
      return { log, last }
    },
    readNote: (originHash) => read(`${originHash}.checkpoint`),
    keep: (origin, note) =>
      writeAtomically(join(folder, `${hashOf(origin)}.checkpoint`), noteText(note)),
    async pin(log) {
      const known = logOf(log.name)
      if (known && !isEqual(known.publicKey, log.publicKey))
        throw new CannotStart(
          `${log.name} has another key than the one pinned in ${folder}: ask the house why before you witness it.`,
        )
      if (known) return false
      await writeAtomically(join(folder, `${hashOf(log.name)}.log`), `${verifierText(log)}\n`)
      return true
    },
  }
}
