import type { GameOnScreen, Round } from './round.ts'

/** Where a game on screen stands. Times are those of `performance.now()`. */
export type Stage<Rd, M> =
  | { readonly at: 'idle' }
  /**
   * `unanswered` is a move that may or may not have been made; then no other can be tried.
   */
  | { readonly at: 'open'; readonly round: Rd; readonly unanswered: M | null }
  /**
   * A move is on its way, or it has ended the round and its result isn't shown yet: until then the
   * screen shows no part of `ended`.
   */
  | {
      readonly at: 'moving'
      readonly round: Rd
      readonly move: M
      readonly pressedAt: number
      readonly ended: Rd | null
    }
  | { readonly at: 'settled'; readonly round: Rd; readonly pressedAt: number }

type Any = Round<unknown, unknown, unknown>

/** A round that was found or has just been dealt. */
export function stageOf<Rd extends Any, M>(round: Rd | null): Stage<Rd, M> {
  if (!round) return { at: 'idle' }
  if (round.status === 'Pending') return { at: 'open', round, unanswered: null }
  return { at: 'settled', round, pressedAt: Number.NEGATIVE_INFINITY }
}

/** The answer to a move came: an open round goes on at once, an ended one waits for its time. */
export function answered<Rd extends Any, M>(stage: Stage<Rd, M>, round: Rd): Stage<Rd, M> {
  if (stage.at !== 'moving' || round.status === 'Pending') return stageOf(round)
  return { ...stage, ended: round }
}

/** The move got no answer, or was refused. */
export function failed<Rd extends Any, M>(stage: Stage<Rd, M>, unanswered: M | null): Stage<Rd, M> {
  return stage.at === 'moving' ? { at: 'open', round: stage.round, unanswered } : stage
}

/** It is time to show how the round ended. */
export function shown<Rd extends Any, M>(stage: Stage<Rd, M>): Stage<Rd, M> {
  if (stage.at !== 'moving' || !stage.ended) return stage
  return { at: 'settled', round: stage.ended, pressedAt: stage.pressedAt }
}

/** The round as the player sees it now. */
export const roundOf = <Rd, M>(stage: Stage<Rd, M>): Rd | null =>
  stage.at === 'idle' ? null : stage.round

/** The move whose answer never arrived; null if there is none. */
export const unansweredOf = <Rd, M>(stage: Stage<Rd, M>): M | null =>
  stage.at === 'open' ? stage.unanswered : null

/** When Play Again can be pressed: with the result, or later where the game says so. */
export function againFrom<Rd, M>(
  stage: Stage<Rd, M>,
  {
    resultAfterMs,
    againAfterMs,
  }: Pick<GameOnScreen<never, never, never>, 'resultAfterMs' | 'againAfterMs'>,
): number {
  if (stage.at !== 'settled') return Number.POSITIVE_INFINITY
  return againAfterMs > resultAfterMs ? stage.pressedAt + againAfterMs : Number.NEGATIVE_INFINITY
}
