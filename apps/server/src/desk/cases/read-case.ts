import { caseStates } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { z } from 'zod'
import { money, time } from '../../ledger/json-values.ts'
import { one, sql } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/is-uuid.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

/** What `desk.read_case` answers. */
const thread = z.object({
  line: z.object({
    case_id: z.int(),
    player_id: z.int().nullable(),
    player_name: z.string().nullable(),
    email: z.string().nullable(),
    event: z.string().nullable(),
    amount: money.nullable(),
    state: z.enum(caseStates),
    taken_by: z.int().nullable(),
    holder: z.string().nullable(),
    at: time,
    last_at: time,
    words: z.string().nullable(),
    last_writer: z.string().nullable(),
    has_pictures: z.boolean(),
  }),
  hash: z.string().nullable(),
  messages: z.array(
    z.object({
      id: z.string(),
      writer: z.enum(['player', 'house', 'note']),
      operator: z.string().nullable(),
      text: z.string(),
      at: time,
      pictures: z.array(z.string()),
    }),
  ),
  colleagues: z.array(z.object({ operator: z.int(), name: z.string() })),
})

const read = sql`select desk.read_case($1) as thread`

/** A case with its newest two hundred messages and notes, the oldest first. */
export async function readCase(
  { database }: DeskReadDeps,
  { case: number }: DeskInput<'readCase'>,
): Promise<DeskResult<'readCase'>> {
  const row = await one(database.rows<{ thread: unknown }>(read, [number]))
  if (row.thread === null) return refuse('unknownCase')
  const { line, hash, messages, colleagues } = thread.parse(row.thread)
  return done<'readCase'>({
    case: line.case_id,
    player: line.player_id,
    name: line.player_name,
    email: line.email,
    event: line.event,
    amount: line.amount,
    state: line.state,
    holder: line.holder,
    takenBy: line.taken_by,
    at: line.at,
    lastAt: line.last_at,
    words: line.words,
    isOurs: line.last_writer === 'house',
    hasPictures: line.has_pictures,
    hash,
    messages,
    colleagues,
  })
}

const picture = sql`select encode(desk.case_picture($1), 'base64') as webp`

/** A picture of a message. */
export async function readCasePicture(
  { database }: DeskReadDeps,
  { picture: id }: DeskInput<'readCasePicture'>,
): Promise<DeskResult<'readCasePicture'>> {
  if (!isUuid(id)) return refuse('unknownCase')
  const { webp } = await one(database.rows<{ webp: string | null }>(picture, [id]))
  return webp === null ? refuse('unknownCase') : done<'readCasePicture'>({ webp })
}
