import type { Money } from '@pipkin/money'
import type { End, Solution } from './exact/strategy.ts'
import type { Chance } from './fairness/chance.ts'
import type { FieldsOf } from './shape.ts'

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
export type BaseRules<N extends string = string> = {
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

/** The result of a move that the rules don't allow. */
export const refused = (why: MoveRefusal): { readonly ok: false; readonly why: MoveRefusal } => ({
  ok: false,
  why,
})

/**
 * A game as a plug-in: its folder exports this from `index.ts`, and `game-list.ts` lists it. The
 * rest is found by its name: `returns.ts` beside it, and its screens in
 * `apps/web/src/games/<name>`. R is its rules object, M its moves, S its state (hidden parts
 * included), V what the player may see.
 */
export interface Game<R, M, S, V> extends GameRules<R, M, S, V>, GameOnTheWire<M, V> {
  readonly words: GameWords<R, M, S, V>
  /** Whether laws count it as a slot, for which they have more rules than for other games. */
  readonly isSlot: boolean
  /** The first settings of a new installation. */
  readonly offer: Offer<R>
  /** The demo's rules, if they differ from the real game's `rules`. */
  demoOf?(rules: R): R
}

/**
 * The rules of a game as pure functions. Methods, not properties: then all games share the one
 * type `Game<Rules, …>`.
 */
export interface GameRules<R, M, S, V> {
  /** The name in addresses, in rules objects and in proofs: kebab-case. */
  readonly name: string
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
  /** The Merkle root over what a round hides (hex), if the game seals that at the deal. */
  root?(state: S): string
}

/** The wire form of moves and views. The contract refuses other moves and drops other fields. */
interface GameOnTheWire<M, V> {
  /** Each form that a move can have. */
  readonly moveForms: readonly FieldsOf<M>[]
  /** The public view, field by field: the second barrier before hidden state. */
  readonly viewFields: FieldsOf<V>
  /** The wire's `gameStatus` of a kind round; a hard round has the other one. */
  readonly kindStatus: 0 | 1
}

/**
 * A game's exact returns, and the play that returns the most: `returns` of `<name>/returns.ts`,
 * which only the server loads.
 */
export interface GameReturns<R, M, S> {
  solve(rules: R): Solution
  bestPlay(rules: R): BestPlay<M, S>
  /** Every end that best play can have; the chances add up to 1, in kind and in hard rounds. */
  ends(rules: R): readonly End[]
  /** The most that a round can pay, however it is played, in hundredths of the stake. */
  most(rules: R): number
  /**
   * The same for kind rounds and for hard ones. Only for a game in which no setting keeps the
   * return of best play below the stake: there a budget bounds what the house loses in a day.
   */
  mostPays?(rules: R): { readonly kind: number; readonly hard: number }
}

/** Best play, move by move. */
export interface BestPlay<M, S> {
  moveIn(state: S): M
}

/**
 * A round of one game: opaque, immutable, and reproducible from its rules, key, client seed and
 * moves.
 */
export interface RoundOf<R, M, S, V> {
  readonly game: Game<R, M, S, V>
  readonly rules: R
  readonly kind: boolean
  readonly moves: readonly M[]
  readonly state: S
}

/** A game's texts for lists of games and for proofs. */
export interface GameWords<R, M, S, V> {
  /** The game in one line, for its card. */
  inOneLine(rules: R): string
  /** The rules in sentences; `hard` is about hard rounds. */
  rules(rules: R): { readonly plain: readonly string[]; readonly hard: string }
  /** The check of a proof that deals the round again. */
  readonly replayTitle: string
  /** What an ended round dealt, in a few words. */
  dealt(round: RoundOf<R, M, S, V>): string
  /** Why an ended round pays what it pays: `3 tiles, 0.5× + 1× + 0.5× of 20 is 40`. */
  payout(round: RoundOf<R, M, S, V>, stake: Money): string
}

/** A game's title, stakes and rules, as players are offered them. */
export interface Offer<R> {
  /** Written to the wire and the database, so it can never change. */
  readonly id: number
  readonly title: string
  readonly slogan: string
  readonly rules: R
  readonly minimum: Money
  readonly maximum: Money
  readonly step: Money
  /** Least time between two bets of one player (`docs/fairness.md`). */
  readonly minRoundMs: number
  readonly roundsADay: number | null
  /** Whether its stakes unlock Bonus and count for a friend's earnings. */
  readonly countsAsStaked: boolean
}
