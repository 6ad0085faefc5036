import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/is-uuid.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'

interface CaseRow {
  readonly case_id: number
  readonly event: 'deposit' | 'withdrawal' | null
  readonly amount: bigint | null
  readonly tx_hash: string | null
  readonly state: 'open' | 'waiting' | 'closed'
  readonly at: Date
}

const shown = ({ case_id, event, amount, tx_hash, state, at }: CaseRow) => ({
  caseId: case_id,
  event,
  amount: amount === null ? null : hundredths(amount),
  chainHash: tx_hash,
  state,
  openedAt: at,
})

const list = sql`
  select c.*, m.text as words
  from (
    select case_id, event, amount, tx_hash, state, at, last_at from support.cases
    where player_id = $1 order by at desc limit 100
  ) c
  left join lateral (
    select left(text, 120) as text from support.messages
    where case_id = c.case_id and writer <> 'note' order by message_id desc limit 1
  ) m on true
  order by c.last_at desc, c.case_id desc`

/** The player's cases, of the newest hundred; the one that last changed comes first. */
export async function listThreads(
  database: Database,
  player: PlayerId,
): Promise<Result<'listThreads'>> {
  const rows = await database.rows<CaseRow & { last_at: Date; words: string | null }>(list, [
    player,
  ])
  return done<'listThreads'>(
    rows.map((row) => ({ ...shown(row), words: row.words, lastAt: row.last_at })),
  )
}

const find = sql`
  select case_id, event, amount, tx_hash, state, at from support.cases
  where case_id = $2 and player_id = $1`

// Notes are the operators' own.
const thread = sql`
  select message_id as id, writer = 'house' as "isAnswer", text, at as "sentAt",
         array(select picture_id::text from support.pictures p
               where p.message_id = m.message_id) as pictures
  from (
    select * from support.messages where case_id = $1 and writer <> 'note'
    order by message_id desc limit 200
  ) m order by message_id`

interface MessageRow {
  readonly id: string
  readonly isAnswer: boolean
  readonly text: string
  readonly sentAt: Date
  readonly pictures: readonly string[]
}

/** A case of the player with its newest two hundred messages; another's isn't there. */
export async function readThread(
  database: Database,
  { player, caseId }: InputOf<'readThread'>,
): Promise<Result<'readThread'>> {
  const found = await maybeOne(database.rows<CaseRow>(find, [player, caseId]))
  if (!found) return refuse('notFound')
  const messages = await database.rows<MessageRow>(thread, [caseId])
  return done<'readThread'>({ ...shown(found), messages })
}

const picture = sql`
  select encode(picture, 'base64') as webp from support.pictures
  where picture_id = $2 and player_id = $1`

/** A picture of the player's own. */
export async function readMessagePicture(
  database: Database,
  { player, picture: id }: InputOf<'readMessagePicture'>,
): Promise<Result<'readMessagePicture'>> {
  if (!isUuid(id)) return refuse('notFound')
  const found = await maybeOne(database.rows<{ webp: string }>(picture, [player, id]))
  return found ? done<'readMessagePicture'>(found) : refuse('notFound')
}
