import {
  type Fraction,
  fraction,
  greatest,
  minus,
  ofStake,
  one,
  plus,
  sum,
  times,
  zero,
} from '../exact/fraction.ts'
import type { End, Solution, Strategy } from '../exact/strategy.ts'
import type { GameReturns } from '../game.ts'
import { multiplierList } from './layout.ts'
import type { MinesMove, MinesState } from './rules.ts'
import type { MinesRules } from './settings.ts'

const totalOf = (rules: MinesRules): number =>
  multiplierList(rules).reduce((all, each) => all + each, 0)

/**
 * Whether best play opens one more tile. A mine costs the win amount; the safe tiles that are still
 * hidden hold the rest of the total. With m mines the next tile is worth its risk while
 * total − winAmount > m × winAmount.
 */
const goesOn = (rules: MinesRules, winAmount: number): boolean =>
  winAmount * (rules.mines + 1) < totalOf(rules)

/** The greatest win amount that tiles can add up to and at which best play goes on. */
function lastToGoOn(rules: MinesRules): number {
  let amounts = new Set([0])
  for (const multiplier of multiplierList(rules))
    amounts = new Set([...amounts].flatMap((amount) => [amount, amount + multiplier]))
  return Math.max(...[...amounts].filter((amount) => goesOn(rules, amount)))
}

/** What best play returns in a kind round, over all possibilities, without relying on `goesOn`. */
function bestReturn(rules: MinesRules): Fraction {
  const solved = new Map<string, Fraction>()

  /** `hidden` counts the hidden cells of each multiplier, in the order of the rules. */
  function afterOneMore(hidden: readonly number[], winAmount: number): Fraction {
    const cells = hidden.reduce((all, count) => all + count, rules.mines)
    return sum(
      rules.multipliers.flatMap(([multiplier], i) => {
        const count = hidden[i] ?? 0
        if (count === 0) return []
        return times(
          fraction(count, cells),
          worthOf(hidden.with(i, count - 1), winAmount + multiplier),
        )
      }),
    )
  }

  function worthOf(hidden: readonly number[], winAmount: number): Fraction {
    const before = solved.get(hidden.join())
    if (before) return before
    const worth = greatest([ofStake(winAmount), afterOneMore(hidden, winAmount)])
    solved.set(hidden.join(), worth)
    return worth
  }

  return afterOneMore(
    rules.multipliers.map(([, count]) => count),
    0,
  )
}

/** The average return of a kind round if the player cashes out after `reveals` reveals. */
function fixedReturn(rules: MinesRules, reveals: number): Fraction {
  const safe = rules.cells - rules.mines
  let allSafe = fraction(1)
  for (let i = 0; i < reveals; i += 1) allSafe = times(allSafe, fraction(safe - i, rules.cells - i))
  return times(allSafe, times(fraction(reveals, safe), ofStake(totalOf(rules))))
}

/** Exact returns. A hard round has no safe cell, so it returns 0. */
export function solveMines(rules: MinesRules): Solution {
  const fixed = (name: string, reveals: number): Strategy => ({
    name,
    kind: fixedReturn(rules, Math.min(reveals, rules.cells - rules.mines)),
    hard: zero,
  })
  const last = lastToGoOn(rules)
  return {
    best: { name: 'best play', kind: bestReturn(rules), hard: zero },
    bestPlay:
      last === 0
        ? 'cash out after one tile.'
        : `go on while the win amount is ${last / 100}× your stake or less.`,
    others: [fixed('one tile', 1), fixed('two tiles', 2), fixed('three tiles', 3)],
  }
}

/** How often best play cashes out each win amount, and how often it meets a mine. */
function endsOfMines(rules: MinesRules): End[] {
  const counts = rules.multipliers.map(([, count]) => count)
  let open = new Map([[counts.join(), { hidden: counts, winAmount: 0, chance: one }]])
  const cashedOut = new Map<number, Fraction>()
  while (open.size > 0) {
    const next: typeof open = new Map()
    for (const { hidden, winAmount, chance } of open.values()) {
      const cells = hidden.reduce((all, count) => all + count, rules.mines)
      for (const [i, [multiplier]] of rules.multipliers.entries()) {
        const count = hidden[i] ?? 0
        if (count === 0) continue
        const after = { hidden: hidden.with(i, count - 1), winAmount: winAmount + multiplier }
        const here = times(chance, fraction(count, cells))
        const { hidden: left, winAmount: won } = after
        const ends = !goesOn(rules, won) || left.every((each) => each === 0)
        if (ends) cashedOut.set(won, plus(cashedOut.get(won) ?? zero, here))
        else
          next.set(left.join(), {
            ...after,
            chance: plus(next.get(left.join())?.chance ?? zero, here),
          })
      }
    }
    open = next
  }
  const amounts = [...cashedOut].sort(([a], [b]) => a - b)
  return [
    ...amounts.map(([pays, kind]) => ({ name: 'a cash out', pays, kind, hard: zero })),
    {
      name: 'a mine',
      pays: 0,
      kind: minus(one, sum(amounts.map(([, chance]) => chance))),
      hard: one,
    },
  ]
}

/** Best play move by move: reveals the lowest hidden cell, or cashes out. */
function bestMines({ rules, layout, revealed }: MinesState): MinesMove {
  const winAmount = revealed.reduce((all, cell) => all + (layout[cell] ?? 0), 0)
  if (revealed.length > 0 && !goesOn(rules, winAmount)) return { cashOut: true }
  return { reveal: layout.findIndex((_, cell) => !revealed.includes(cell)) }
}

export const returns: GameReturns<MinesRules, MinesMove, MinesState> = {
  solve: solveMines,
  bestPlay: () => ({ moveIn: bestMines }),
  ends: endsOfMines,
  most: totalOf,
}
