import type { Chance } from './fairness/chance.ts'

export type GameName = 'guess-number' | 'mines' | 'slot-machine' | 'tic-tac-toe'

export type RoundStatus = 'Pending' | 'Win' | 'Loss' | 'PartialWin' | 'Tie'

/** How a round ended. `pays` is in hundredths of the stake, stake included. */
export interface Outcome {
  readonly status: Exclude<RoundStatus, 'Pending'>
  readonly pays: number
}

/**
 * What every rules object begins with. `winPercentage` is the share of kind rounds, a whole number
 * 0–100. Rules and views are types, not interfaces: they go over the wire, where schemas take them
 * as plain records.
 */
export type BaseRules<N extends GameName> = {
  readonly game: N
  readonly version: 1
  readonly winPercentage: number
}

export type MoveRefusal =
  | 'not a move of this game'
  | 'the round has ended'
  | 'nothing is revealed yet'
  | 'this cell is open already'
  | 'no shown number meets the choice'
  | 'this cell is taken'

export type Played<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly why: MoveRefusal }

export const refused = (why: MoveRefusal): { readonly ok: false; readonly why: MoveRefusal } => ({
  ok: false,
  why,
})

/**
 * The rules of a game as pure functions: R its rules object, M its moves, S its state (hidden parts
 * included), V what the player may see. Methods, not properties, so that the four games share the
 * one type `Game<Rules, …>`.
 */
export interface Game<R, M, S, V> {
  readonly name: GameName
  /**
   * The value as rules of this game, or null. Unknown fields are refused: they would change the
   * rules hash.
   */
  parseRules(value: unknown): R | null
  /** Deals a round. `kind` is the round's first draw and common to all games. */
  open(rules: R, kind: boolean, chance: Chance): S
  /** The value as a move of this game, legal or not in a given round, or null. */
  parseMove(value: unknown): M | null
  play(state: S, move: M): Played<{ readonly state: S }>
  /** What the player may see. The only place where hidden state is left out. */
  view(state: S): V
  /** Null while the round is open. */
  outcome(state: S): Outcome | null
  /**
   * The next move by which the server finishes a round that its player left, see
   * `docs/fairness.md`.
   */
  finishingMove(state: S): M
}
