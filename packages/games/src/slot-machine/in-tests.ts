import type { GameInTests } from '../game-in-tests.ts'
import type { SlotMove, SlotState, SlotView } from './rules.ts'
import { type SlotRules, slotRules } from './settings.ts'

export const inTests: GameInTests<SlotRules, SlotMove, SlotState, SlotView> = {
  randomRules: (whole) => ({
    ...slotRules,
    jackpotPays: whole(100, 800),
    pairPays: whole(50, 170),
  }),
  hides: {
    refused: { cashOut: true },
    opening: () => null,
    fields: ['reels'],
  },
}
