import type { Game, RoundOf } from './game.ts'
import { gameList } from './game-list.ts'
import { type Deal, dealRound } from './round.ts'

type Listed = (typeof gameList)[number]
type PartsOf<G> =
  G extends Game<infer R, infer M, infer S, infer V>
    ? { rules: R; move: M; state: S; view: V }
    : never

export type Rules = PartsOf<Listed>['rules']
export type Move = PartsOf<Listed>['move']
export type State = PartsOf<Listed>['state']
export type View = PartsOf<Listed>['view']
export type GameName = Rules['game']
export type AnyGame = Game<Rules, Move, State, View>

/** A round of any of the games. */
export type Round = RoundOf<Rules, Move, State, View>

/** Every game, in the order in which they are offered. */
export const games: readonly AnyGame[] = gameList

const byName: ReadonlyMap<string, AnyGame> = new Map(games.map((game) => [game.name, game]))

/** The game with a name; null where there is none. */
export const findGame = (name: string): AnyGame | null => byName.get(name) ?? null

/** The game that rules are of. */
export function gameOf({ game: name }: { readonly game: string }): AnyGame {
  const game = findGame(name)
  if (!game) throw new Error(`there is no game ${name}`)
  return game
}

/** The value as rules of one of the games, or null. */
export function parseRules(value: unknown): Rules | null {
  for (const game of games) {
    const rules = game.parseRules(value)
    if (rules) return rules
  }
  return null
}

/** Deals a round of the game that the rules are of. */
export const openRound = (deal: Deal<Rules>): Round => dealRound(gameOf(deal.rules), deal)

/** The Merkle root over what a round hides, hex; null where its game has no sealed layout. */
export const rootOf = ({ game, state }: Round): string | null => game.root?.(state) ?? null
