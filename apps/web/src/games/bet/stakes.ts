import type { BetLimits } from '@pipkin/contract'
import {
  add,
  hundredths,
  least,
  type Money,
  moneyToNumber,
  parseWholeMoney,
  subtract,
  times,
} from '@pipkin/money'

/** As it is typed: digits alone. */
export const stakeText = (stake: Money): string => String(moneyToNumber(stake))

/** The greatest stake on the steps from the minimum that isn't above `stake` or the maximum. */
function onStep(stake: Money, { minimum, maximum, step }: BetLimits): Money {
  const above = subtract(least(stake, maximum), minimum)
  return above <= 0n ? minimum : subtract(add(minimum, above), hundredths(above % step))
}

/** The next stake above the field's text, which may be any text. */
export function moreThan(text: string, limits: BetLimits): Money {
  const stake = parseWholeMoney(text)
  return stake === null || stake < limits.minimum
    ? limits.minimum
    : onStep(add(onStep(stake, limits), limits.step), limits)
}

/** The next stake down. */
export function lessThan(text: string, limits: BetLimits): Money {
  const stake = parseWholeMoney(text)
  if (stake === null) return limits.minimum
  const here = onStep(stake, limits)
  return here < stake ? here : onStep(subtract(here, limits.step), limits)
}

/** Minimum, 2×, 5× and 10×, clipped to the limits; each once. */
export function readyStakes(limits: BetLimits): Money[] {
  const stakes = [100, 200, 500, 1000].map((multiple) =>
    onStep(times(limits.minimum, multiple), limits),
  )
  return stakes.filter((stake, at) => stakes.indexOf(stake) === at)
}
