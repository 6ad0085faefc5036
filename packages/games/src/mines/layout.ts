import type { Chance } from '../fairness/chance.ts'
import { drawItems, shuffle } from '../fairness/shuffle.ts'
import type { MinesRules } from './settings.ts'

/** The numbers of all cells, from 0. */
export const allCells = (rules: MinesRules): number[] =>
  Array.from({ length: rules.cells }, (_, cell) => cell)

/** The multipliers of the safe cells, one for each, in the order of the rules. */
export const multiplierList = (rules: MinesRules): number[] =>
  rules.multipliers.flatMap(([multiplier, count]) =>
    Array.from({ length: count }, () => multiplier),
  )

/** The multiplier of each cell in a kind round, 0 for a mine. */
export function dealLayout(rules: MinesRules, chance: Chance): number[] {
  const mines = new Set(drawItems(allCells(rules), rules.mines, chance.ints('layout')))
  const dealt = shuffle(multiplierList(rules), chance.ints('multipliers')).values()
  return allCells(rules).map((cell) => (mines.has(cell) ? 0 : (dealt.next().value ?? 0)))
}
