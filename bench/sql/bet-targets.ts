import { games, slot } from './play-out.ts'

/** Gives each bet a player, a game in which the player has no open round, and the next nonce. */
export interface BetTargets {
  /** Throws when no game is free. `player` counts the bench's players from 0. */
  next(): { readonly player: number; readonly game: number; readonly nonce: number }
  /** To be called when all rounds opened so far have ended. */
  free(): void
}

/** Who plays: `players` of the bench's players, each `apart`-th one, with `played` rounds each. */
export interface Active {
  readonly players: number
  readonly apart: number
  readonly played: number
}

/**
 * Each player once a turn, in the next game each turn. Concurrent bets are of players who aren't
 * neighbours in the tables, as in production.
 */
export function freshTargets({ players, apart, played }: Active): BetTargets {
  const stride = coprimeFrom(Math.round(players * 0.618), players)
  let given = 0
  let ended = 0
  return {
    next() {
      if (given - ended >= players * games.length)
        throw new RangeError('Every player has a round in every game: give --players more.')
      const turn = Math.floor(given / players)
      const place = given++ % players
      const player = (place * stride) % players
      const { game } = games[(place + turn) % games.length] ?? slot
      return { player: player * apart, game, nonce: played + turn }
    },
    free() {
      ended = given
    },
  }
}

/** The first number from `least` on that is coprime to `n`: its multiples meet each remainder. */
function coprimeFrom(least: number, n: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let number = Math.max(1, least)
  while (divisor(number, n) !== 1) number += 1
  return number
}
