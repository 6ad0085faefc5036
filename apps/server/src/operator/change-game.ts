import { canonicalJson, parseRules, rulesHash } from '@pipkin/games'
import { judgeRules } from '@pipkin/games/returns'
import { hundredths, type Money } from '@pipkin/money'
import { maybeOne, sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

/** A game's settings. A field that is left out doesn't change. */
export interface GameChanges {
  readonly minimum?: Money | undefined
  readonly maximum?: Money | undefined
  readonly step?: Money | undefined
  readonly minRoundMs?: number | undefined
  /** Null lifts the limit. */
  readonly roundsADay?: number | null | undefined
  /** Fields of the rules that change, such as `winPercentage`. */
  readonly rules?: object | undefined
}

interface GameRow {
  readonly minimum: bigint
  readonly maximum: bigint
  readonly step: bigint
  readonly min_round_ms: number
  readonly rounds_a_day: number | null
  readonly rules: object
}

const find = sql`
  select g.*, b.rules from ledger.games g join ledger.rulebooks b using (rules_hash)
  where g.game = $1`
const change = sql`
  select operator.change_game($1, $2, $3::smallint, $4, $5, $6, $7, $8::jsonb, $9, $10) as refusal`

/**
 * Changes a game's limits or rules. Open rounds keep the rules they were dealt by; a bet that was
 * placed on other rules is refused. Rules whose best play returns the stake or more are refused;
 * for Tic-tac-toe they are accepted, and the answer is a warning.
 */
export async function changeGame(
  deps: OperatorDeps,
  warrant: Warrant,
  { game, changes }: { game: number; changes: GameChanges },
): Promise<Outcome<string | null>> {
  const was = await maybeOne(deps.database.rows<GameRow>(find, [game]))
  if (!was) return refused('There is no such game.')
  if (Object.values(changes).every((value) => value === undefined))
    return refused('No change was given.')
  const rules = parseRules({ ...was.rules, ...changes.rules })
  if (!rules || rules.game !== Reflect.get(was.rules, 'game'))
    return refused('These are not rules of this game.')
  const judged = judgeRules(rules)
  if (!judged.ok) return refused(judged.why)

  const minimum = changes.minimum ?? hundredths(was.minimum)
  const maximum = changes.maximum ?? hundredths(was.maximum)
  const step = changes.step ?? hundredths(was.step)
  if ([minimum, maximum, step].some((money) => money <= 0n || money % 100n !== 0n))
    return refused('Limits are whole fkr above 0.')
  if (maximum < minimum) return refused('The maximum is below the minimum.')
  const outcome = await act(deps, warrant, change, [
    game,
    step,
    minimum,
    maximum,
    rulesHash(rules),
    canonicalJson(rules),
    changes.minRoundMs ?? was.min_round_ms,
    changes.roundsADay === undefined ? was.rounds_a_day : changes.roundsADay,
  ])
  return outcome.ok ? { ok: true, value: judged.warning } : outcome
}
