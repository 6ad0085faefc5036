import { readFile } from 'node:fs/promises'
import { isEqual, judgeNote, parseCheckpoint, parseNote } from '@pipkin/log'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import { goneBack, StaleDatabase } from '../platform/database/stale-database.ts'
import { type LogKey, logKeyOf } from './publish-checkpoint.ts'
import { rootAt } from './tiles.ts'

const statement = sql`
  select size::float8, (select max(generation)::float8 from ledger.generations) as generation
  from log.state`

/**
 * Compares the database with the checkpoint that was signed last, which is remembered outside it.
 * Throws `StaleDatabase` where the log lacks something of that, or has something else: it was
 * restored, and signing it would show a second history.
 */
export async function refuseShorterLog(
  database: Queryable,
  { key, file }: { key: LogKey; file: string },
): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const note = parseNote(text)
  const signed = note && parseCheckpoint(note.text)
  if (!note || !signed)
    throw new StaleDatabase(
      `${file} is no checkpoint of the log: put it right, or remove it where its log is given up (docs/transparency.md).`,
    )
  const { size, generation } = await one(
    database.rows<{ size: number; generation: number }>(statement),
  )
  // Of another generation or name: another log.
  if (judgeNote(note, logKeyOf(key, generation)) !== 'good') return
  if (size < signed.size || !isEqual(await rootAt(database, signed.size), signed.root))
    throw goneBack()
}
