import { games, type Move, type Rules, type State, type View } from '../src/catalog.ts'
import type { GameInTests } from '../src/game-in-tests.ts'

type AnyInTests = GameInTests<Rules, Move, State, View>

const byName: ReadonlyMap<string, AnyInTests> = new Map(
  await Promise.all(
    games.map(async ({ name }) => {
      const { inTests }: { inTests: AnyInTests } = await import(`../src/${name}/in-tests.ts`)
      return [name, inTests] as const
    }),
  ),
)

/** What tests must know of a game, from its folder. */
export function inTestsOf(name: string): AnyInTests {
  const found = byName.get(name)
  if (!found) throw new Error(`there is no game ${name}`)
  return found
}
