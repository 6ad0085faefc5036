/** Gives each bet a player and a game in which no round is open yet, and the nonce that it will get. */
export interface Places {
  /** Throws when there are none left. */
  next(): { readonly player: number; readonly game: number; readonly nonce: number }
}

const games = 3

/** Each player once in each game, players first: bets of the same moment are different players'. */
export function freshPlaces(players: number): Places {
  let given = 0
  return {
    next() {
      const game = 1 + Math.floor(given / players)
      if (game > games) throw new RangeError('Every player has a round in every game: give --players more.')
      return { player: given++ % players, game, nonce: game - 1 }
    },
  }
}
