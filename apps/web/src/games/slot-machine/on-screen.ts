import type { RoundView } from '@pipkin/contract'
import { type SlotMove, type SlotRules, slotMachine } from '@pipkin/games'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen, Round } from '../../play/round.ts'
import { tickMs, ticks } from './spin.ts'

export type SlotSeen = Extract<RoundView, { game: 'slot-machine' }>['state']
export type SlotPlay = Play<SlotRules, SlotMove, SlotSeen>
export type SlotRoundSeen = Round<SlotRules, SlotMove, SlotSeen>

export const slotOnScreen: GameOnScreen<SlotRules, SlotMove, SlotSeen> = {
  game: slotMachine,
  viewIn: (answer) => (answer.game === 'slot-machine' ? answer.state : null),
  resultAfterMs: ticks * tickMs,
  againAfterMs: ticks * tickMs,
}
