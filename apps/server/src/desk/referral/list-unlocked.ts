import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select *, (at at time zone 'UTC')::text || '+00' as position
  from desk.list_unlocked(coalesce($1::date::timestamp at time zone 'UTC', '-infinity'),
    coalesce(($1::date + 1)::timestamp at time zone 'UTC', 'infinity'), $2, $3, $4)`

interface UnlockedRow {
  readonly player: number
  readonly friend: number
  readonly amount: bigint
  readonly given_at: Date
  readonly at: Date
  readonly id: string
  readonly position: string
}

/** Rewards by when they were unlocked, the newest first: all, or those of a day. */
export async function listUnlocked(
  { database }: DeskReadDeps,
  { day, cursor, limit }: DeskInput<'listUnlocked'>,
): Promise<DeskResult<'listUnlocked'>> {
  const before = parseCursor(cursor, lastPosition)
  if (!before) return refuse('malformed')
  const given = [day ?? null, before.at, before.id, limit + 1]
  const rows = await database.rows<UnlockedRow>(page, given)
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listUnlocked'>({
    rewards: shown.map(({ player, friend, amount, given_at, at }) => ({
      player,
      friend,
      amount: hundredths(amount),
      givenAt: given_at,
      unlockedAt: at,
    })),
    next,
  })
}
