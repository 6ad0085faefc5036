import { rulesHash } from './fairness/canonical-json.ts'
import { type Chance, chanceOf } from './fairness/chance.ts'
import { isClientSeed } from './fairness/seeds.ts'
import {
  type BaseRules,
  type Game,
  type Outcome,
  type Played,
  type RoundOf,
  refused,
} from './game.ts'

/**
 * What fixes all the chance of a round: its rules, its key (32 bytes) and the player's client seed.
 */
export interface Deal<R> {
  readonly rules: R
  readonly roundKey: Uint8Array
  readonly clientSeed: string
}

/**
 * Deals a round of a game. The server and the verifier, which don't know the game beforehand, use
 * `openRound`.
 */
export function dealRound<R extends BaseRules, M, S, V>(
  game: Game<R, M, S, V>,
  { rules, roundKey, clientSeed }: Deal<R>,
): RoundOf<R, M, S, V> {
  if (!isClientSeed(clientSeed)) throw new RangeError('not a client seed')
  return dealBy(
    game,
    rules,
    chanceOf({ game: game.name, roundKey, rulesHash: rulesHash(rules), clientSeed }),
  )
}

/** Deals a round by any chance: a round's own, or in a simulation a faster one. */
export function dealBy<R extends BaseRules, M, S, V>(
  game: Game<R, M, S, V>,
  rules: R,
  chance: Chance,
): RoundOf<R, M, S, V> {
  const kind = chance.ints('kind')(10_000) < rules.winPercentage * 100
  return { game, rules, kind, moves: [], state: game.open(rules, kind, chance) }
}

/** Plays a move, which may be anything: what isn't a legal move now is refused without a change. */
export function playMove<R, M, S, V>(
  round: RoundOf<R, M, S, V>,
  move: unknown,
): Played<{ readonly round: RoundOf<R, M, S, V> }> {
  const parsed = round.game.parseMove(move)
  if (parsed === null) return refused('not a move of this game')
  const played = round.game.play(round.state, parsed)
  if (!played.ok) return played
  return { ok: true, round: { ...round, moves: [...round.moves, parsed], state: played.state } }
}

/** What the player may see of a round now: the `state` of the API. */
export const viewOf = <R, M, S, V>(round: RoundOf<R, M, S, V>): V => round.game.view(round.state)

/** Null while the round is open. */
export const outcomeOf = <R, M, S, V>(round: RoundOf<R, M, S, V>): Outcome | null =>
  round.game.outcome(round.state)

/** Whether the round was dealt kind rather than hard. */
export const isKind = <R, M, S, V>(round: RoundOf<R, M, S, V>): boolean => round.kind

/** The wire's `gameStatus`: which of the two is kind, each game says for itself. */
export const gameStatusOf = <R, M, S, V>({ kind, game }: RoundOf<R, M, S, V>): 0 | 1 =>
  kind === (game.kindStatus === 1) ? 1 : 0

/** The round finished as the server finishes it for a player who has left it for seven days. */
export function finishRound<R, M, S, V>(round: RoundOf<R, M, S, V>): RoundOf<R, M, S, V> {
  if (outcomeOf(round)) return round
  const played = playMove(round, round.game.finishingMove(round.state))
  if (!played.ok) throw new Error(`the finishing move was refused: ${played.why}`)
  return finishRound(played.round)
}
