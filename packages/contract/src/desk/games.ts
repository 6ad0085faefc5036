import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
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
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { acted, change, get, pageOf, post } from './parts.ts'

/** The back office's games: what they return, and drafts of settings with what these would mean. */

export const spans = ['all', 'month', 'day'] as const
const span = word(...spans)

const gameReturn = object({
  /** The first day of the span, UTC; null for all time. */
  since: nullable(text),
  game: integer,
  name: text,
  rulesHash: text,
  /** Whether new rounds are dealt by these rules. */
  current: boolean,
  rounds: integer,
  players: integer,
  staked: money,
  returned: money,
  /** Shares of what was staked: what was returned, what best play returns, and the band. */
  actual: number,
  exact: number,
  low: number,
  high: number,
  verdict: word('within', 'above', 'below', 'few'),
  top: nullable(
    object({ player: integer, transaction: text, payout: money, replay: nullable(text) }),
  ),
})
export type GameReturn = Value<typeof gameReturn>
export const listReturns = pageOf(
  'listReturns',
  {
    returns: list(gameReturn),
    games: list(object({ game: integer, name: text, live: boolean, retired: boolean })),
  },
  { span, game: optional(integer) },
)

const gameRound = object({
  transaction: text,
  game: integer,
  player: integer,
  placedAt: time,
  settledAt: nullable(time),
  stake: money,
  /** Null while the round is open. */
  payout: nullable(money),
  status: text,
  rulesHash: text,
  /** The address of the round's replay with its proof; null while the round is open. */
  replay: nullable(text),
})
export type GameRound = Value<typeof gameRound>
export const moments = ['placed', 'ended', 'open'] as const
/**
 * Rounds of one game or of all, by the time when they were placed or ended, newest first. For a day
 * or a month, `since` is where it begins. With `rulesHash` it lists ended rounds of one game; open
 * rounds are those of all games and all time.
 */
export const listGameRounds = pageOf(
  'listGameRounds',
  { rounds: list(gameRound) },
  {
    game: optional(integer),
    rulesHash: optional(text),
    of: optional(word(...moments)),
    span: optional(span),
    since: optional(text),
  },
)

const terms = object({
  minimum: money,
  maximum: money,
  step: money,
  minRoundMs: integer,
  roundsADay: nullable(integer),
  /** The rules' fields that can be set; values are JSON. */
  rules: list(object({ name: text, value: text })),
})
export type DeskTerms = Value<typeof terms>

/** What terms mean: exact shares of the stake, and what play at today's load costs the house. */
const whatIf = object({
  rulesHash: text,
  best: object({ fraction: text, percent: text }),
  bestPlay: text,
  strategies: list(object({ name: text, fraction: text, percent: text })),
  ends: list(object({ name: text, pays: number, percent: text })),
  /** Below the floor or above the ceiling: publishing it takes typing the return once more. */
  beyond: boolean,
  warning: nullable(text),
  /** The most that one round can cost the house: its largest stake at its highest pay. */
  round: money,
  /** What best play costs on average, and once in 1,000; negative if the house keeps some. */
  hour: object({ rounds: integer, mean: money, worst: money }),
  day: object({ rounds: integer, mean: money, worst: money }),
  /** The day's cap on losses, where best play wins. */
  cap: nullable(money),
})
export type WhatIf = Value<typeof whatIf>

const deskGame = object({
  game: integer,
  name: text,
  live: boolean,
  retired: boolean,
  /** A hash of what is offered, which a draft names: it is refused once the game is another. */
  seen: text,
  terms,
  whatIf,
  draft: nullable(
    object({
      draft: text,
      madeBy: text,
      madeAt: time,
      /** The game has changed since: it can't be published. */
      outdated: boolean,
      terms,
      whatIf,
      changes: list(change),
    }),
  ),
})
export type DeskGame = Value<typeof deskGame>
/** A game as it is offered, and its draft. */
export const readGame = {
  ...get('readGame'),
  query: object({ game: integer }),
  answer: data(deskGame),
} as const satisfies Call

/** Keeps a draft, in place of the one that it replaces, unseen by players. */
export const draftGame = {
  ...post('draftGame'),
  body: object({
    game: integer,
    replaces: nullable(text),
    seen: text,
    minimum: amount,
    maximum: amount,
    step: amount,
    minRoundMs: integer,
    roundsADay: nullable(integer),
    rules: list(object({ name: text, value: text })),
    reason: text,
  }),
  answer: acted,
} as const satisfies Call
const ofGame = { body: object({ game: integer, reason: text }), answer: acted }
export const dropDraft = {
  ...post('dropDraft'),
  body: object({ draft: text, reason: text }),
  answer: acted,
} as const satisfies Call
/** `again`: the return in per cent, where it is beyond the floor or the ceiling. */
export const publishGame = {
  ...post('publishGame'),
  body: object({ draft: text, again: optional(text), reason: text }),
  answer: acted,
} as const satisfies Call
/** A game that is off takes no bets; open rounds go on. */
export const switchGameOn = { ...post('switchGameOn'), ...ofGame } as const satisfies Call
export const switchGameOff = { ...post('switchGameOff'), ...ofGame } as const satisfies Call
/** A retired game is on no list; open rounds go on, proofs stay. */
export const retireGame = { ...post('retireGame'), ...ofGame } as const satisfies Call
export const putGameBack = { ...post('putGameBack'), ...ofGame } as const satisfies Call
