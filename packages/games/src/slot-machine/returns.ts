import { type Fraction, fraction, mean, minus, ofStake, one, times } from '../exact/fraction.ts'
import type { End, Solution } from '../exact/strategy.ts'
import type { GameReturns } from '../game.ts'
import { reelsOutcome, type SlotMove, type SlotState } from './rules.ts'
import type { SlotRules } from './settings.ts'

/** Every result of the reels once; all are as likely. */
function allSpins({ reels, symbols }: SlotRules): number[][] {
  let spins: number[][] = [[]]
  for (let reel = 0; reel < reels; reel += 1)
    spins = spins.flatMap((spin) =>
      Array.from({ length: symbols }, (_, symbol) => [...spin, symbol]),
    )
  return spins
}

/**
 * Exact returns. In a hard round a spin pays only if the first one would have and the respin does
 * too.
 */
function solveSlot(rules: SlotRules): Solution {
  const pays = allSpins(rules).map((spin) => reelsOutcome(rules, spin).pays)
  const kind = mean(pays.map(ofStake))
  const share = fraction(pays.filter((pay) => pay > 0).length, pays.length)
  return {
    best: { name: 'every spin', kind, hard: times(share, kind) },
    bestPlay: 'there is nothing to choose.',
    others: [],
  }
}

/** How often three symbols, two and none are equal. */
function endsOfSlot(rules: SlotRules): End[] {
  const outcomes = allSpins(rules).map((spin) => reelsOutcome(rules, spin))
  const chanceOf = (status: string): Fraction =>
    fraction(outcomes.filter((outcome) => outcome.status === status).length, outcomes.length)
  const share = fraction(outcomes.filter(({ pays }) => pays > 0).length, outcomes.length)
  const end = (name: string, pays: number, kind: Fraction): End => ({
    name,
    pays,
    kind,
    hard: pays > 0 ? times(share, kind) : minus(one, times(share, minus(one, kind))),
  })
  return [
    end('three equal symbols', rules.jackpotPays, chanceOf('Win')),
    end('two equal symbols', rules.pairPays, chanceOf('PartialWin')),
    end('none equal', 0, chanceOf('Loss')),
  ]
}

export const returns: GameReturns<SlotRules, SlotMove, SlotState> = {
  solve: solveSlot,
  bestPlay: () => ({ moveIn: () => ({ spin: true }) }),
  ends: endsOfSlot,
  most: ({ jackpotPays, pairPays }) => Math.max(jackpotPays, pairPays),
}
