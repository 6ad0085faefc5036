import type { PlayerBreak } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select player, name, kind::text, at, until, nullif(ends_at, 'infinity') as ends_at, given_by,
         given_why, ended_by, ended_why,
         case when ends_at = 'infinity' then 'infinity'
           else (ends_at at time zone 'UTC')::text || '+00' end as ends_place,
         (until at time zone 'UTC')::text || '+00' as until_place
  from desk.list_breaks($1, $2, $3, $4, $5, $6)`

interface BreakRow {
  readonly player: number
  readonly name: string | null
  readonly kind: PlayerBreak['kind']
  readonly at: Date
  readonly until: Date
  readonly ends_at: Date | null
  readonly given_by: string | null
  readonly given_why: string | null
  readonly ended_by: string | null
  readonly ended_why: string | null
  readonly ends_place: string
  readonly until_place: string
}

/** Breaks of a kind that last, or that are over. */
export async function listBreaks(
  { database }: DeskReadDeps,
  { kind, over, cursor, limit }: DeskInput<'listBreaks'>,
): Promise<DeskResult<'listBreaks'>> {
  const isOver = over === 'yes'
  const end = isOver ? 'infinity' : '-infinity'
  const after = partsOfCursor(cursor, ['time', 'time', 'number'], [end, end, 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<BreakRow>(page, [kind, isOver, ...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([last.ends_place, last.until_place, last.player]),
  )
  return done<'listBreaks'>({
    breaks: shown.map((row) => ({
      player: row.player,
      name: row.name,
      kind: row.kind,
      at: row.at,
      until: row.until,
      endsAt: row.ends_at,
      givenBy: row.given_by,
      givenWhy: row.given_why,
      endedBy: row.ended_by,
      endedWhy: row.ended_why,
    })),
    next,
  })
}

const kept = sql`
  select player, name, friend, amount, at, (break ->> 'until')::timestamptz as break_until,
         (at at time zone 'UTC')::text || '+00' as place
  from desk.list_kept_rewards($1, $2, $3, $4)`

interface KeptRow {
  readonly player: number
  readonly name: string | null
  readonly friend: number
  readonly amount: bigint
  readonly at: Date
  readonly break_until: Date | null
  readonly place: string
}

/** Rewards that wait for the end of their player's break. */
export async function listKeptRewards(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listKeptRewards'>,
): Promise<DeskResult<'listKeptRewards'>> {
  const after = partsOfCursor(cursor, ['time', 'number', 'number'], ['-infinity', 0, 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<KeptRow>(kept, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([last.place, last.player, last.friend]),
  )
  return done<'listKeptRewards'>({
    rewards: shown.map((row) => ({
      player: row.player,
      name: row.name,
      friend: row.friend,
      amount: hundredths(row.amount),
      since: row.at,
      breakUntil: row.break_until,
    })),
    next,
  })
}
