import type { DeskInput } from '@pipkin/contract/desk/rules'
import { bandOf } from '@pipkin/games/band'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { keptRules } from '../../operator/game-terms.ts'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'
import { type RoundSiteDeps, replayOf } from '../rounds/replay-of.ts'

const page = sql`
  select since::text as since, game, name, encode(rules_hash, 'hex') as rules_hash, rules,
         is_current, rounds, staked, returned, stake_squares, return_squares, players, top_player,
         top_round, top_payout
  from desk.list_returns($1, $2::smallint, $3::date, $4::smallint, decode($5, 'hex'), $6)`

const catalogue = sql`
  select game, name, is_live as live, is_deleted as retired from ledger.games order by position`

interface GameRow {
  readonly game: number
  readonly name: string
  readonly live: boolean
  readonly retired: boolean
}
interface ReturnRow {
  readonly since: string
  readonly game: number
  readonly name: string
  readonly rules_hash: string
  readonly rules: unknown
  readonly is_current: boolean
  readonly rounds: bigint
  readonly staked: bigint
  readonly returned: bigint
  readonly stake_squares: number
  readonly return_squares: number
  readonly players: number
  readonly top_player: number | null
  readonly top_round: string | null
  readonly top_payout: bigint | null
}

/** What each game and rules returned, by day, by month or in all, against what they should. */
export async function listReturns(
  deps: DeskReadDeps & RoundSiteDeps,
  { span, game, cursor, limit }: DeskInput<'listReturns'>,
): Promise<DeskResult<'listReturns'>> {
  const after = partsOfCursor(cursor, ['day', 'game', 'hash'], ['infinity', -1, ''])
  if (!after) return refuse('malformed')
  const { database } = deps
  const rows = await database.rows<ReturnRow>(page, [span, game ?? null, ...after, limit + 1])
  const games = await database.rows<GameRow>(catalogue)
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([last.since, last.game, last.rules_hash]),
  )
  return done<'listReturns'>({
    returns: shown.map((row) => ({
      since: span === 'all' ? null : row.since,
      game: row.game,
      name: row.name,
      rulesHash: row.rules_hash,
      current: row.is_current,
      rounds: Number(row.rounds),
      players: row.players,
      staked: hundredths(row.staked),
      returned: hundredths(row.returned),
      ...bandOf(keptRules(row.rules), {
        rounds: Number(row.rounds),
        staked: Number(row.staked),
        returned: Number(row.returned),
        stakeSquares: row.stake_squares,
        returnSquares: row.return_squares,
      }),
      top: topOf(deps, row),
    })),
    next,
    games,
  })
}

function topOf(deps: RoundSiteDeps, { top_player, top_round, top_payout }: ReturnRow) {
  if (top_player === null || top_round === null || top_payout === null) return null
  const transaction = transactionIdOf(top_player, top_round)
  const replay = replayOf(deps, transaction)
  return { player: top_player, transaction, payout: hundredths(top_payout), replay }
}
