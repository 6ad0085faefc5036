import type { Game } from '@pipkin/contract'
import { gameOf, type Rules } from '@pipkin/games'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { hundredths } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import type { BetDeps } from './place-bet.ts'
import { readRules } from './rulebooks.ts'

const statement = sql`
  select g.game, g.name, g.is_live, g.is_deleted, g.step, g.minimum, g.maximum,
         g.min_round_ms, g.rounds_a_day,
         encode(g.rules_hash, 'hex') as rules_hash, b.rules
  from ledger.games g join ledger.rulebooks b using (rules_hash)
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
}

export type GameDeps = Pick<BetDeps, 'database' | 'paced'>

/**
 * The games, in the order of the catalogue, with their limits, their rules and what the solver says
 * they return. Where rounds aren't paced it says so.
 */
export async function readGames({ database, paced }: GameDeps): Promise<Game[]> {
  const rows = await database.rows<GameRow>(statement)
  return rows.map((row) => showGame(row, paced))
}

export const listGames = async (deps: GameDeps): Promise<Result<'listGames'>> =>
  done<'listGames'>(await readGames(deps))

/**
 * Solves the games' returns at start: the solver blocks all requests for a quarter of a second.
 */
export async function solveGames(database: GameDeps['database']): Promise<void> {
  await readGames({ database, paced: true })
}

function showGame(row: GameRow, paced: boolean): Game {
  const rules = readRules(row.rules_hash, row.rules)
  const { name, offer } = gameOf(rules)
  if (offer.id !== row.game) throw new Error(`game ${row.game} has rules of ${name}`)
  return {
    id: row.game,
    name: row.name,
    slogan: offer.slogan,
    image: `/art/${name}.svg`,
    path: `/games/${name}`,
    demoPath: `/demo-games/${name}`,
    isLive: row.is_live,
    isDeleted: row.is_deleted,
    stakeStep: hundredths(row.step),
    maximumStake: hundredths(row.maximum),
    minimumStake: hundredths(row.minimum),
    winPercentage: rules.winPercentage,
    rules,
    returns: solved(row.rules_hash, rules),
    minimumRoundMs: paced ? row.min_round_ms : 0,
    roundsADay: paced ? row.rounds_a_day : null,
  }
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
