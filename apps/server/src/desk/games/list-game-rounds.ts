import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'
import { type RoundSiteDeps, replayOf } from '../rounds/replay-of.ts'

const roundsIn = (at: 'placed_at' | 'settled_at', list: string) =>
  sql([
    `select player_id as player, round_id as id, game, placed_at, settled_at,
       stake::bigint, payout::bigint, status::text, encode(rules_hash, 'hex') as rules,
       (${at} at time zone 'UTC')::text || '+00' as position
     from ${list}`,
  ])
const spanAndPlace = `coalesce($5::date::timestamp at time zone 'UTC', '-infinity'),
  coalesce(($5::date + $6::interval) at time zone 'UTC', 'infinity'), $1, $2, $3)`
const placed = roundsIn('placed_at', `desk.list_placed($4, ${spanAndPlace}`)
const ended = roundsIn('settled_at', `desk.list_ended($4, ${spanAndPlace}`)
const endedByRules = roundsIn('settled_at', `desk.list_ended_by($4, $7, ${spanAndPlace}`)
const open = roundsIn('placed_at', 'desk.list_open($1, $2, $3)')

interface RoundRow {
  readonly player: number
  readonly id: string
  readonly game: number
  readonly position: string
  readonly placed_at: Date
  readonly settled_at: Date | null
  readonly stake: bigint
  readonly payout: bigint | null
  readonly status: string
  readonly rules: string
}

const lengths = { day: '1 day', month: '1 month', all: null } as const

/** Rounds of a game or of all, newest first: all, or those of a day or a month (UTC). */
export async function listGameRounds(
  deps: DeskReadDeps & RoundSiteDeps,
  input: DeskInput<'listGameRounds'>,
): Promise<DeskResult<'listGameRounds'>> {
  const { database } = deps
  const { game, rulesHash, of = 'placed', span = 'all', since, cursor, limit } = input
  const before = parseCursor(cursor, lastPosition)
  if (!before) return refuse('malformed')
  if (rulesHash !== undefined && (game === undefined || of !== 'ended')) return refuse('malformed')
  if (of === 'open' && (game !== undefined || since !== undefined)) return refuse('malformed')
  const place = [before.at, before.id, limit + 1]
  const inSpan = [...place, game ?? null, since ?? null, lengths[span]]
  const rows = await (of === 'open'
    ? database.rows<RoundRow>(open, place)
    : rulesHash !== undefined
      ? database.rows<RoundRow>(endedByRules, [...inSpan, Buffer.from(rulesHash, 'hex')])
      : database.rows<RoundRow>(of === 'placed' ? placed : ended, inSpan))
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listGameRounds'>({
    rounds: shown.map((row) => {
      const transaction = transactionIdOf(row.player, row.id)
      return {
        transaction,
        game: row.game,
        player: row.player,
        placedAt: row.placed_at,
        settledAt: row.settled_at,
        stake: hundredths(row.stake),
        payout: row.settled_at === null || row.payout === null ? null : hundredths(row.payout),
        status: row.status,
        rulesHash: row.rules,
        replay: row.settled_at === null ? null : replayOf(deps, transaction),
      }
    }),
    next,
  })
}
