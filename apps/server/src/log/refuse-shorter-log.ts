import { readFile } from 'node:fs/promises'
import {
  type Checkpoint,
  isEqual,
  judgeNote,
  type Note,
  parseCheckpoint,
  parseNote,
} from '@pipkin/log'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import { goneBack, StaleDatabase } from '../platform/database/stale-database.ts'
import { generationOfName, type LogKey, logKeyOf } from './log-key.ts'
import { rootAt } from './tiles.ts'

const statement = sql`
  select size::float8, (select max(generation)::float8 from ledger.generations) as generation
  from log.state`

/** A checkpoint that was signed, as it is remembered outside the database. */
interface Signed {
  readonly note: Note
  readonly checkpoint: Checkpoint
}

/** Reads the checkpoint that was signed last; null where none was. Throws `StaleDatabase`. */
export async function readSigned(file: string): Promise<Signed | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const note = parseNote(text)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!note || !checkpoint)
    throw new StaleDatabase(
      `${file} is no checkpoint of the log: put it right, or remove it where its log is given up (docs/transparency.md).`,
    )
  return { note, checkpoint }
}

/**
 * Compares the database with what `readSigned` answered before: what was signed was there before.
 * Throws `StaleDatabase` where the log lacks something of that, or has something else: it was
 * restored, and signing it would show a second history.
 */
export async function refuseShorterLog(
  database: Queryable,
  signed: Signed | null,
  key: LogKey,
): Promise<void> {
  if (!signed) return
  const { note, checkpoint } = signed
  const { size, generation } = await one(
    database.rows<{ size: number; generation: number }>(statement),
  )
  const signedIn = generationOfName(key, checkpoint.origin)
  // An earlier generation, another name or another key makes it another log.
  if (signedIn === null || signedIn < generation) return
  if (judgeNote(note, logKeyOf(key, signedIn)) !== 'good') return
  // A backup from before a restore was put back: its log must not go on beside the later one.
  if (signedIn > generation) throw goneBack()
  const lacksIt = size < checkpoint.size
  if (lacksIt || !isEqual(await rootAt(database, checkpoint.size), checkpoint.root))
    throw goneBack()
}
