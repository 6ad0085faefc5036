import type { Game } from '@pipkin/contract'
import type { ArtName } from '../ui/art.tsx'
import type { World } from '../ui/tone.ts'

export interface GameLook {
  readonly world: World
  readonly art: ArtName
}

/**
 * How each game looks wherever it is named: the colours of its card, tile and board, and its
 * picture.
 */
const looks: Readonly<Record<string, GameLook>> = {
  'guess-number': { world: 'guess', art: 'input-numbers' },
  mines: { world: 'mines', art: 'bomb' },
  'slot-machine': { world: 'slot', art: 'cherries' },
  'tic-tac-toe': { world: 'ttt', art: 'tic-tac-toe' },
}

/** Of the games that there are at first, in their order. */
export const firstLooks: readonly GameLook[] = Object.values(looks)

/** By the game's name in its url; a game without art of its own looks like a present. */
export const lookOf = (name: string): GameLook =>
  looks[name] ?? { world: 'guess', art: 'wrapped-gift' }

/** `mines` of `/games/mines`. */
export const nameInUrl = (game: Game): string =>
  game.GameUrl.slice(game.GameUrl.lastIndexOf('/') + 1)
