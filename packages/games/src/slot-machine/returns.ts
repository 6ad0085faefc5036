import { fraction, mean, ofStake, times } from '../exact/fraction.ts'
import type { Solution } from '../exact/strategy.ts'
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

export const slotReturns: GameReturns<SlotRules, SlotMove, SlotState> = {
  solve: solveSlot,
  bestPlay: () => ({ moveIn: () => ({ spin: true }) }),
  mayReturnStake: false,
}
