import type { GameWords } from '../game.ts'
import { outcomeOf, viewOf } from '../round.ts'
import { capital, paidFor, timesText } from '../words.ts'
import { slotChances } from './chances.ts'
import type { SlotMove, SlotState, SlotView } from './rules.ts'
import type { SlotRules } from './settings.ts'

/** The symbols of the rules, in their order. */
export const fruits = ['cherry', 'lemon', 'grapes', 'watermelon'] as const

const ends = { Win: 'Three of a kind', PartialWin: 'Two of a kind', Loss: 'All different', Tie: '' }

export const slotWords: GameWords<SlotRules, SlotMove, SlotState, SlotView> = {
  inOneLine(rules) {
    const { pair, triple } = slotChances(rules)
    return `Two equal ${pair}, three ${triple}`
  },

  rules: ({ reels, symbols, jackpotPays, pairPays }) => ({
    plain: [
      `${reels} reels of ${symbols} fruits, each as likely as the others.`,
      `Three of a kind pay ${timesText(jackpotPays)} the stake in all, two ${timesText(pairPays)}.`,
    ],
    hard: 'In a hard round a spin that would pay is replaced by another one.',
  }),

  replayTitle: 'Reels replayed',

  dealt: (round) => capital((viewOf(round).reels ?? []).map((symbol) => fruits[symbol]).join(', ')),

  payout(round, stake) {
    const outcome = outcomeOf(round)
    return outcome ? paidFor(ends[outcome.status], outcome.pays, stake) : ''
  },
}
