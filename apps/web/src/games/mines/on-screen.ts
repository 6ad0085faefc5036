import { type MinesMove, type MinesRules, type MinesView, mines } from '@pipkin/games/mines'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen, Round } from '../../play/round.ts'

/**
 * The win amount is left out: it follows from what is revealed, and the wire has it in fkr where
 * the rules have hundredths.
 */
export type MinesSeen = Omit<MinesView, 'winAmount'>
export type MinesPlay = Play<MinesRules, MinesMove, MinesSeen>
export type MinesRoundSeen = Round<MinesRules, MinesMove, MinesSeen>

export const minesOnScreen: GameOnScreen<MinesRules, MinesMove, MinesSeen> = {
  game: mines,
  resultAfterMs: 0,
  againAfterMs: 0,
}
