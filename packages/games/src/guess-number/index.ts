import { fkr } from '@pipkin/money'
import type { Game, RoundOf } from '../game.ts'
import type { GuessMove } from './choices.ts'
import { type GuessState, type GuessView, guessPlay } from './rules.ts'
import { type GuessRules, guessRules } from './settings.ts'
import { guessWords } from './words.ts'

export { choicePays, type GuessMove, matching, meets, winChance } from './choices.ts'
export type { GuessState, GuessView } from './rules.ts'
export { type GuessRules, guessRules } from './settings.ts'
export type GuessRound = RoundOf<GuessRules, GuessMove, GuessState, GuessView>

export const guessNumber: Game<GuessRules, GuessMove, GuessState, GuessView> = {
  ...guessPlay,

  moveForms: [
    { choice: { oneOf: ['number'] }, number: 'integer' },
    { choice: { oneOf: ['even'] } },
    { choice: { oneOf: ['odd'] } },
    { choice: { oneOf: ['range'] }, from: 'integer' },
  ],
  viewFields: {
    numbers: { list: 'number' },
    result: { optional: 'number' },
    first: { optional: 'number' },
    second: { optional: 'number' },
  },
  kindStatus: 0,

  words: guessWords,
  isSlot: false,
  offer: {
    id: 1,
    title: 'Guess Number',
    slogan: 'Fifteen numbers, one draw',
    rules: guessRules,
    minimum: fkr(5),
    maximum: fkr(200),
    step: fkr(5),
    minRoundMs: 5_000,
    roundsADay: null,
    countsAsStaked: true,
  },
}
