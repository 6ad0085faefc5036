import type { Rules } from '../catalog.ts'
import { roundKey } from '../fairness/seeds.ts'
import type { BaseRules, Game, GameName } from '../game.ts'
import { bestGuess } from '../guess-number/returns.ts'
import { guessNumber } from '../guess-number/rules.ts'
import { bestMines } from '../mines/returns.ts'
import { mines } from '../mines/rules.ts'
import { dealRound, outcomeOf, playMove, type RoundOf } from '../round.ts'
import { slotMachine } from '../slot-machine/rules.ts'
import { bestTicTacToe } from '../tic-tac-toe/returns.ts'
import { ticTacToe } from '../tic-tac-toe/rules.ts'

/** What rounds that were really drawn and played paid, in fractions of the stake. */
export interface Sample {
  readonly mean: number
  /** The standard error of the mean. */
  readonly error: number
}

/**
 * A mean of many rounds lies at most so many standard errors from the exact return, 999 times in
 * 1,000.
 */
export const errorsIn999Of1000 = 3.2905

/** Plays rounds of one epoch seed (32 bytes) by best play, through the draws of real rounds. */
export function simulate(rules: Rules, rounds: number, seed: Uint8Array): Sample {
  switch (rules.game) {
    case 'mines':
      return sample(mines, rules, bestMines, rounds, seed)
    case 'guess-number':
      return sample(guessNumber, rules, bestGuess, rounds, seed)
    case 'slot-machine':
      return sample(slotMachine, rules, () => ({ spin: true }), rounds, seed)
    case 'tic-tac-toe':
      return sample(ticTacToe, rules, bestTicTacToe(rules), rounds, seed)
  }
}

function sample<R extends BaseRules<GameName>, M, S, V>(
  game: Game<R, M, S, V>,
  rules: R,
  best: (state: S) => M,
  rounds: number,
  seed: Uint8Array,
): Sample {
  let [total, squares] = [0, 0]
  for (let nonce = 0; nonce < rounds; nonce += 1) {
    const key = roundKey(seed, 'simulation', nonce)
    const pays = paysOf(dealRound(game, { rules, roundKey: key, clientSeed: 'simulation' }), best)
    total += pays
    squares += pays * pays
  }
  const mean = total / rounds
  return { mean: mean / 100, error: Math.sqrt((squares / rounds - mean * mean) / rounds) / 100 }
}

function paysOf<R, M, S, V>(round: RoundOf<R, M, S, V>, best: (state: S) => M): number {
  const outcome = outcomeOf(round)
  if (outcome) return outcome.pays
  const played = playMove(round, best(round.state))
  if (!played.ok) throw new Error(`best play was refused: ${played.why}`)
  return paysOf(played.round, best)
}
