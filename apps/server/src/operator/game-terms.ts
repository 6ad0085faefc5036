import { parseRules, type Rules } from '@pipkin/games'
import { hundredths, type Money } from '@pipkin/money'

/** What a game is offered at, as an operator changes it. */
export interface GameTerms {
  readonly name: string
  readonly minimum: Money
  readonly maximum: Money
  readonly step: Money
  readonly minRoundMs: number
  readonly roundsADay: number | null
  readonly rules: Rules
}

/** The same in a row of a game with its rules, or of a draft. */
export interface TermsRow {
  readonly minimum: bigint
  readonly maximum: bigint
  readonly step: bigint
  readonly min_round_ms: number
  readonly rounds_a_day: number | null
  readonly rules: unknown
}

/** The terms of a row. */
export const termsOf = (name: string, row: TermsRow): GameTerms => ({
  name,
  minimum: hundredths(row.minimum),
  maximum: hundredths(row.maximum),
  step: hundredths(row.step),
  minRoundMs: row.min_round_ms,
  roundsADay: row.rounds_a_day,
  rules: keptRules(row.rules),
})

/** Rules as the database keeps them. Throws if they are of no game. */
export function keptRules(value: unknown): Rules {
  const rules = parseRules(value)
  if (!rules) throw new Error('kept rules are of no game')
  return rules
}
