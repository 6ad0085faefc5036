import {
  type SlotMove,
  type SlotRules,
  type SlotView,
  slotMachine,
} from '@pipkin/games/slot-machine'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen, Round } from '../../play/round.ts'
import { tickMs, ticks } from './spin.ts'

export type SlotSeen = SlotView
export type SlotPlay = Play<SlotRules, SlotMove, SlotSeen>
export type SlotRoundSeen = Round<SlotRules, SlotMove, SlotSeen>

export const slotOnScreen: GameOnScreen<SlotRules, SlotMove, SlotSeen> = {
  game: slotMachine,
  resultAfterMs: ticks * tickMs,
  againAfterMs: ticks * tickMs,
}
