import {
  checkpointText,
  cosignedAt,
  judgeCosignature,
  type Note,
  type NoteKey,
  noteText,
  parseNote,
  signNote,
  type Verifier,
  verifierText,
} from '@pipkin/log'
import { maybeOne, one, type Queryable, sql } from '../platform/database/database.ts'
import { writeAtomically } from '../platform/process/write-atomically.ts'
import { rootAt } from './tiles.ts'

const statement = sql`
  select s.size::float8,
         (select max(generation)::float8 from ledger.generations) as generation,
         p.size::float8 as published, p.generation::float8 as "publishedIn", p.note,
         coalesce(p.at < clock_timestamp() - interval '5 minutes', false) as "isOld"
  from log.state s left join log.published p using (singleton)`

interface Heads {
  readonly size: number
  readonly generation: number
  /** Null where nothing is published. */
  readonly published: number | null
  readonly publishedIn: number | null
  readonly note: string | null
  /** Whether it was published long ago: a quiet log then looks like a stopped one. */
  readonly isOld: boolean
}

// Nothing smaller follows, even where two workers publish at the same moment.
const publish = sql`
  insert into log.published as p (generation, size, note, verifier, witnesses)
    values ($1, $2, $3, $4, $5)
  on conflict (singleton) do update
    set generation = excluded.generation, size = excluded.size, note = excluded.note,
        verifier = excluded.verifier, witnesses = excluded.witnesses, at = clock_timestamp()
    where (p.generation, p.size) <= (excluded.generation, excluded.size)`

export interface LogKey extends Pick<NoteKey, 'publicKey' | 'sign'> {
  /** The name of the log in the first generation of the database. */
  readonly name: string
}

/**
 * The key of a generation's log. A restore begins a new log: it goes on from the entries of the
 * backup under a name of its own, so that it isn't taken for the one that had more.
 */
export const logKeyOf = ({ name, publicKey, sign }: LogKey, generation: number): NoteKey => ({
  name: generation === 1 ? name : `${name}/${generation}`,
  type: 'note',
  publicKey,
  sign,
})

export interface PublishDeps {
  readonly database: Queryable
  readonly key: LogKey
  /** Where the newest checkpoint is remembered outside the database. */
  readonly file: string
  /**
   * Asks the witnesses for cosignatures: answers the note with them. Throws where a witness has
   * seen more than there is.
   */
  cosign(note: Note, size: number): Promise<Note>
  /** The keys of the witnesses that are asked, to be published beside the checkpoint. */
  readonly witnesses: readonly Verifier[]
}

/**
 * Signs how far the log is and publishes it, with the witnesses' cosignatures. It is remembered
 * outside the database first: a database that was restored can't sign a smaller log unnoticed.
 * Witnesses are asked for a later time where the size has long been the same. Answers the size that
 * is published.
 */
export async function publishCheckpoint({
  database,
  key,
  file,
  cosign,
  witnesses,
}: PublishDeps): Promise<number> {
  const heads = await one(database.rows<Heads>(statement))
  const { size, generation, published } = heads
  const isDue = heads.isOld && witnesses.length > 0
  if (published !== null && published >= size && heads.publishedIn === generation && !isDue)
    return published
  const signer = logKeyOf(key, generation)
  const root = await rootAt(database, size)
  const note = signNote(checkpointText({ origin: signer.name, size, root }), signer)
  await writeAtomically(file, noteText(note))
  const cosigned = withOlder(await cosign(note, size), heads.note, witnesses)
  await database.rows(publish, [
    generation,
    size,
    noteText(cosigned),
    verifierText(signer),
    witnesses.map(verifierText),
  ])
  return size
}

/** Keeps the older lines of witnesses that didn't answer, where the text is the same. */
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
 * What the log has published last, its key, and those of the witnesses that it asks; null where
 * nothing is.
 */
export const readCheckpoint = async (database: Queryable): Promise<Published | null> =>
  (await maybeOne(database.rows<Published>(readPublished))) ?? null
