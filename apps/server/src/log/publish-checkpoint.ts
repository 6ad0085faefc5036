import {
  checkpointText,
  cosignedAt,
  isEqual,
  judgeCosignature,
  type Note,
  type NoteKey,
  noteText,
  parseNote,
  parseVerifier,
  signNote,
  type Verifier,
  verifierText,
} from '@pipkin/log'
import { type Database, maybeOne, one, type Queryable, sql } from '../platform/database/database.ts'
import { CannotStart } from '../platform/process/cannot-start.ts'
import { writeAtomically } from '../platform/process/write-atomically.ts'
import { type LogKey, logKeyOf } from './log-key.ts'
import { readSigned, refuseShorterLog } from './refuse-shorter-log.ts'
import { rootAt } from './tiles.ts'

const snapshot = sql`set transaction isolation level repeatable read`
const statement = sql`
  select s.size::float8,
         (select max(generation)::float8 from ledger.generations) as generation,
         p.size::float8 as published, p.generation::float8 as "publishedIn", p.note, p.verifier,
         coalesce(p.at < clock_timestamp() - interval '5 minutes', false) as "isOld"
  from log.state s left join log.published p using (singleton)`

interface Heads {
  readonly size: number
  readonly generation: number
  /** Null before the first one. */
  readonly published: number | null
  readonly publishedIn: number | null
  readonly note: string | null
  /** The key that it was signed with. */
  readonly verifier: string | null
  /** Whether it was published long ago. A quiet log would look like one that has stopped. */
  readonly isOld: boolean
}

// Refuses a smaller checkpoint, even where two workers publish at the same moment.
const publish = sql`
  insert into log.published as p (generation, size, note, verifier, witnesses)
    values ($1, $2, $3, $4, $5)
  on conflict (singleton) do update
    set generation = excluded.generation, size = excluded.size, note = excluded.note,
        verifier = excluded.verifier, witnesses = excluded.witnesses, at = clock_timestamp()
    where (p.generation, p.size) <= (excluded.generation, excluded.size)`

/** Another key has signed the log of this name. */
export class OtherLogKey extends CannotStart {
  override name = 'OtherLogKey'
}

export interface PublishDeps {
  readonly database: Database
  readonly key: LogKey
  /** Where the newest checkpoint is remembered outside the database. */
  readonly file: string
  /**
   * Asks the witnesses for cosignatures: answers the note with them, or null where another worker
   * publishes more. Throws where a witness has seen more than there is.
   */
  cosign(note: Note, size: number): Promise<Note | null>
  /** The keys of the witnesses that are asked, to be published beside the checkpoint. */
  readonly witnesses: readonly Verifier[]
}

/**
 * Signs a checkpoint of the log and publishes it with the witnesses' cosignatures. It is first
 * written to a file outside the database, so that a restored database, or a standby that lacks
 * something, can't sign another log unnoticed. If the size hasn't changed for long, the witnesses
 * are asked for a later time. Answers the published size. Throws `StaleDatabase`, `OtherLogKey`.
 */
export async function publishCheckpoint(deps: PublishDeps): Promise<number> {
  const { database, file, cosign, witnesses } = deps
  const head = await signHead(deps)
  if (typeof head === 'number') return head
  const { generation, size, signer, note, before } = head
  await writeAtomically(file, noteText(note))
  const cosigned = await cosign(note, size)
  if (!cosigned) return size
  await database.rows(publish, [
    generation,
    size,
    noteText(withOlder(cosigned, before, witnesses)),
    verifierText(signer),
    witnesses.map(verifierText),
  ])
  return size
}

/**
 * Signs the log if there is more to publish; else answers the published size. One snapshot of one
 * server is compared with the last signed checkpoint, and then signed.
 */
async function signHead({
  database,
  key,
  file,
  witnesses,
}: Pick<PublishDeps, 'database' | 'key' | 'file' | 'witnesses'>) {
  // Read before the snapshot, which lacks what another worker signs later.
  const signed = await readSigned(file)
  return database.transaction(async (inside) => {
    await inside.rows(snapshot)
    const heads = await one(inside.rows<Heads>(statement))
    const { size, generation, published } = heads
    const signer = logKeyOf(key, generation)
    refuseOtherKey(signer, heads.verifier)
    const isDue = heads.isOld && witnesses.length > 0
    if (published !== null && published >= size && heads.publishedIn === generation && !isDue)
      return published
    await refuseShorterLog(inside, signed, key)
    const root = await rootAt(inside, size)
    const note = signNote(checkpointText({ origin: signer.name, size, root }), signer)
    return { generation, size, signer, note, before: heads.note }
  })
}

/** Throws where the log of this name was signed with another key: it would look like two logs. */
function refuseOtherKey(signer: NoteKey, verifier: string | null): void {
  const before = verifier === null ? null : parseVerifier(verifier)
  if (before?.name !== signer.name || isEqual(before.publicKey, signer.publicKey)) return
  throw new OtherLogKey(
    `LOG_KEY is not the key that ${signer.name} was signed with: set that one, or a new LOG_NAME too (docs/runbooks/keys.md).`,
  )
}

/** Keeps the earlier cosignatures of witnesses that didn't answer, if the text is the same. */
function withOlder(note: Note, before: string | null, witnesses: readonly Verifier[]): Note {
  const older = before === null ? null : parseNote(before)
  if (older?.text !== note.text) return note
  const silent = witnesses.filter((witness) => judgeCosignature(note, witness) === 'absent')
  const kept = older.signatures.filter((line) =>
    silent.some((witness) => cosignedAt(note.text, line, witness) !== null),
  )
  return { ...note, signatures: [...note.signatures, ...kept] }
}

const readPublished = sql`select note, verifier, witnesses from log.published`

interface Published {
  readonly note: string
  readonly verifier: string
  readonly witnesses: readonly string[]
}

/**
 * What the log has published last, its key, and those of the witnesses that it asks; null before
 * the first checkpoint.
 */
export const readCheckpoint = async (database: Queryable): Promise<Published | null> =>
  (await maybeOne(database.rows<Published>(readPublished))) ?? null
