import type { Int } from '../fairness/chance.ts'
import { type GameRules, type Outcome, refused } from '../game.ts'
import { hasExactly } from '../parse.ts'
import { parseSlotRules, type SlotRules } from './settings.ts'

export interface SlotMove {
  readonly spin: true
}

export interface SlotState {
  readonly rules: SlotRules
  readonly reels: readonly number[]
  readonly spun: boolean
}

/** `reels` once the round has ended: 0 cherry, 1 lemon, 2 grapes, 3 watermelon. */
export type SlotView = {
  readonly reels?: number[]
}

/** How the three reels end the round. */
export function reelsOutcome(rules: SlotRules, reels: readonly number[]): Outcome {
  const different = new Set(reels).size
  if (different === 1) return { status: 'Win', pays: rules.jackpotPays }
  if (different === 2) return { status: 'PartialWin', pays: rules.pairPays }
  return { status: 'Loss', pays: 0 }
}

const spin = (rules: SlotRules, int: Int): number[] =>
  Array.from({ length: rules.reels }, () => int(rules.symbols))

export const slotPlay: GameRules<SlotRules, SlotMove, SlotState, SlotView> = {
  name: 'slot-machine',

  parseRules: parseSlotRules,

  /** In a hard round a first spin that would pay is replaced by the respin. */
  open(rules, kind, chance) {
    const first = spin(rules, chance.ints('reels'))
    const stands = kind || reelsOutcome(rules, first).pays === 0
    return { rules, reels: stands ? first : spin(rules, chance.ints('respin')), spun: false }
  },

  parseMove: (value) => (hasExactly(value, 'spin') && value.spin === true ? { spin: true } : null),

  play: (state) =>
    state.spun ? refused('the round has ended') : { ok: true, state: { ...state, spun: true } },

  view: ({ reels, spun }) => (spun ? { reels: [...reels] } : {}),

  outcome: ({ rules, reels, spun }) => (spun ? reelsOutcome(rules, reels) : null),

  finishingMove: () => ({ spin: true }),
}
