import { caseStates } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { searchKeyOf } from '../../operator/find-player.ts'
import { cursorOf, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const columns = `case_id, player_id, state, last_at, taken_by, at, event, amount, player_name,
  email, holder, words, last_writer, has_pictures,
  (last_at at time zone 'UTC')::text || '+00' as position`
const page = sql([`select ${columns} from desk.list_cases($1, $2, $3, $4, $5)`])
const search = sql([`select ${columns} from desk.search_cases($1, $2)`])

interface Row {
  readonly case_id: number
  readonly player_id: number | null
  readonly state: string
  readonly last_at: Date
  readonly at: Date
  readonly event: string | null
  readonly amount: bigint | null
  readonly player_name: string | null
  readonly email: string | null
  readonly holder: string | null
  readonly words: string | null
  readonly last_writer: string | null
  readonly has_pictures: boolean
  readonly position: string
}

/** Cases of a state by their age, or all that a text finds; then there is one page. */
export async function listInbox(
  { database }: DeskReadDeps,
  { state, holder, text, cursor, limit }: DeskInput<'listInbox'>,
): Promise<DeskResult<'listInbox'>> {
  if (text !== undefined) {
    const { how, value } = searchOf(text)
    const rows = await database.rows<Row>(search, [how, value])
    return done<'listInbox'>({ cases: rows.map(lineOf), next: null })
  }
  const first = { at: state === 'open' ? '-infinity' : 'infinity', id: noCase }
  const after = parseCursor(cursor, first)
  if (!after || !/^[0-]{30}\d{6}$/.test(after.id)) return refuse('malformed')
  const number = Number(after.id.slice(-6))
  const rows = await database.rows<Row>(page, [state, holder ?? null, after.at, number, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOf({ at: last.position, id: cursorIdOf(last.case_id) }),
  )
  return done<'listInbox'>({
    cases: shown.map(lineOf),
    next,
  })
}

/** A cursor holds a UUID: a case's number is its last digits. */
const cursorIdOf = (number: number): string =>
  `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
const noCase = cursorIdOf(0)

/** Judges by its form what a text is searched as. */
function searchOf(text: string): { how: string; value: string } {
  if (/^\d{6}$/.test(text)) return { how: 'case', value: text }
  const key = searchKeyOf(text)
  if (key?.how === 'id') return { how: 'player', value: String(key.player) }
  if (key?.how === 'email' || key?.how === 'hash') return { how: key.how, value: text }
  return { how: 'words', value: text }
}

function lineOf(row: Row) {
  const state = caseStates.find((known) => known === row.state)
  if (!state) throw new Error(`there is no state ${row.state}`)
  return {
    case: row.case_id,
    player: row.player_id,
    name: row.player_name,
    email: row.email,
    event: row.event,
    amount: row.amount === null ? null : hundredths(row.amount),
    state,
    holder: row.holder,
    at: row.at,
    lastAt: row.last_at,
    words: row.words,
    isOurs: row.last_writer === 'house',
    hasPictures: row.has_pictures,
  }
}
