/**
 * Gives each bet a player and a game in which no round is open yet, and the nonce that it will get.
 */
export interface Places {
  /** Throws when there are none left. `player` is a place among the bench's players. */
  next(): { readonly player: number; readonly game: number; readonly nonce: number }
  /** All rounds have ended that were opened so far. */
  free(): void
}

const games = 3

/**
 * Who plays: so many players, every so-maniest of those that there are, each with so many rounds
 * behind them.
 */
export interface Active {
  readonly players: number
  readonly apart: number
  readonly played: number
}

/**
 * Each player once in a turn, a game further in the next: bets of the same moment are different
 * players', who are no neighbours, as nobody who plays at the same time is.
 */
export function freshPlaces({ players, apart, played }: Active): Places {
  const stride = coprimeFrom(Math.round(players * 0.618), players)
  let given = 0
  let ended = 0
  return {
    next() {
      if (given - ended >= players * games)
        throw new RangeError('Every player has a round in every game: give --players more.')
      const turn = Math.floor(given / players)
      const place = given++ % players
      const player = (place * stride) % players
      return { player: player * apart, game: 1 + ((place + turn) % games), nonce: played + turn }
    },
    free() {
      ended = given
    },
  }
}

/**
 * The first number from `least` on that shares no divisor with `n`: its multiples meet every
 * remainder once.
 */
function coprimeFrom(least: number, n: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let number = Math.max(1, least)
  while (divisor(number, n) !== 1) number += 1
  return number
}
