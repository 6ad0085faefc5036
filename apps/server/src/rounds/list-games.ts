import type { Game } from '@pipkin/contract'
import { gameOf, type Rules } from '@pipkin/games'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { hundredths, least } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import type { BetDeps } from './place-bet.ts'
import { termsOf } from './profile-terms.ts'
import { readRules } from './rulebooks.ts'

const statement = sql`
  select g.game, g.name, g.is_live, g.is_deleted, g.step, g.minimum, g.maximum,
         g.min_round_ms, g.rounds_a_day,
         encode(g.rules_hash, 'hex') as rules_hash, b.rules,
         encode(g.hard_rules_hash, 'hex') as hard_rules_hash, h.rules as hard_rules,
         case when ledger.is_hard_now(g.hard_rules_hash, g.maximum, g.most_pays)
           then (ledger.today() + 1)::timestamp at time zone 'UTC' end as hard_until
  from ledger.games g join ledger.rulebooks b using (rules_hash)
    left join ledger.rulebooks h on h.rules_hash = g.hard_rules_hash
  order by g.position`

interface GameRow {
  readonly game: number
  readonly name: string
  readonly is_live: boolean
  readonly is_deleted: boolean
  readonly step: bigint
  readonly minimum: bigint
  readonly maximum: bigint
  readonly min_round_ms: number
  readonly rounds_a_day: number | null
  readonly rules_hash: string
  readonly rules: unknown
  /** Only in a game whose losses a budget bounds. */
  readonly hard_rules_hash: string | null
  readonly hard_rules: unknown
  /** Midnight, while the hard rules are in force. */
  readonly hard_until: Date | null
}

export type GameDeps = Pick<BetDeps, 'database' | 'paced' | 'profile'>

/**
 * The games, in the order of the catalogue, with their limits, the rules in force now and what the
 * solver says they return. Where rounds aren't paced it says so.
 */
export async function readGames(deps: GameDeps): Promise<Game[]> {
  const rows = await deps.database.rows<GameRow>(statement)
  return rows.map((row) => showGame(row, deps))
}

/** Answers the call with the games of the catalogue. */
export const listGames = async (deps: GameDeps): Promise<Result<'listGames'>> =>
  done<'listGames'>(await readGames(deps))

/** Solves the games' returns at start: the solver blocks all requests for a quarter of a second. */
export async function solveGames(database: GameDeps['database']): Promise<void> {
  for (const row of await database.rows<GameRow>(statement)) offersOf(row)
}

function showGame(row: GameRow, { paced, profile }: Omit<GameDeps, 'database'>): Game {
  const asks = termsOf(profile, row.game)
  const { ordinary, hard } = offersOf(row)
  const isHard = hard !== null && row.hard_until !== null
  const { rules, returns } = isHard ? hard : ordinary
  const { name, offer } = gameOf(rules)
  if (offer.id !== row.game) throw new Error(`game ${row.game} has rules of ${name}`)
  return {
    id: row.game,
    name: row.name,
    slogan: offer.slogan,
    image: `/art/${name}.svg`,
    path: `/games/${name}`,
    demoPath: profile.demo === 'none' ? '' : `/demo-games/${name}`,
    ...(profile.demo === 'afterAge' && { demoAfterAge: true }),
    ...(profile.topPrizeOdds && { topPrizeOdds: true }),
    isLive: row.is_live,
    isDeleted: row.is_deleted,
    stakeStep: hundredths(row.step),
    maximumStake: least(hundredths(row.maximum), asks.mostStake ?? hundredths(row.maximum)),
    minimumStake: hundredths(row.minimum),
    winPercentage: rules.winPercentage,
    rules,
    returns,
    hardUntil: isHard ? row.hard_until : null,
    otherRules: isHard ? ordinary : hard,
    minimumRoundMs: paced ? Math.max(row.min_round_ms, asks.startMs) : 0,
    roundsADay: paced ? row.rounds_a_day : null,
  }
}

/** A game's rules; and its hard ones, where a budget bounds its losses. */
const offersOf = (row: GameRow) => ({
  ordinary: offered(row.rules_hash, row.rules),
  hard: row.hard_rules_hash === null ? null : offered(row.hard_rules_hash, row.hard_rules),
})

/** Rules with what the solver says they return. */
function offered(hash: string, value: unknown): { rules: Rules; returns: Game['returns'] } {
  const rules = readRules(hash, value)
  return { rules, returns: solved(hash, rules) }
}

/**
 * The exact solver takes its time; a rules object never changes, so each is solved once in a
 * process.
 */
const solutions = new Map<string, Game['returns']>()

function solved(hash: string, rules: Rules): Game['returns'] {
  const known = solutions.get(hash)
  if (known) return known
  const returns = returnsOf(rules)
  const answer = {
    best: toNumber(returns.best),
    bestPlay: returns.bestPlay,
    strategies: returns.strategies.map((strategy) => ({
      name: strategy.name,
      return: toNumber(strategy.return),
    })),
  }
  solutions.set(hash, answer)
  return answer
}
