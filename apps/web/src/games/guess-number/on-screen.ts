import type { RoundView } from '@pipkin/contract'
import { type GuessMove, type GuessRules, guessNumber } from '@pipkin/games'
import type { Play } from '../../play/play.ts'
import type { GameOnScreen } from '../../play/round.ts'

export type GuessSeen = Extract<RoundView, { game: 'guess-number' }>['state']
export type GuessPlay = Play<GuessRules, GuessMove, GuessSeen>

export const guessOnScreen: GameOnScreen<GuessRules, GuessMove, GuessSeen> = {
  game: guessNumber,
  viewIn: (answer) => (answer.game === 'guess-number' ? answer.state : null),
  resultAfterMs: 1_000,
  againAfterMs: 3_500,
}
