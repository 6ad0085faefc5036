import type { GameInTests } from '../game-in-tests.ts'
import type { GuessMove } from './choices.ts'
import type { GuessState, GuessView } from './rules.ts'
import { type GuessRules, guessRules } from './settings.ts'

export const inTests: GameInTests<GuessRules, GuessMove, GuessState, GuessView> = {
  randomRules: (whole) => ({
    ...guessRules,
    numberPays: whole(100, 1_500),
    extraPays: whole(100, 200),
  }),
  hides: {
    refused: { reveal: 1 },
    opening: () => null,
    fields: ['result', 'first', 'second'],
  },
}
