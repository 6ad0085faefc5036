import type { Round } from '@pipkin/games'
import type { GameLook, GameScreens, OutcomePicture, PictureModule } from './game-screens.ts'

/**
 * The screens of every game, found by folder. They are in the first load: what weighs, each game
 * loads when it is needed.
 */
export const games: readonly GameScreens[] = Object.values(
  import.meta.glob<GameScreens>('./*/index.ts', { eager: true, import: 'screens' }),
)

export const findGame = (name: string): GameScreens | undefined =>
  games.find((game) => game.name === name)

/** By the game's name; a game that this page doesn't know looks like a present. */
export const lookOf = (name: string): GameLook =>
  findGame(name) ?? { tint: 'sky', art: 'wrapped-gift' }

/** `mines` of `/games/mines`. */
export const nameInUrl = ({ path }: { readonly path: string }): string =>
  path.slice(path.lastIndexOf('/') + 1)

const pictures = new Map<string, PictureModule>()

/** Loads what `pictureOf` needs. */
export async function loadPictures(): Promise<void> {
  await Promise.all(games.map(async (game) => void pictures.set(game.name, await game.picture())))
}

/** What an ended round dealt, as a small picture; null where its game's isn't loaded. */
export const pictureOf = (round: Round): OutcomePicture | null =>
  pictures.get(round.game.name)?.picture(round) ?? null
