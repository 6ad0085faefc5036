import { publicName } from './public-name.ts'

/**
 * A player in the lists of the home page: `Meera N.`, or `Player ••42` where the name is hidden.
 */
export const shownName = (player: { id: number; name: string; isShown: boolean }): string =>
  player.isShown ? publicName(player.name) : `Player ••${String(player.id).slice(-2)}`
