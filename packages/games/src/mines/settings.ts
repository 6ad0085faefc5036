import type { BaseRules } from '../game.ts'
import { hasKeysOf, isPay, isPercentage, isWhole, mostPays } from '../parse.ts'

export type MinesRules = BaseRules<'mines'> & {
  readonly cells: number
  readonly mines: number
  /** Mines of a hard round: every cell. */
  readonly hardMines: number
  /** Multiplier in hundredths of the stake, and how many of the safe cells carry it. */
  readonly multipliers: readonly (readonly [number, number])[]
}

export const minesRules: MinesRules = {
  game: 'mines',
  version: 1,
  winPercentage: 100,
  cells: 25,
  mines: 10,
  hardMines: 25,
  multipliers: [
    [50, 4],
    [100, 7],
    [250, 4],
  ],
}

/** The specification's multipliers of the demo, ascending. */
const demoMultipliers = [50, 100, 150]

/**
 * The rules of the demo: those of the real game, but for the specification's multipliers. A
 * multiplier keeps its rank and its number of tiles: the lowest becomes 0.5×, the highest 1.5×,
 * what is between them 1×.
 */
export function minesDemoOf(rules: MinesRules): MinesRules {
  const ranked = [...new Set(rules.multipliers.map(([multiplier]) => multiplier))].sort(
    (a, b) => a - b,
  )
  const [lowest = 0, middle = 0, highest = 0] = demoMultipliers
  const inDemo = (multiplier: number): number => {
    const rank = ranked.indexOf(multiplier)
    if (ranked.length > 1 && rank === 0) return lowest
    return ranked.length > 1 && rank === ranked.length - 1 ? highest : middle
  }
  const counts = new Map<number, number>()
  for (const [multiplier, count] of rules.multipliers) {
    const shown = inDemo(multiplier)
    counts.set(shown, (counts.get(shown) ?? 0) + count)
  }
  return { ...rules, multipliers: [...counts].sort(([a], [b]) => a - b) }
}

/** More different multipliers than this would only make the exact return slow to compute. */
const mostMultipliers = 6

function isMultiplier(pair: unknown): pair is [number, number] {
  if (!Array.isArray(pair) || pair.length !== 2) return false
  const [multiplier, count]: unknown[] = pair
  return isPay(multiplier) && isWhole(count, 1, minesRules.cells)
}

const isMultiplierList = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.length <= mostMultipliers && value.every(isMultiplier)

/**
 * The value as rules of Mines, or null. The board has 25 cells; an operator sets the mines and the
 * multipliers.
 */
export function parseMinesRules(value: unknown): MinesRules | null {
  if (!hasKeysOf(value, minesRules)) return null
  const { game, version, winPercentage, cells, mines, hardMines, multipliers } = value
  if (game !== 'mines' || version !== 1 || !isPercentage(winPercentage)) return null
  if (cells !== minesRules.cells || hardMines !== cells || !isMultiplierList(multipliers))
    return null
  const safe = multipliers.reduce((all, [, count]) => all + count, 0)
  if (!isWhole(mines, 1, cells - 1) || mines !== cells - safe) return null
  // Who opens all safe cells is paid all of them.
  if (multipliers.reduce((all, [multiplier, count]) => all + multiplier * count, 0) > mostPays)
    return null
  return { game, version, winPercentage, cells, mines, hardMines, multipliers }
}
