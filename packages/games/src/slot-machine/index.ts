import { fkr } from '@pipkin/money'
import type { Game, RoundOf } from '../game.ts'
import { type SlotMove, type SlotState, type SlotView, slotPlay } from './rules.ts'
import { type SlotRules, slotRules } from './settings.ts'
import { slotWords } from './words.ts'

export { slotChances } from './chances.ts'
export { reelsOutcome, type SlotMove, type SlotState, type SlotView } from './rules.ts'
export { type SlotRules, slotRules } from './settings.ts'
export { fruits } from './words.ts'
export type SlotRound = RoundOf<SlotRules, SlotMove, SlotState, SlotView>

export const slotMachine: Game<SlotRules, SlotMove, SlotState, SlotView> = {
  ...slotPlay,

  moveForms: [{ spin: { oneOf: [true] } }],
  viewFields: { reels: { optional: { list: 'number' } } },
  kindStatus: 0,

  words: slotWords,
  isSlot: true,
  offer: {
    id: 3,
    title: 'Fruit Slot',
    slogan: 'Three reels, four fruits',
    rules: slotRules,
    minimum: fkr(10),
    maximum: fkr(500),
    step: fkr(10),
    minRoundMs: 2_500,
    roundsADay: null,
    countsAsStaked: true,
  },
}
