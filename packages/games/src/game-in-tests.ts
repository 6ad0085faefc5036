import type { RoundOf } from './game.ts'

/** What tests must know of a game; each game's `in-tests.ts` exports one as `inTests`. */
export interface GameInTests<R, M, S, V> {
  /** Rules as an operator might set them, at random. */
  randomRules(whole: Whole): R
  readonly hides: Hidden<RoundOf<R, M, S, V>>
}

/** A whole number at random, from `least` to `most`. */
type Whole = (least: number, most: number) => number

/** What a game hides until its round ends, beside the round key, and how it is played there. */
interface Hidden<Round> {
  /** A move that the server refuses while the round is open. */
  readonly refused: object
  /** A move that leaves the round open; null where every move ends it. */
  opening(round: Round): object | null
  /** The view's fields that only the end reveals. */
  readonly fields: readonly string[]
  /** Hidden lists, as the wire would have them; a number or three would be found by chance. */
  texts?(round: Round): string[]
  /** Keys that prove hidden parts, from the round's key. */
  keys?(round: Round, key: Uint8Array): Uint8Array[]
}
