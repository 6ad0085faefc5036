import { parseRules } from '@pipkin/games'
import {
  type Fraction,
  fraction,
  isMore,
  type Judgement,
  judgeRules,
  one,
} from '@pipkin/games/returns'
import type { Money } from '@pipkin/money'
import { maybeOne, sql } from '../platform/database/database.ts'
import { marginOf } from '../rounds/set-game.ts'
import { type GameTerms, type TermsRow, termsOf } from './game-terms.ts'
import { previewGame } from './preview-game.ts'
import { type OperatorDeps, type Outcome, refused } from './warrant.ts'

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

/** Beyond these, in parts of the stake, a return of best play is said twice to publish it. */
export const returnFloor = fraction(75, 100)
export const returnCeiling = one

/** Whether a return of best play is below the floor or above the ceiling. */
export const isBeyond = (best: Fraction): boolean =>
  isMore(best, returnCeiling) || isMore(returnFloor, best)

interface GameRow extends TermsRow {
  readonly name: string
}

const find = sql`
  select g.*, b.rules from ledger.games g join ledger.rulebooks b using (rules_hash)
  where g.game = $1`

/**
 * What a change of a game's limits or rules would mean, in words. Rules whose best play returns the
 * stake or more are refused, but for a game whose losses a budget bounds.
 */
export async function previewChange(
  deps: OperatorDeps,
  { game, changes }: { game: number; changes: GameChanges },
): Promise<Outcome<string>> {
  const was = await readGameTerms(deps, game)
  if (!was) return refused('There is no such game.')
  const wanted = judgeChanges(was, changes)
  if (!wanted.ok) return wanted
  const { becomes, judged } = wanted.value
  return {
    ok: true,
    value: `${previewGame(was, becomes, judged)}\n\nNothing has changed. Two people publish it: draft it in the back office, under Games.`,
  }
}

/** What a change would make of a game's terms, and how its rules are judged. */
export interface Wanted {
  readonly becomes: GameTerms
  readonly judged: Extract<Judgement, { readonly ok: true }>
  /** What the house keeps of a stake, as `marginOf` has it. */
  readonly margin: number
}

/** Judges a change of a game's terms; one sentence where it can't be offered. */
export function judgeChanges(was: GameTerms, changes: GameChanges): Outcome<Wanted> {
  if (Object.values(changes).every((value) => value === undefined))
    return refused('No change was given.')
  const rules = parseRules({ ...was.rules, ...changes.rules })
  if (!rules || rules.game !== was.rules.game)
    return refused(
      'A field has a value that this game can’t have, or its fields don’t fit together.',
    )
  const judged = judgeRules(rules)
  if (!judged.ok) return refused(judged.why)
  const becomes: GameTerms = {
    name: was.name,
    minimum: changes.minimum ?? was.minimum,
    maximum: changes.maximum ?? was.maximum,
    step: changes.step ?? was.step,
    minRoundMs: changes.minRoundMs ?? was.minRoundMs,
    roundsADay: changes.roundsADay === undefined ? was.roundsADay : changes.roundsADay,
    rules,
  }
  const { minimum, maximum, step } = becomes
  if ([minimum, maximum, step].some((money) => money <= 0n || money % 100n !== 0n))
    return refused('Limits are whole fkr above 0.')
  if (maximum < minimum) return refused('The maximum is below the minimum.')
  return { ok: true, value: { becomes, judged, margin: marginOf(judged.returns) } }
}

/** The terms at which a game is offered; null without such a game. */
export async function readGameTerms({ database }: OperatorDeps, game: number) {
  const row = await maybeOne(database.rows<GameRow>(find, [game]))
  return row && termsOf(row.name, row)
}
