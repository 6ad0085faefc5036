import { games, type Offer, type Rules } from '@pipkin/games'

/**
 * What a round of a game costs and pays: settings in the database, which an operator may change.
 */
export interface GameSettings extends Omit<Offer<Rules>, 'id' | 'title' | 'slogan'> {
  readonly game: number
  readonly name: string
}

/** The settings of a new installation, in the order of the catalogue. */
export const firstSettings: readonly GameSettings[] = games.map(({ offer }) => {
  const { id, title, slogan: _, ...settings } = offer
  return { game: id, name: title, ...settings }
})
