import { randomUUID } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../process/cannot-start.ts'
import { repeat } from '../process/repeat.ts'
import { writeAtomically } from '../process/write-atomically.ts'
import { maybeOne, one, type Queryable, sql } from './database.ts'
import { begunAnew, goneBack, nodesGoneBack, StaleDatabase } from './stale-database.ts'

/**
 * Remembers in a file outside the database how far the database is. A database that was restored
 * from a backup lacks the last beats of this memory, so it is recognized, and no connection to it
 * is used (docs/decisions/2026-11-restores.md).
 */
export interface Watermark {
  /** Compares a new connection's database with what is remembered. Throws `StaleDatabase`. */
  admit(connection: Queryable): Promise<void>
  /**
   * Compares the database, and renews the watermark from then on. Throws `StaleDatabase`. Resolves
   * if the database is down, since each later connection is compared too.
   */
  begin(database: Queryable): Promise<void>
  /** Renews it once more and ends. Call it before the database is closed. */
  stop(): Promise<void>
}

/** Where a database was at a moment. */
const mark = z.object({
  database: z.uuid(),
  generation: z.int(),
  memory: z.uuid(),
  beat: z.int(),
  token: z.uuid(),
})
type Mark = z.infer<typeof mark>

const compare = sql`
  select state, generation::float8, database_id as database
  from ledger.compare_watermark($1, $2, $3, $4, $5)`
const renewal = sql`
  select beat::float8, token from ledger.renew_watermark($1, $2, $3, $4)`
const nodes = sql`select place from ledger.renew_node_marks() place`

const usualPauseMs = 2_000

interface WatermarkOptions {
  readonly file: string
  /** Called once, when a running process meets another database or generation: it must end. */
  onStale(error: StaleDatabase): void
  /** Called with each error that keeps the watermark from being renewed. */
  onError(error: unknown): void
  readonly everyMs?: number
}

/**
 * Throws `StaleDatabase` if the file is no watermark, and `CannotStart` if it can't be written:
 * nothing would notice a restore later.
 */
export function createWatermark({
  file,
  onStale,
  onError,
  everyMs = usualPauseMs,
}: WatermarkOptions): Watermark {
  mustBeWritable(file)
  let held = readMark(file)
  const memory = held?.memory ?? randomUUID()
  let adopted: Pick<Mark, 'database' | 'generation'> | null = null
  let hasBegun = false
  let stale: StaleDatabase | null = null
  let end = async () => {}

  function refuse(error: StaleDatabase): never {
    if (hasBegun && !stale) onStale(error)
    stale = error
    throw error
  }

  /** A stale database was reported by `refuse` already. */
  function onFailure(error: unknown): void {
    if (!(error instanceof StaleDatabase)) onError(error)
  }

  async function admit(connection: Queryable): Promise<void> {
    if (stale) throw stale
    const { state, database, generation } = await compareWith(held, connection)
    if (state === 'gone_back') refuse(goneBack())
    if (adopted && (adopted.database !== database || adopted.generation !== generation))
      refuse(begunAnew())
    adopted = { database, generation }
  }

  async function renew(database: Queryable): Promise<void> {
    if (!adopted) await admit(database)
    if (!adopted || stale) return
    const { database: id, generation } = adopted
    const last = held?.database === id && held.generation === generation ? held : null
    const values = [memory, generation, last?.beat, last?.token]
    const kept = await maybeOne(database.rows<Pick<Mark, 'beat' | 'token'>>(renewal, values))
    if (!kept) {
      await admit(database)
      refuse(begunAnew())
    }
    held = { database: id, generation, memory, ...kept }
    await writeAtomically(file, JSON.stringify(held))
  }

  /** Compares the nodes of a cluster, each of which can go back without the others. */
  async function compareNodes(database: Queryable): Promise<void> {
    if (stale) return
    const places = await database.rows<{ place: string }>(nodes)
    if (places.length > 0) refuse(nodesGoneBack(places.map(({ place }) => place)))
  }

  return {
    admit,
    async begin(database) {
      try {
        await renew(database)
        await compareNodes(database)
      } catch (error) {
        if (error instanceof StaleDatabase) throw error
        onError(error)
      }
      hasBegun = true
      const renewOnce = () => renew(database).catch(onFailure)
      // Two loops, since a slow node can hold the second one up.
      const loops = [
        repeat(everyMs, renewOnce, onError),
        repeat(everyMs, () => compareNodes(database).catch(onFailure), onError),
      ]
      end = async () => {
        for (const loop of loops) await loop.stop()
        await renewOnce()
      }
    },
    stop: () => end(),
  }
}

const compareWith = (held: Mark | null, connection: Queryable) =>
  one(
    connection.rows<{
      state: 'here' | 'anew' | 'gone_back'
      database: string
      generation: number
    }>(compare, [held?.database, held?.generation, held?.memory, held?.beat, held?.token]),
  )

function readMark(file: string): Mark | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const read = mark.safeParse(jsonOf(text))
  if (read.success) return read.data
  throw new StaleDatabase(
    `${file} is no watermark: name another file in WATERMARK_FILE, or put it right (docs/runbooks/backup.md).`,
  )
}

function mustBeWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new CannotStart(
      `WATERMARK_FILE can't be written (${error instanceof Error ? error.message : error}): make its folder, or name another file.`,
    )
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
