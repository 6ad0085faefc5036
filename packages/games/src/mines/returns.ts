import { type Fraction, fraction, isMore, ofStake, sum, times, zero } from '../returns/fraction.ts'
import type { Solution, Strategy } from '../returns/strategy.ts'
import { type MinesMove, type MinesRules, type MinesState, multiplierList } from './rules.ts'

/** What a player knows in a kind round: how many cells of each multiplier are still hidden, and the win amount. */
interface Known {
  readonly hidden: readonly number[]
  readonly winAmount: number
}

interface Worth {
  /** Of cashing out now, and of going on and playing best from there; fractions of the stake. */
  readonly stop: Fraction
  readonly goOn: Fraction
}

const untouched = (rules: MinesRules): Known => ({
  hidden: rules.multipliers.map(([, count]) => count),
  winAmount: 0,
})

const safeHidden = ({ hidden }: Known): number => hidden.reduce((all, count) => all + count, 0)

const bestOf = ({ stop, goOn }: Worth): Fraction => (isMore(goOn, stop) ? goOn : stop)

/** Solves every situation that a kind round can come to. */
function solver(rules: MinesRules): (known: Known) => Worth {
  const solved = new Map<string, Worth>()

  function worthOf(known: Known): Worth {
    const key = known.hidden.join()
    const before = solved.get(key)
    if (before) return before
    const cells = safeHidden(known) + rules.mines
    const goOn = afterReveal(rules, known).map(({ count, next }) =>
      times(fraction(count, cells), bestOf(worthOf(next))),
    )
    const worth = { stop: ofStake(known.winAmount), goOn: sum(goOn) }
    solved.set(key, worth)
    return worth
  }
  return worthOf
}

/** The situations after a safe reveal, each with the number of hidden cells that lead to it. */
function afterReveal(rules: MinesRules, { hidden, winAmount }: Known): { count: number; next: Known }[] {
  return hidden.flatMap((count, i) => {
    const multiplier = rules.multipliers[i]?.[0] ?? 0
    return count === 0
      ? []
      : [{ count, next: { hidden: hidden.with(i, count - 1), winAmount: winAmount + multiplier } }]
  })
}

/**
 * The greatest win amount at which best play goes on, where that alone decides; null where what is hidden
 * decides too.
 */
function thresholdOf(rules: MinesRules, worthOf: (known: Known) => Worth): number | null {
  let goesOn = 0
  let stops = Number.POSITIVE_INFINITY
  const seen = new Set<string>()
  const open = [untouched(rules)]
  for (let known = open.pop(); known; known = open.pop()) {
    const { stop, goOn } = worthOf(known)
    if (safeHidden(known) === 0 || seen.has(known.hidden.join())) continue
    seen.add(known.hidden.join())
    if (isMore(goOn, stop)) {
      goesOn = Math.max(goesOn, known.winAmount)
      open.push(...afterReveal(rules, known).map(({ next }) => next))
    } else stops = Math.min(stops, known.winAmount)
  }
  return goesOn < stops ? goesOn : null
}

function inWords(threshold: number | null): string {
  if (threshold === null) return 'go on while one more tile is worth more than it risks.'
  if (threshold === 0) return 'cash out after one tile.'
  return `go on while the win amount is ${threshold / 100}× your stake or less.`
}

/** What a player gets on average who cashes out after a fixed number of reveals. */
function fixedReveals(rules: MinesRules, reveals: number): Fraction {
  const list = multiplierList(rules)
  let allSafe = fraction(1)
  for (let i = 0; i < reveals; i += 1) allSafe = times(allSafe, fraction(list.length - i, rules.cells - i))
  const total = list.reduce((all, multiplier) => all + multiplier, 0)
  return times(allSafe, times(fraction(reveals, list.length), ofStake(total)))
}

/** Exact returns. A hard round has no safe cell, so it returns nothing to anybody. */
export function solveMines(rules: MinesRules): Solution {
  const worthOf = solver(rules)
  const fixed = (name: string, reveals: number): Strategy => ({
    name,
    kind: fixedReveals(rules, Math.min(reveals, rules.cells - rules.mines)),
    hard: zero,
  })
  return {
    best: { name: 'best play', kind: worthOf(untouched(rules)).goOn, hard: zero },
    bestPlay: inWords(thresholdOf(rules, worthOf)),
    others: [fixed('one tile', 1), fixed('two tiles', 2), fixed('three tiles', 3)],
  }
}

/** Best play move by move: reveals the lowest hidden cell, or cashes out. */
export function bestMines(rules: MinesRules): (state: MinesState) => MinesMove {
  const worthOf = solver(rules)
  return ({ layout, revealed }) => {
    const shown = revealed.map((cell) => layout[cell] ?? 0)
    const hidden = rules.multipliers.map(
      ([multiplier, count]) => count - shown.filter((other) => other === multiplier).length,
    )
    const { stop, goOn } = worthOf({ hidden, winAmount: shown.reduce((sum, each) => sum + each, 0) })
    if (shown.length > 0 && !isMore(goOn, stop)) return { cashOut: true }
    return { reveal: layout.findIndex((_, cell) => !revealed.includes(cell)) }
  }
}
