import { fieldName, fieldNames, gameValueText } from '@pipkin/contract/desk/field-names'
import { timesText } from '@pipkin/games'
import { percentText } from '@pipkin/games/percent-text'
import { endsOf, type Fraction, type Judgement, judgeRules, toNumber } from '@pipkin/games/returns'
import { moneyText } from '@pipkin/money'
import type { GameTerms } from './game-terms.ts'

/** `6076/6325 (96.06 %)`, cut and never rounded up. */
const exactly = (share: Fraction): string =>
  `${share.n}/${share.d} (${percentText(toNumber(share))} %)`

/**
 * In words, what a game would be by other terms: what best play returns and how it ends, exactly,
 * and what changes against the present.
 */
export function previewGame(was: GameTerms, becomes: GameTerms, judged: Judgement): string {
  const { returns } = judged
  const before = judgeRules(was.rules).returns
  const kind = becomes.rules.winPercentage
  return [
    `${becomes.name}: best play would return ${exactly(returns.best)} of the stake.`,
    `Best play: ${returns.bestPlay}`,
    `${kind} rounds in 100 would be kind, ${100 - kind} hard.`,
    '',
    'A round of best play ends so:',
    ...endsOf(becomes.rules).map(
      ({ name, pays, chance }) =>
        `  ${name} pays ${pays ? `${timesText(pays)} the stake` : 'nothing'}: ${exactly(chance)}`,
    ),
    '',
    'Other ways of playing would return:',
    ...returns.strategies.slice(1).map(({ name, return: share }) => `  ${name}: ${exactly(share)}`),
    ...(returns.strategies.length === 1 ? ['  there are none'] : []),
    '',
    'Against the present:',
    ...termChanges(was, becomes).map(
      (change) => `  ${change.what}: ${change.before} becomes ${change.after}`,
    ),
    `  return of best play: ${
      exactly(before.best) === exactly(returns.best)
        ? 'the same'
        : `${exactly(before.best)} becomes ${exactly(returns.best)}`
    }`,
    ...(judged.ok && judged.warning !== null ? ['', judged.warning] : []),
    ...(judged.ok && judged.budget
      ? ['What the house loses here in a day is bounded by the loss budget.']
      : []),
  ].join('\n')
}

/** What differs between two terms, in words; amounts in fkr. */
export function termChanges(
  was: GameTerms,
  becomes: GameTerms,
): readonly { readonly what: string; readonly before: string; readonly after: string }[] {
  const [before, after] = [was, becomes].map(wordsOf) as [Words, Words]
  return Object.entries(after).flatMap(([what, is]) => {
    const used = before[what] ?? ''
    return used === is ? [] : [{ what, before: used, after: is }]
  })
}

type Words = Readonly<Record<string, string>>

const wordsOf = ({ minimum, maximum, step, minRoundMs, roundsADay, rules }: GameTerms): Words => ({
  [fieldNames.minimum]: `${moneyText(minimum)} fkr`,
  [fieldNames.maximum]: `${moneyText(maximum)} fkr`,
  [fieldNames.step]: `${moneyText(step)} fkr`,
  [fieldNames.min_round_ms]: `${minRoundMs} ms`,
  [fieldNames.rounds_a_day]: roundsADay === null ? 'any number' : String(roundsADay),
  ...Object.fromEntries(
    Object.entries(rules).map(([field, value]) => [
      fieldName(field),
      gameValueText(field, value) ?? JSON.stringify(value),
    ]),
  ),
})
