import {
  type GuessMove,
  type GuessRules,
  type GuessView,
  guessNumber,
} from '@pipkin/games/guess-number'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen } from '../../play/round.ts'

export type GuessSeen = GuessView
export type GuessPlay = Play<GuessRules, GuessMove, GuessSeen>

export const guessOnScreen: GameOnScreen<GuessRules, GuessMove, GuessSeen> = {
  game: guessNumber,
  resultAfterMs: 1_000,
  againAfterMs: 3_500,
}
