import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const long = sql`
  select *, (session_at at time zone 'UTC')::text || '+00' as place,
         floor(extract(epoch from clock_timestamp() - session_at))::integer as seconds
  from desk.list_long_sessions($1, $2, $3)`

interface SessionRow {
  readonly player: number
  readonly name: string | null
  readonly session_at: Date
  readonly played_at: Date
  readonly staked: bigint
  readonly net: bigint
  readonly reminder_minutes: number | null
  readonly place: string
  readonly seconds: number
}

/** Sessions that have run for an hour and more. */
export async function listLongSessions(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listLongSessions'>,
): Promise<DeskResult<'listLongSessions'>> {
  const after = partsOfCursor(cursor, ['time', 'number'], ['-infinity', 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<SessionRow>(long, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => cursorOfParts([last.place, last.player]))
  return done<'listLongSessions'>({
    sessions: shown.map((row) => ({
      player: row.player,
      name: row.name,
      startedAt: row.session_at,
      seconds: row.seconds,
      playedAt: row.played_at,
      staked: hundredths(row.staked),
      net: hundredths(row.net),
      reminderMinutes: row.reminder_minutes,
    })),
    next,
  })
}

const seen = sql`
  select *, (at at time zone 'UTC')::text || '+00' as place
  from desk.list_reminders_seen($1, $2, $3)`

interface SeenRow {
  readonly player: number
  readonly name: string | null
  readonly at: Date
  readonly due_at: Date
  readonly session_at: Date
  readonly staked: bigint
  readonly net: bigint
  readonly place: string
}

/** Reminders that players have looked at. */
export async function listRemindersSeen(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listRemindersSeen'>,
): Promise<DeskResult<'listRemindersSeen'>> {
  const after = partsOfCursor(cursor, ['time', 'number'], ['infinity', 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<SeenRow>(seen, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => cursorOfParts([last.place, last.player]))
  return done<'listRemindersSeen'>({
    reminders: shown.map((row) => ({
      player: row.player,
      name: row.name,
      at: row.at,
      dueAt: row.due_at,
      sessionAt: row.session_at,
      staked: hundredths(row.staked),
      net: hundredths(row.net),
    })),
    next,
  })
}
