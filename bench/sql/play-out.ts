import { type Move, openRound, outcomeOf, playMove, type Rules, roundKey } from '@pipkin/games'
import { guessNumber } from '@pipkin/games/guess-number'
import { mines } from '@pipkin/games/mines'
import { slotMachine } from '@pipkin/games/slot-machine'
import { hundredths, times } from '@pipkin/money'
import { storedStatus } from '../../apps/server/src/rounds/stored-round.ts'
import { seeds } from '../../apps/server/test/seeds.ts'
import { epochSeed } from './make-players.ts'

/** 1/100 fkr. */
export const benchStake = 1_000n

/** The client seed of rounds that `grow` makes. */
export const grownSeed = 'grown'

interface PlayedOut {
  /** Its id. */
  readonly game: number
  readonly rules: Rules
  readonly moves: readonly Move[]
}

/** The slot can be played in each round. */
export const slot: PlayedOut = {
  game: slotMachine.offer.id,
  rules: slotMachine.offer.rules,
  moves: [{ spin: true }],
}

/** How the bench plays each game whose moves don't depend on what it sees. */
export const games: readonly PlayedOut[] = [
  {
    game: guessNumber.offer.id,
    rules: guessNumber.offer.rules,
    moves: [{ choice: 'even' }],
  },
  { game: mines.offer.id, rules: mines.offer.rules, moves: [{ reveal: 0 }, { cashOut: true }] },
  slot,
]

interface BenchRound {
  readonly player: number
  /** In the player's first epoch. */
  readonly nonce: number
  readonly game: number
  readonly clientSeed: string
}

/**
 * How a round ends, which the bench knows beforehand since it made the seeds. `status` is the
 * database's word. Null if the game can't be played in this way: now and then no number shown is
 * even.
 */
export function playOut(
  { player, nonce, game, clientSeed }: BenchRound,
  otherMoves?: readonly Move[],
) {
  const known = games.find((one) => one.game === game)
  if (!known) throw new RangeError(`the bench doesn't play game ${game} out`)
  const mixed = seeds.mix(player, { seed: epochSeed(player, 0), seedKey: String(seeds.ids[0]) })
  const key = roundKey(mixed, String(player), nonce)
  let round = openRound({ rules: known.rules, roundKey: key, clientSeed })
  const moves: Move[] = []
  for (const move of otherMoves ?? known.moves) {
    const played = playMove(round, move)
    if (!played.ok) return null
    round = played.round
    moves.push(move)
    const outcome = outcomeOf(round)
    if (outcome)
      return {
        moves,
        status: storedStatus[outcome.status],
        payout: times(hundredths(benchStake), outcome.pays),
      }
  }
  throw new Error('a round did not end')
}

/** The same for every number: an odd one is won by choosing `odd`. */
export function endOf(round: BenchRound) {
  const end = playOut(round) ?? playOut(round, [{ choice: 'odd' }])
  if (!end) throw new Error('a round that nobody can end')
  return end
}
