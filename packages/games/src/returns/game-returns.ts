import { games, type Move, type Rules, type State } from '../catalog.ts'
import type { GameReturns } from '../game.ts'

type AnyReturns = GameReturns<Rules, Move, State>

/** By the games' names. They are found by folder, not by import: no browser loads a solver. */
const byName: ReadonlyMap<string, AnyReturns> = new Map(
  await Promise.all(
    games.map(async ({ name }) => {
      const { returns }: { returns: AnyReturns } = await import(`../${name}/returns.ts`)
      return [name, returns] as const
    }),
  ),
)

/** What the game that rules are of returns. */
export function gameReturns({ game }: Rules): AnyReturns {
  const found = byName.get(game)
  if (!found) throw new Error(`there is no game ${game}`)
  return found
}
