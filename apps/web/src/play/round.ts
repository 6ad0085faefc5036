import type { ChangedBalances } from '@pipkin/contract'
import type { BaseRules, Game, RoundStatus } from '@pipkin/games'
import type { Money } from '@pipkin/money'

/** One round on a screen. The server deals it, or this browser in a demo. */
export interface Round<R, M, V> {
  /** The server's transaction id; in a demo a name that no other round on the screen has. */
  readonly id: string
  readonly stake: Money
  readonly status: RoundStatus
  /** What the round pays out, stake included; 0 while it is open. */
  readonly returned: Money
  readonly rules: R
  readonly moves: readonly M[]
  /** What the player may see of it. */
  readonly view: V
  /** What the house has bound itself to, in rounds for money. */
  readonly seal: Seal | null
  /**
   * The balances after the round's end, if its answer carries them. They reveal the result, so they
   * are shown with it.
   */
  readonly balances: ChangedBalances | null
}

export interface Seal {
  readonly commitment: string
  /** From which wallets the stake came; null where the receipt doesn't say. */
  readonly split: { readonly deposit: Money; readonly bonus: Money; readonly win: Money } | null
  /** The Merkle root of a Mines layout, hex, as it was signed with the bet; null in other games. */
  readonly root: string | null
}

/**
 * What `play` must know of a game. It never looks into the state of the rules: a screen gets only
 * the view.
 */
export interface GameOnScreen<R extends BaseRules, M, V> {
  readonly game: Game<R, M, unknown, V>
  /**
   * The time from the press that ends a round until its result is shown, and until Play Again can
   * be pressed.
   */
  readonly resultAfterMs: number
  readonly againAfterMs: number
}

/** The outcome of confirming a bet's participation. The round is open in each case. */
export type Participation = 'confirmed' | 'resumed' | 'refused' | 'unanswered'

/**
 * The outcome of a bet. `message` is shown at the stake. `isFinal`: this bet is never taken, even
 * if an earlier try of it arrives late. `waitMs`: how long to wait before the next try.
 */
export type BetAnswer<Rd> =
  | { readonly ok: true; readonly round: Rd; readonly participation?: Participation }
  | { readonly ok: false; readonly kind: 'unanswered' }
  | {
      readonly ok: false
      readonly kind: 'refused'
      readonly message: string
      readonly isFinal: boolean
      readonly waitMs: number
      /** A limit is used up, and the server has logged the player out. */
      readonly endsSession?: boolean
    }

/** The outcome of a move. */
export type MoveAnswer<Rd> =
  /** `refusal` says why the move wasn't made: the round is as it is now. */
  | { readonly ok: true; readonly round: Rd; readonly refusal?: string }
  /**
   * No answer came: the move may or may not have been made. Repeating it gives the same answer.
   */
  | { readonly ok: false; readonly kind: 'unanswered' }
  | { readonly ok: false; readonly kind: 'refused'; readonly message: string }

/** What a visit begins with: the round that waits, and the outcome of a bet that was repeated. */
export interface Found<Rd> {
  readonly round: Rd | null
  readonly bet?: BetAnswer<Rd>
}

/** Plays the rounds of one game, on the server or in this browser; a screen doesn't know which. */
export interface Driver<Rd, M> {
  /** The open round, or one whose end the player hasn't seen. Rejects if the read fails. */
  resume(): Promise<Found<Rd>>
  bet(stake: Money): Promise<BetAnswer<Rd>>
  move(round: Rd, move: M): Promise<MoveAnswer<Rd>>
}
