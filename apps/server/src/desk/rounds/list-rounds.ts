import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'
import { type RoundSiteDeps, replayOf } from './replay-of.ts'

const page = sql`
  select id, game, stake, payout, status, at,
         (at at time zone 'UTC')::text || '+00' as position
  from desk.list_rounds($1, $2, $3, $4)`

interface Row {
  readonly id: string
  readonly game: string
  readonly stake: bigint
  readonly payout: bigint | null
  readonly status: string
  readonly at: Date
  readonly position: string
}

/** A page of a player's rounds. The player's site shows each as it went, by its address. */
export async function listRounds(
  deps: DeskReadDeps & RoundSiteDeps,
  { player, cursor, limit }: DeskInput<'listRounds'>,
): Promise<DeskResult<'listRounds'>> {
  const after = parseCursor(cursor, lastPosition)
  if (!after) return refuse('malformed')
  const rows = await deps.database.rows<Row>(page, [player, after.at, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listRounds'>({
    rounds: shown.map(({ id, stake, payout, position: _, ...row }) => {
      const transaction = transactionIdOf(player, id)
      const isOpen = row.status === 'pending'
      return {
        ...row,
        transaction,
        stake: hundredths(stake),
        payout: isOpen || payout === null ? null : hundredths(payout),
        replay: isOpen ? null : replayOf(deps, transaction),
      }
    }),
    next,
  })
}
