import type { DeskGame, DeskTerms } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import type { Rules } from '@pipkin/games'
import { hundredths } from '@pipkin/money'
import { type GameTerms, type TermsRow, termsOf } from '../../operator/game-terms.ts'
import { termChanges } from '../../operator/preview-game.ts'
import { maybeOne, one, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'
import { type Load, whatIf } from './what-if.ts'

const offered = sql`
  select g.game, g.name, g.is_live, g.is_deleted, g.minimum, g.maximum, g.step, g.min_round_ms,
         g.rounds_a_day, b.rules, s.daily_loss, desk.seen_game(g.game) as seen
  from ledger.games g join ledger.rulebooks b using (rules_hash), ledger.settings s
  where g.game = $1`
const drafted = sql`
  select d.draft_id, d.made_by, d.made_at, d.minimum, d.maximum, d.step, d.min_round_ms,
         d.rounds_a_day, d.rules, desk.is_draft_outdated(d.game, d.base) as outdated
  from desk.drafts d where d.game = $1`
const busiest = sql`
  select rounds, staked, stake_squares, hour_rounds from desk.game_load($1::smallint)`

interface GameRow extends TermsRow {
  readonly game: number
  readonly name: string
  readonly is_live: boolean
  readonly is_deleted: boolean
  readonly daily_loss: bigint
  readonly seen: string
}
interface DraftRow extends TermsRow {
  readonly draft_id: string
  readonly made_by: string
  readonly made_at: Date
  readonly outdated: boolean
}
interface LoadRow {
  readonly rounds: bigint
  readonly staked: bigint
  readonly stake_squares: number
  readonly hour_rounds: number
}

/** A game as it is offered, its draft, and what each means at today's load. */
export async function readGame(
  { database }: DeskReadDeps,
  { game }: DeskInput<'readGame'>,
): Promise<DeskResult<'readGame'>> {
  const row = await maybeOne(database.rows<GameRow>(offered, [game]))
  if (!row) return refuse('unknownGame')
  const draft = await maybeOne(database.rows<DraftRow>(drafted, [game]))
  const load = loadOf(await one(database.rows<LoadRow>(busiest, [game])))
  const dailyLoss = hundredths(row.daily_loss)
  const is = termsOf(row.name, row)
  return done<'readGame'>({
    game: row.game,
    name: row.name,
    live: row.is_live,
    retired: row.is_deleted,
    seen: row.seen,
    terms: shownTerms(is),
    whatIf: whatIf(is, load, dailyLoss),
    draft: draft ? shownDraft(is, draft, (terms) => whatIf(terms, load, dailyLoss)) : null,
  })
}

function shownDraft(
  is: GameTerms,
  draft: DraftRow,
  meaning: (terms: GameTerms) => DeskGame['whatIf'],
): DeskGame['draft'] {
  const becomes = termsOf(is.name, draft)
  return {
    draft: draft.draft_id,
    madeBy: draft.made_by,
    madeAt: draft.made_at,
    outdated: draft.outdated,
    terms: shownTerms(becomes),
    whatIf: meaning(becomes),
    changes: termChanges(is, becomes),
  }
}

const loadOf = (row: LoadRow): Load => ({
  rounds: Number(row.rounds),
  staked: Number(row.staked),
  stakeSquares: row.stake_squares,
  hourRounds: row.hour_rounds,
})

const shownTerms = ({ name: _, rules, ...limits }: GameTerms): DeskTerms => ({
  ...limits,
  rules: settable(rules),
})

/** Fields that each game holds fixed: its parser takes no other value. */
const fixed = new Set([
  ...['game', 'version', 'cells', 'hardMines'],
  ...['numbers', 'of', 'ranges', 'reels', 'symbols'],
])

const settable = (rules: Rules): DeskTerms['rules'] =>
  Object.entries(rules).flatMap(([name, value]) =>
    fixed.has(name) ? [] : [{ name, value: JSON.stringify(value) }],
  )
