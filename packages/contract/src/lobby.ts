import type { Answer, Call } from './call.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  nullable,
  number,
  object,
  optional,
  record,
  text,
  time,
} from './wire.ts'

/** Exact returns by the solver, as fractions of the stake. */
const returns = object({
  best: number,
  /** Best play in a sentence. */
  bestPlay: text,
  strategies: list(object({ name: text, return: number })),
})

const game = object({
  id: ['Id', integer],
  /** The name on its card. */
  name: ['Name', text],
  slogan: ['Slogan', text],
  image: ['Image', text],
  path: ['GameUrl', text],
  /** Empty where the profile has no demo. */
  demoPath: ['DemogameUrl', text],
  /** The demo is for players whose age is known. */
  demoAfterAge: ['Demo_After_Age', optional(boolean)],
  /** How likely the top prize is is said at the stake. */
  topPrizeOdds: ['Top_Prize_Odds', optional(boolean)],
  isLive: ['IsLive', boolean],
  isDeleted: ['IsDeleted', boolean],
  stakeStep: ['Increment_Amt', money],
  maximumStake: ['Max_Amount', money],
  minimumStake: ['MinBet_Amt', money],
  winPercentage: ['WinPercentage', number],
  /** The rules object that new rounds take (`docs/fairness.md`). */
  rules: ['Rules', record],
  returns: ['Returns', returns],
  /**
   * In a game that best play wins: when the hard rules, which are in force because the day's budget
   * of losses is used up, end at the latest; null while the ordinary rules are in force.
   */
  hardUntil: ['Hard_Until', nullable(time)],
  /** In such a game the hard rules, or the ordinary ones while the hard rules are in force. */
  otherRules: ['Other_Rules', nullable(object({ rules: record, returns }))],
  minimumRoundMs: ['Min_Round_Ms', integer],
  /** Rounds a player may open in 24 hours; null is no limit. */
  roundsADay: ['Rounds_A_Day', nullable(integer)],
})

export const listGames = {
  name: 'listGames',
  method: 'GET',
  path: 'gameList',
  answer: data(list(game)),
} as const satisfies Call
export type Game = Answer<typeof listGames>[number]

export const listPopularGames = {
  name: 'listPopularGames',
  method: 'GET',
  path: 'mostpopular',
  answer: data(list(game)),
} as const satisfies Call
